/**
 * A run of Create or Update is taken back by its Changes File: each field of each record that it changed is as before,
 * but for what no request can put back. Whatever values the rows of both runs give.
 */
import '../../harness/patientRegex';
import fc from 'fast-check';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { request } from 'undici';
import { RECORDS } from '../../nodes/SalesManagement/records';
import { withFile } from '../operations/support/withFile';
import { byId, startNodeFixture, type NodeFixture } from '../support/nodeFixture';
import { runs } from '../support/random';
import { asCells, drawnRuns, KINDS } from './support/drawnRows';

const RUNS = runs(4);

let fixture: NodeFixture;
beforeAll(async () => {
	fixture = await startNodeFixture();
});
afterAll(async () => await fixture.close());

type Drawn = ReturnType<typeof drawnRuns> extends fc.Arbitrary<infer Run> ? Run : never;

/** Lists of rows and links, what the service sets itself, and what nothing empties (v2 §2.4). */
const NOT_PUT_BACK = [
	...['updatedAt', 'dealProductDetails', 'dealCustomerTypes', 'customObjects', 'deals'],
	...['customers', 'contacts', 'company', 'companyNum', 'industry'],
	...['totalCost', 'totalProfit', 'phaseStayDays', 'closingLeadtime'],
];

/** A value without what makes no difference: the order of its lists, the notation of a number (S5). */
function unordered(value: unknown): unknown {
	if (Array.isArray(value)) {
		const texts = value.map((each) => JSON.stringify(unordered(each)));
		return texts.sort();
	}
	if (typeof value === 'string' && /^-?\d+\.\d+$/.test(value)) return String(Number(value));
	if (typeof value === 'string' && /^\d+(,\d+)+$/.test(value)) return unordered(value.split(','));
	if (typeof value !== 'object' || value === null) return value;
	const isList = 'selectedUsers' in value || 'selectedOptions' in value;
	return Object.fromEntries(
		Object.entries(value)
			.filter(([name]) => !isList || name !== 'value')
			.map(([name, each]) => [name, unordered(each)]),
	);
}

/** The records as the service has them, by their IDs. */
async function recordsOf({ resource, parameters }: Drawn) {
	const { customObjectDefKey } = parameters as IDataObject;
	const records = await fixture.records(`${resource}.getMany`, {
		parameters: {
			returnAll: true,
			...(customObjectDefKey !== undefined && { customObjectDefKey }),
		},
	});
	return new Map(
		records.map(({ id, ...record }) => {
			for (const name of NOT_PUT_BACK) delete record[name];
			return [id, unordered(record)];
		}),
	);
}

const upsert = async (
	{ resource, parameters }: Drawn,
	input: ReadonlyArray<IDataObject | INodeExecutionData>,
	more: IDataObject,
) =>
	(
		await fixture.run(`${resource}.createOrUpdate`, {
			...{ authentication: 'teamToken', continueOnFail: true, input },
			parameters: { ...parameters, fieldsFrom: 'input', ...more },
		})
	).items;

/** The rows as items, or as a file. */
const given = (rows: readonly IDataObject[], isFile: boolean) =>
	isFile ? [withFile(asCells(rows), { fileName: 'rows.jsonl' })] : rows;

/** How a run goes: what it gets, which file takes it back, and whether requests that write fail, done or not. */
const way = fc.record({
	isFile: fc.boolean(),
	isPreview: fc.boolean(),
	fault: fc.option(fc.record({ after: fc.boolean(), times: fc.integer({ min: 1, max: 2 }) })),
});

/** Fields that somebody else may write between a run and its way back. */
const OTHERS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
	customer: { address: 'Address', telNo: 'Phone Number' },
	contact: { dept: 'Department', memo: 'Memo' },
	deal: { memo: 'Memo', reason: 'Reason' },
};

/** What a run does, by the words of its dry run. */
const PLANNED: IDataObject = {
	create: 'created',
	update: 'updated',
	unchanged: 'unchanged',
	fail: 'fail',
};

/** The Changes File of a run, which is at its first item without an error. */
const fileOf = (items: readonly INodeExecutionData[]) => {
	const { binary } = items.find((each) => each.binary?.changes) ?? {};
	return Buffer.from(binary?.changes?.data ?? '', 'base64');
};

/** The lines of a run's Changes File, behind the one that has its time. */
const linesOf = (items: readonly INodeExecutionData[]) =>
	fileOf(items).toString().split('\n').slice(1, -1);

/** The keys of the fields that lines of a Changes File have of each record: of all, or of those without a value before. */
function keysIn(lines: readonly string[], areLost = false): Map<number, Set<string>> {
	const keys = new Map<number, Set<string>>();
	for (const line of lines) {
		const { id, changes } = JSON.parse(line) as { id: number; changes: IDataObject };
		const named = Object.entries(changes).filter(
			([, each]) => !areLost || !('from' in Object(each)),
		);
		keys.set(id, new Set([...(keys.get(id) ?? []), ...named.map(([key]) => key)]));
	}
	return keys;
}

const labelsIn = ({ resource }: Drawn, keys: Iterable<string>): string[] => {
	const { fields = [] } = RECORDS.find(({ id }) => id === resource) ?? {};
	return Array.from(keys, (key) => fields.find((each) => each.key === key)?.label ?? key);
};

test.each(KINDS.map((kind) => [kind.name, kind] as const))(
	'%s',
	async (_name, kind) => {
		let [restored, count] = [0, 0];
		const twice = fc.constantFrom(...Object.entries(kind.keys)).chain(([matchBy, values]) => {
			const drawn = drawnRuns({ ...kind, keys: { [matchBy]: values } });
			return fc.tuple(drawn, drawn);
		});
		const holds = fc.asyncProperty(twice, way, async ([before, run], how) => {
			const { isFile, isPreview, fault } = how;
			await upsert(before, before.rows, {});
			const then = await recordsOf(before);
			// Of a record that is written twice only the last value counts, which a fault may have kept out.
			const rows = fault ? run.rows.slice(0, 1) : run.rows;
			const runs = async (more: IDataObject) =>
				await upsert(run, given(rows, isFile), {
					...(isFile && { fieldsFrom: 'file' }),
					options: { changesFile: true, ...more },
				});
			const planned = await runs({ dryRun: true });
			const faults = fault
				? [{ match: { method: 'PATCH' }, status: 502, body: 'Bad', ...fault }]
				: [];
			await fixture.steer('POST', '/faults', faults);
			const done = await runs({});
			await request(`${fixture.sandbox.admin}/faults`, { method: 'DELETE' });
			if (!fault) {
				// What Dry Run says is what the run does.
				const told = ({
					json: { dryRun, columns: _, action = 'fail', ...rest },
				}: INodeExecutionData) => (isFile ? rest : dryRun ? PLANNED[action as string] : action);
				expect([planned.map(told), linesOf(planned)]).toEqual([done.map(told), linesOf(done)]);
			}
			const text = fileOf(isPreview ? planned : done);
			const touched = new Map<number, string>();
			const left = new Map<number, string[]>();
			const lost = keysIn(linesOf(isPreview ? planned : done), true);
			const others = Object.keys(OTHERS[run.resource] ?? {});
			for (const [id, keys] of others.length > 0 ? keysIn(linesOf(done)) : []) {
				if (!then.has(id)) continue;
				// Of each other record a field that the run changed, too, if there is one.
				const wanted = (name: string) => keys.has(name) === (touched.size % 2 === 0);
				const name = others.find(wanted) ?? others[0]!;
				touched.set(id, name);
				const value = `Mine ${++count}`;
				await fixture.items(`${run.resource}.update`, {
					parameters: {
						[`${run.resource}Id`]: byId(id),
						updateFields: { [name]: value },
					},
				});
				then.set(id, { ...(then.get(id) as IDataObject), [name]: value });
				if (keys.has(name)) left.set(id, [OTHERS[run.resource]![name]!]);
			}
			const takeBack = async (options: IDataObject) =>
				await upsert(run, [withFile(text, { fileName: 'changes.jsonl' })], {
					...{ fieldsFrom: 'changes', options },
				});
			const outcomes = (items: readonly INodeExecutionData[]) =>
				items.map(({ json: { id, action, left, changes = {} } }) => [id, action, left, changes]);
			const plannedBack = await takeBack({ dryRun: true });
			const back = await takeBack({});
			expect(outcomes(plannedBack)).toEqual(outcomes(back));
			expect(back.flatMap(({ json }) => json.error ?? [])).toEqual([]);
			for (const { json } of back) {
				const id = json.id as number;
				const labels = labelsIn(run, lost.get(id) ?? []);
				const told = json.left as string[];
				expect(told.filter((label) => !labels.includes(label))).toEqual(left.get(id) ?? []);
				// What a failed request did not write is not there to be put back.
				if (!fault) expect(told).toEqual(expect.arrayContaining(labels));
			}
			restored += back.filter(({ json }) => json.action === 'restored').length;
			const now = await recordsOf(before);
			const existed = [...now].filter(([id]) => then.has(id));
			expect(Object.fromEntries(existed)).toEqual(Object.fromEntries(then));
		});
		// A few draws may happen to change nothing that was there.
		do await fc.assert(holds, { numRuns: RUNS, endOnFailure: true });
		while (restored === 0);
	},
	600_000,
);
