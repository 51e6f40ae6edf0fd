/**
 * n8n's own nodes in the examples, as much of them as the examples use: what they do to items is what
 * n8n 2.41 does. Those that reach out (mail, forms) output what they were given, expressions worked out.
 */
import { isDeepStrictEqual } from 'node:util';
import { runInNewContext } from 'node:vm';
import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
	INodeType,
} from 'n8n-workflow';

type Items = INodeExecutionData[];

const parameter = (name: string, type: INodeProperties['type'] = 'json'): INodeProperties => ({
	...{ displayName: name, name, type, default: '' },
});

/** A node with these parameters, taken as they are: no form stands between them and the test. */
export function node(
	name: string,
	parameters: ReadonlyArray<string | INodeProperties>,
	run: (self: IExecuteFunctions) => Items[],
	[inputs, outputs] = [1, 1],
): INodeType {
	return {
		description: {
			...{ displayName: name, name, group: ['transform'], version: 1, description: name },
			...{ defaults: { name }, requiredInputs: 1 },
			inputs: Array<'main'>(inputs).fill('main'),
			outputs: Array<'main'>(outputs).fill('main'),
			properties: parameters.map((each) => (typeof each === 'string' ? parameter(each) : each)),
		},
		async execute(this: IExecuteFunctions) {
			return run(this);
		},
	};
}

/** Hands its input on. */
export const passing = (name: string) => node(name, [], (self) => [self.getInputData()]);

/** One item for each, of which its parameters make the JSON. */
const mapping = (
	name: string,
	parameters: readonly string[],
	json: (given: (parameter: string) => IDataObject) => IDataObject,
) =>
	node(name, parameters, (self) => [
		self.getInputData().map((_, item) => ({
			json: json((each) => self.getNodeParameter(each, item) as IDataObject),
			pairedItem: { item },
		})),
	]);

const telling = (name: string, parameters: readonly string[]) =>
	mapping(name, parameters, (given) =>
		Object.fromEntries(parameters.map((each) => [each, given(each)])),
	);

const editFields = mapping('set', ['mode', 'assignments', 'jsonOutput'], (given) =>
	(given('mode') as unknown) === 'raw'
		? given('jsonOutput')
		: Object.fromEntries(
				(given('assignments.assignments') as unknown as IDataObject[]).map((each) => [
					...[each.name, each.value],
				]) as Array<[string, IDataObject]>,
			),
);

const conditions: INodeProperties = {
	...parameter('conditions', 'filter'),
	default: {},
	typeOptions: { filter: { caseSensitive: true, typeValidation: 'strict', version: 2 } },
};

/** n8n's engine evaluates conditions by itself. */
function divided(self: IExecuteFunctions): Items[] {
	const outputs: [Items, Items] = [[], []];
	for (const [item, each] of self.getInputData().entries()) {
		const fits = self.getNodeParameter('conditions', item, false, { extractValue: true });
		outputs[fits === true ? 0 : 1].push({ ...each, pairedItem: { item } });
	}
	return outputs;
}

/** Code, with as much of what n8n offers it as the code of the examples uses. */
function coded(self: IExecuteFunctions): Items[] {
	const code = self.getNodeParameter('jsCode', 0) as string;
	const { $ } = self.getWorkflowDataProxy(0);
	const $getWorkflowStaticData = (type: string) => self.getWorkflowStaticData(type);
	return [runInNewContext(`(() => {${code}\n})()`, { $, $getWorkflowStaticData }) as Items];
}

/** One item for each value of the field to split by; it counts and concatenates. */
function summarized(self: IExecuteFunctions): Items[] {
	const by = self.getNodeParameter('fieldsToSplitBy', 0) as string;
	const wanted = self.getNodeParameter('fieldsToSummarize.values', 0) as IDataObject[];
	const records = self.getInputData().map(({ json }) => json);
	return [
		[...new Set(records.map((record) => record[by]))].map((value) => {
			const json: IDataObject = { [by]: value };
			for (const { aggregation, field, separateBy } of wanted as Array<Record<string, string>>) {
				const own = records.filter((record) => record[by] === value);
				const values = own.map((record) => record[field!] as string);
				if (aggregation === 'count') json[`count_${field}`] = values.length;
				else json[`concatenated_${field}`] = values.join(separateBy);
			}
			return { json };
		}),
	];
}

/** Loop Over Items, one at a time: what is left is kept with the node, until none is. */
function looped(self: IExecuteFunctions): Items[] {
	const context = self.getContext('node') as { left?: Items };
	context.left ??= [...self.getInputData()];
	const next = context.left.splice(0, 1);
	return next.length > 0 ? [[], next] : [self.getInputData(), []];
}

/** Remove Duplicates across executions, by one value. */
function unseen(): INodeType {
	const seen = new Set<unknown>();
	return node('removeDuplicates', ['dedupeValue'], (self) => [
		self.getInputData().filter((_, item) => {
			const value = self.getNodeParameter('dedupeValue', item);
			return !seen.has(value) && Boolean(seen.add(value));
		}),
	]);
}

const isNothing = (value: unknown) =>
	value === undefined || value === null || value === '' || isDeepStrictEqual(value, []);

/** With Fuzzy Compare no value is as good as an empty one or as 0, and 3 is "3". */
function alike(a: unknown, b: unknown): boolean {
	if (isDeepStrictEqual(a, b) || (isNothing(a) && isNothing(b))) return true;
	const isZero = (value: unknown) => value === 0 || value === '0';
	if ((a === null && isZero(b)) || (b === null && isZero(a))) return true;
	const isScalar = (value: unknown) => ['number', 'string'].includes(typeof value);
	return isScalar(a) && isScalar(b) && String(a) === String(b);
}

/** Compare Datasets, with one field to match by and both versions of what differs. */
function compared(self: IExecuteFunctions): Items[] {
	const key = self.getNodeParameter('mergeByFields.values[0].field1', 0) as string;
	const { skipFields = '' } = self.getNodeParameter('options', 0) as { skipFields?: string };
	const skipped = skipFields.split(',').map((each) => each.trim());
	const same = self.getNodeParameter('fuzzyCompare', 0) === true ? alike : isDeepStrictEqual;
	// Always Output Data makes an empty item of none.
	const [as, bs] = [0, 1].map((index) =>
		self
			.getInputData(index)
			.map(({ json }) => json)
			.filter((json) => Object.keys(json).length > 0),
	) as [IDataObject[], IDataObject[]];
	const outputs: [IDataObject[], IDataObject[], IDataObject[]] = [[], [], []];
	for (const a of as) {
		const b = bs.find((each) => same(a[key], each[key]));
		if (!b) {
			outputs[0].push(a);
			continue;
		}
		const found: Record<string, IDataObject> = { same: {}, different: {}, skipped: {} };
		for (const name of Object.keys({ ...a, ...b })) {
			const versions = { inputA: a[name] ?? null, inputB: b[name] ?? null };
			if (same(a[name], b[name])) found.same![name] = a[name];
			else found[skipped.includes(name) ? 'skipped' : 'different']![name] = versions;
		}
		if (Object.keys(found.different!).length === 0) outputs[1].push(a);
		else outputs[2].push({ keys: { [key]: a[key] }, ...found });
	}
	const onlyB = bs.filter((b) => !as.some((a) => same(a[key], b[key])));
	return [...outputs, onlyB].map((records) => records.map((json) => ({ json })));
}

/** Data Table: tables by name, whose columns take values of their types alone. `now` changes rows. */
export function dataTable(now: () => number = Date.now): INodeType {
	const tables = new Map<string, { columns: IDataObject[]; rows: IDataObject[] }>();
	let lastId = 0;
	const carriedOut = (given: (name: string) => unknown): IDataObject[] => {
		if (given('resource') === 'table') {
			const name = given('tableName') as string;
			const columns = given('columns.column') as IDataObject[];
			if (!tables.has(name)) tables.set(name, { columns, rows: [] });
			return [{ name }];
		}
		const { value: name } = given('dataTableId') as { value: string };
		const { columns, rows } = tables.get(name) ?? { columns: [], rows: [] };
		const wanted = given('filters.conditions') as Array<Record<string, string>>;
		const fits = (row: IDataObject) =>
			wanted.every(({ keyName = '', condition, keyValue }) =>
				condition === 'isNotEmpty' ? Boolean(row[keyName]) : row[keyName] === keyValue,
			);
		if (given('operation') === 'get') return rows.filter(fits).map((row) => ({ ...row }));
		const values = given('columns.value') as IDataObject;
		for (const [key, value] of Object.entries(values)) {
			const type = columns.find((each) => each.name === key)?.type as string | undefined;
			const isOf =
				type === 'date' ? !Number.isNaN(Date.parse(value as string)) : typeof value === type;
			if (value === null ? !type : !isOf) throw new Error(`${key} is no ${type}`);
		}
		const updatedAt = new Date(now()).toISOString();
		const empty = Object.fromEntries(columns.map((each) => [each.name, null])) as IDataObject;
		const row = rows.find(fits) ?? { ...empty, id: ++lastId, createdAt: updatedAt };
		if (!rows.includes(row)) rows.push(row);
		return [{ ...Object.assign(row, values, { updatedAt }) }];
	};
	const names = ['resource', 'operation', 'tableName', 'dataTableId', 'filters', 'columns'];
	return node('dataTable', names, (self) => [
		self.getInputData().flatMap((_, item) =>
			carriedOut((name) => self.getNodeParameter(name, item)).map((json) => ({
				...{ json, pairedItem: { item } },
			})),
		),
	]);
}

/** All of them; data tables and what was seen are empty, and live as long as what this returns. */
export function exampleNodes(): Readonly<Record<string, INodeType>> {
	const base: INodeType[] = [
		...['extractFromFile', 'formTrigger', 'scheduleTrigger'].map(passing),
		telling('readWriteFile', ['fileName']),
		telling('emailSend', ['fromEmail', 'toEmail', 'subject', 'text', 'message', 'options']),
		telling('form', ['completionTitle', 'completionMessage']),
		node('code', ['jsCode'], coded),
		node('filter', [conditions], (self) => divided(self).slice(0, 1)),
		node('if', [conditions], divided, [1, 2]),
		unseen(),
		node('splitInBatches', [], looped, [1, 2]),
		editFields,
		node('summarize', ['fieldsToSummarize', 'fieldsToSplitBy'], summarized),
		node('compareDatasets', ['mergeByFields', 'fuzzyCompare', 'options'], compared, [2, 4]),
		dataTable(),
	];
	const langchain = [
		...['chatTrigger', 'agent', 'lmChatOpenAi', 'memoryBufferWindow', 'chat', 'chatHitlTool'],
	].map(passing);
	const named = (scope: string, nodes: readonly INodeType[]) =>
		nodes.map((each) => [`${scope}.${each.description.name}`, each]);
	return Object.fromEntries([
		...named('n8n-nodes-base', base),
		...named('@n8n/n8n-nodes-langchain', langchain),
	]) as Record<string, INodeType>;
}
