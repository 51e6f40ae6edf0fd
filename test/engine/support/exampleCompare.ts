/** n8n's Compare Datasets 2.3, with one field to match by and both versions of what differs. */
import { isDeepStrictEqual } from 'node:util';
import type { IDataObject, INodeExecutionData, INodeType } from 'n8n-workflow';
import { node } from './exampleNode';

type Same = (a: unknown, b: unknown) => boolean;

const isNothing = (value: unknown) =>
	value === undefined || value === null || value === '' || isDeepStrictEqual(value, []);

/** With Fuzzy Compare no value is as good as an empty one or as 0, and 3 is "3". */
const alike: Same = (a, b) => {
	if (isDeepStrictEqual(a, b) || (isNothing(a) && isNothing(b))) return true;
	const isZero = (value: unknown) => value === 0 || value === '0';
	if ((a === null && isZero(b)) || (b === null && isZero(a))) return true;
	const isScalar = (value: unknown) => typeof value === 'number' || typeof value === 'string';
	return isScalar(a) && isScalar(b) && typeof a !== typeof b && String(a) === String(b);
};

function bothVersions(a: IDataObject, b: IDataObject, same: Same, skipped: readonly string[]) {
	const result = { same: {}, different: {}, skipped: {} } as Record<string, IDataObject>;
	for (const key of new Set([...Object.keys(a), ...Object.keys(b)])) {
		const versions = { inputA: a[key] ?? null, inputB: b[key] ?? null };
		if (key in a && key in b && same(a[key], b[key])) result.same![key] = a[key];
		else result[skipped.includes(key) ? 'skipped' : 'different']![key] = versions;
	}
	return result;
}

const without = (record: IDataObject, keys: readonly string[]): IDataObject =>
	Object.fromEntries(Object.entries(record).filter(([key]) => !keys.includes(key)));

export const compareDatasets = (): INodeType =>
	node(
		'compareDatasets',
		['mergeByFields', 'resolve', 'fuzzyCompare', 'options'],
		(self) => {
			const [match] = self.getNodeParameter('mergeByFields.values', 0) as Array<{
				field1: string;
				field2: string;
			}>;
			if (!match || self.getNodeParameter('resolve', 0) !== 'includeBoth') {
				throw new Error('Not among what the examples use');
			}
			const { skipFields = '' } = self.getNodeParameter('options', 0) as { skipFields?: string };
			const skipped = skipFields.split(',').map((each) => each.trim());
			const same = self.getNodeParameter('fuzzyCompare', 0) === true ? alike : isDeepStrictEqual;
			// Always Output Data makes an empty item of none.
			const inputs = [0, 1].map((index) =>
				self.getInputData(index).filter(({ json }) => Object.keys(json).length > 0),
			);
			const [inA = [], inB = []] = inputs;
			const outputs: INodeExecutionData[][] = [[], [], [], []];
			const met = new Set<INodeExecutionData>();
			for (const a of inA) {
				const b = inB.find(({ json }) => same(a.json[match.field1], json[match.field2]));
				if (b) met.add(b);
				if (!b) outputs[0]!.push(a);
				else if (isSame(without(a.json, skipped), without(b.json, skipped), same))
					outputs[1]!.push(a);
				else {
					const keys = { [match.field1]: a.json[match.field1] };
					outputs[2]!.push({ json: { keys, ...bothVersions(a.json, b.json, same, skipped) } });
				}
			}
			outputs[3] = inB.filter((b) => !met.has(b));
			return outputs;
		},
		{ inputs: 2, outputs: 4 },
	);

function isSame(a: IDataObject, b: IDataObject, same: Same): boolean {
	if (same === isDeepStrictEqual) return isDeepStrictEqual(a, b);
	return Object.keys(a).every((key) => same(a[key], b[key]));
}
