/** What an import keeps of its rows while it waits: not their columns, nor the records that were found. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { IDataObject } from 'n8n-workflow';
import type { Item } from '../../../nodes/SalesManagement/fields';
import type { FileRow } from '../../../nodes/SalesManagement/files/rows';
import { RESOURCES } from '../../../nodes/SalesManagement/operations';
import {
	Preparing,
	type Importing,
} from '../../../nodes/SalesManagement/operations/import/preparing';
import { sourcesOf } from '../../../nodes/SalesManagement/operations/names';
import type { Prepared } from '../../../nodes/SalesManagement/operations/operation';
import { Recents } from '../../../nodes/SalesManagement/operations/upsert/recent';
import { textOf } from '../../../nodes/SalesManagement/values';
import { rowsOf } from '../support/importRun';
import { runWith } from '../support/itemRun';
import { clientOf } from '../support/testClient';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** How many of them something still holds; the engine itself may keep some that it dealt with last. */
async function heldOf(all: ReadonlyArray<WeakRef<object>>): Promise<number> {
	// What a weak reference was read in is kept until the end of its turn.
	await new Promise(setImmediate);
	collectGarbage();
	return all.filter((each) => each.deref() !== undefined).length;
}

const MANY = 700;
const FEW = 10;

/** Rows of deals, without anything that holds their columns but the list itself. */
function rows(columns: WeakRef<object>[], count = MANY): FileRow[] {
	return Array.from({ length: count }, (_, at) => {
		const values: IDataObject = {
			...{ id: 1 + at, name: `Deal ${at}`, memo: `A text of row ${at}`, 'custom:key': `key ${at}` },
			...{ expectedContractDate: '2026-12-24', dealTypeId: 1, customer: 1, phase: 1 },
			...{ product: 1, probability: 1, channel: 1, user: 1 },
		};
		columns.push(new WeakRef(values));
		return { row: 1 + at, line: 2 + at, columns: values };
	});
}

/** A service that has the deals with an even number in their key, and shows them whole. */
async function stage(operation: string) {
	const [columns, shown]: [WeakRef<object>[], WeakRef<object>[]] = [[], []];
	const deal = (id: number, key = `key ${id - 1}`) => {
		const customs = [{ id: 1, itemKey: 'key', name: 'Key', itemType: 'text', value: key }];
		const record = { id, name: 'Before', memo: 'As it was', dealCustoms: customs };
		shown.push(new WeakRef(record));
		return record;
	};
	const client = clientOf(({ url, method, body }) => {
		if (url.endsWith('/search')) {
			const keys = JSON.stringify(body).match(/key \d+/g) ?? [];
			const found = keys.filter((key) => /[02468]$/.test(key));
			const deals = found.map((key) => deal(1 + Number(key.slice(4)), key));
			return { body: { deals, totalCount: deals.length } };
		}
		if (!url.endsWith('/bulk')) return { body: { deals: [deal(1)], users: [], totalCount: 1 } };
		if (method === 'POST') return { body: rowsOf(body).map((_, at) => 1e6 + at) };
		const deals = rowsOf(body).map(({ id }) => deal(id as number));
		return { body: { deals, skippedDeals: [] } };
	});
	const parameters: IDataObject = { fieldsFrom: 'file', matchBy: 'custom:key' };
	const item: Item = {
		...{ index: 0, input: {}, version: 'v2', timezone: 'UTC' },
		get: (name) => parameters[name],
	};
	const run = { ...runWith({ client, items: [item] }), recents: new Recents() };
	const found = RESOURCES.find(({ id }) => id === 'deal')?.operations.find(
		({ id }) => id === operation,
	);
	const importing = { ...found, ...(await found?.load()) };
	const sources = sourcesOf(client, async () => await Promise.resolve(undefined));
	const preparing = new Preparing(run, importing as Importing, sources, item);
	const begin = () => preparing.begin(client);
	return { columns, shown, begin };
}

const actions = (results: Awaited<ReturnType<Prepared['write']>>) => {
	const counts: Record<string, number> = {};
	for (const each of results) {
		const action = 'records' in each ? textOf(each.records[0]?.action) : 'failed';
		counts[action] = (counts[action] ?? 0) + 1;
	}
	return counts;
};

test('Create or Update: while rows are read, looked up and written, neither columns nor records are held', async () => {
	const { columns, shown, begin } = await stage('createOrUpdate');
	const part = begin();
	await part.add(rows(columns));
	expect(columns).toHaveLength(MANY);
	expect(await heldOf(columns)).toBeLessThan(FEW);
	const { lookUp } = await part.end();
	const { write, keys } = await lookUp();
	expect(keys.size).toBe(MANY + MANY / 2);
	expect(shown.length).toBeGreaterThanOrEqual(MANY / 2);
	// The request that asked for the custom fields is not this part's alone.
	expect(await heldOf(shown.slice(-MANY / 2))).toBeLessThan(FEW);
	const results = await write();
	expect(actions(results)).toEqual({ created: MANY / 2, updated: MANY / 2 });
	expect(await heldOf(shown.slice(-MANY / 2))).toBeLessThan(FEW);
});

test.each([
	['createMany', 0],
	['updateMany', MANY],
])('%s: neither columns nor the records of the response are held', async (operation, answered) => {
	const { columns, shown, begin } = await stage(operation);
	const part = begin();
	await part.add(rows(columns));
	expect(await heldOf(columns)).toBeLessThan(FEW);
	const { lookUp } = await part.end();
	const { write } = await lookUp();
	const results = await write();
	expect(results).toHaveLength(MANY);
	const last = shown.slice(shown.length - answered);
	expect(last).toHaveLength(answered);
	expect(await heldOf(last)).toBeLessThan(FEW);
});

const heap = (): number => {
	collectGarbage();
	return process.memoryUsage().heapUsed;
};

test.each(['createOrUpdate', 'createMany', 'updateMany'])(
	'%s: a row that waits takes a fraction of its columns in the heap, or it fills faster than V8 clears it',
	async (operation) => {
		const { begin } = await stage(operation);
		// What is made once, whatever the number of rows.
		await begin().add(rows([]));
		const count = 5_000;
		const before = heap();
		const part = begin();
		await part.add(rows([], count));
		const each = (heap() - before) / count;
		expect(part.numbers).toHaveLength(count);
		expect(each).toBeLessThan(750);
	},
);
