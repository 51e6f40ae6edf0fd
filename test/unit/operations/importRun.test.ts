/** Files of several parts: each row once, at the pace that the service allows, and how to go on. */
import { setTimeout } from 'node:timers/promises';
import type { IDataObject } from 'n8n-workflow';
import type { HttpRequest } from '../../../nodes/SalesManagement/api/http/transport';
import { isFailure, type ItemResult } from '../../../nodes/SalesManagement/operations/operation';
import { imported, rowsOf } from '../support/importRun';
import type { Respond } from '../support/testClient';

const customers = (many: number): string =>
	`name\n${Array.from({ length: many }, (_, at) => `Customer ${at + 1}`).join('\n')}`;

const isBulk = ({ url }: HttpRequest): boolean => url.endsWith('/bulk');

const nameOf = (row: IDataObject): string => row.name as string;

/** A service that takes whatever comes, and notes it. */
function taking(more: (_: unknown, number: number) => ReturnType<Respond> | undefined) {
	const names: string[] = [];
	let number = 0;
	const respond: Respond = (request) => {
		if (!isBulk(request)) return { body: { customers: [], users: [], totalCount: 0 } };
		const rows = rowsOf(request.body);
		const answer = more(rows, ++number);
		if (answer) return answer;
		names.push(...rows.map(nameOf));
		return { body: rows.map((row) => Number(nameOf(row).slice(9))) };
	};
	return { names, respond };
}

const always = () => undefined;

const failure = (result: ItemResult) => {
	if (!isFailure(result)) throw new Error('it did not fail');
	return { message: (result.error as Error).message, advice: result.advice ?? '' };
};

test('25,000 rows are written once each, in full requests, at the service’s pace', async () => {
	const { names, respond } = taking(always);
	const { result, rows, requests, tookMs, progress } = await imported({
		...{ operation: 'customer.createMany', file: customers(25_000), respond },
		...{ rate: 5, latency: 700 },
	});
	expect(result).toMatchObject({ records: [{ rows: 25_000, created: 25_000, failed: 0 }] });
	expect(names).toHaveLength(25_000);
	expect(new Set(names).size).toBe(25_000);
	expect(requests).toBeLessThanOrEqual(26);
	expect(tookMs).toBeLessThan(1.15 * (requests / 5) * 1000 + 700);
	expect(rows.map(({ row }) => Number(row))).toEqual(rows.map((_, at) => at + 1));
	expect(rows.every(({ row, id }) => row === id)).toBe(true);
	expect(progress).toEqual(
		[10_000, 20_000, 25_000].map(
			(row) =>
				`rows.csv: up to row ${row.toLocaleString('en-US')} (${row.toLocaleString('en-US')} created). To go on after a stop, set Start Row to ${row + 1}.`,
		),
	);
});

test('a failure in the middle stops it, and what is left can be gone on with: no row twice, none missing', async () => {
	const before = taking((_, number) =>
		number === 13 ? { status: 400, body: { message: 'No' } } : undefined,
	);
	const operation = 'customer.createMany';
	const file = customers(30_000);
	const { result } = await imported({
		operation,
		file,
		respond: before.respond,
		rate: 5,
		latency: 700,
	});
	const { message, advice } = failure(result);
	expect(message).toMatch(/^Rows 12,001-13,000, sent together: No/);
	expect(advice).toContain('To go on, set Start Row (an option) to 12001:');
	expect(before.names.length).toBeLessThan(25_000);
	const listed = /behind it ([\d,-]+) are written already/.exec(advice)?.[1] ?? '';
	const [first, last] = listed.split('-').map((each) => Number(each.replace(/,/g, '')));
	const beyond = before.names.map((name) => Number(name.slice(9))).filter((row) => row > 12_000);
	expect([Math.min(...beyond), Math.max(...beyond)]).toEqual([first, last]);
	const after = taking(always);
	const left = file.split('\n').filter((_, row) => !(row >= first! && row <= last!));
	await imported({
		...{ operation, file: left.join('\n'), respond: after.respond },
		parameters: { options: { startRow: 12_001 } },
	});
	const all = [...before.names, ...after.names];
	expect(all).toHaveLength(30_000);
	expect(new Set(all).size).toBe(30_000);
});

test('with Continue On Fail a lost response leaves its rows unknown, and the others are written', async () => {
	const { respond } = taking((_, number) =>
		number === 2 ? { status: 502, body: 'Bad gateway' } : undefined,
	);
	const { result, rows, hints } = await imported({
		...{ operation: 'customer.createMany', file: customers(12_000), respond },
		continueOnFail: true,
	});
	expect(result).toMatchObject({ records: [{ rows: 12_000, created: 11_000, unknown: 1_000 }] });
	expect(rows.filter(({ outcome }) => outcome === 'unknown').map(({ row }) => row)).toEqual(
		Array.from({ length: 1_000 }, (_, at) => String(1_001 + at)),
	);
	expect(hints[0]).toContain('1,000 of 12,000 rows of rows.csv failed');
});

test('one record is never in two requests under way, and its rows keep their order', async () => {
	const memos: string[] = [];
	let [underWay, most] = [0, 0];
	let atEnd = () => {};
	const wasRead = new Promise<void>((resolve) => (atEnd = resolve));
	// Each part begins and ends with the same record.
	const lines = Array.from({ length: 21_000 }, (_, at) => {
		const isShared = at % 10_000 === 0 || at % 10_000 === 9_999;
		return `${isShared ? 77 : 100 + at};1;memo ${at}`;
	});
	const { result } = await imported({
		operation: 'deal.updateMany',
		file: `id;dealTypeId;memo\n${lines.join('\n')}`,
		...{ latency: 300, rate: 5 },
		watch: async ({ body }, isBegun) => {
			const own = rowsOf(body).filter(({ id }) => id === 77);
			if (own.length === 0) return;
			underWay += isBegun ? 1 : -1;
			most = Math.max(most, underWay);
			if (!isBegun) return;
			memos.push(...own.map(({ memo }) => memo as string));
			if (memos.length !== 2) return;
			// The next part is read meanwhile, and its rows would be sent if nothing held them back.
			await wasRead;
			await setTimeout(300);
		},
		atEnd,
		respond: (request) => {
			if (!isBulk(request)) return { body: { deals: [], users: [], totalCount: 0 } };
			const deals = rowsOf(request.body).map(({ id }) => ({ id }));
			return { body: { deals, skippedDeals: [] } };
		},
	});
	expect(result).toMatchObject({ records: [{ rows: 21_000, updated: 21_000 }] });
	expect(memos).toEqual(['memo 0', 'memo 9999', 'memo 10000', 'memo 19999', 'memo 20000']);
	expect(most).toBe(1);
});

describe('Create or Update', () => {
	const deal = (name: string, memo: string) => `${name};${memo};2026-12-24;1;1;1;1;1;1;1`;
	const HEADER =
		'name;memo;expectedContractDate;dealTypeId;customer;phase;product;probability;channel;user';

	test('what one part created the next one updates, though the search does not show it yet', async () => {
		const names = Array.from({ length: 11_000 }, (_, at) => `Deal ${at}`);
		// The last row is the first one's record again, in another part.
		const lines = [...names.map((name) => deal(name, 'new')), deal('Deal 0', 'changed')];
		const created: string[] = [];
		const updated: IDataObject[] = [];
		const { result, rows } = await imported({
			operation: 'deal.createOrUpdate',
			file: [HEADER, ...lines].join('\n'),
			parameters: { matchBy: 'name' },
			respond: (request) => {
				if (!isBulk(request)) return { body: { deals: [], users: [], totalCount: 0 } };
				const sent = rowsOf(request.body);
				if (request.method === 'PATCH') {
					updated.push(...sent);
					return { body: { deals: sent.map(({ id }) => ({ id })), skippedDeals: [] } };
				}
				created.push(...sent.map(nameOf));
				return { body: sent.map((row) => 1 + Number(nameOf(row).slice(5))) };
			},
		});
		expect(result).toMatchObject({ records: [{ rows: 11_001, created: 11_000, updated: 1 }] });
		expect(new Set(created).size).toBe(11_000);
		expect(created).toHaveLength(11_000);
		expect(updated).toMatchObject([{ id: 1, memo: 'changed' }]);
		expect(rows.at(-1)).toMatchObject({ row: '11001', id: '1', outcome: 'updated' });
	});

	test('what the file of one input item created that of the next one updates', async () => {
		const file = (memo: string) => `${HEADER}\n${deal('Deal 1', memo)}`;
		let created = 0;
		const memos: unknown[] = [];
		const { results } = await imported({
			operation: 'deal.createOrUpdate',
			file: file('new'),
			others: [file('changed')],
			parameters: { matchBy: 'name' },
			respond: (request) => {
				if (!isBulk(request)) return { body: { deals: [], users: [], totalCount: 0 } };
				const [row] = rowsOf(request.body);
				memos.push(row?.memo);
				if (request.method === 'POST') return { body: [++created] };
				return { body: { deals: [{ id: row?.id }], skippedDeals: [] } };
			},
		});
		expect(results).toMatchObject([
			{ records: [{ rows: 1, created: 1, updated: 0 }] },
			{ records: [{ rows: 1, created: 0, updated: 1 }] },
		]);
		expect([created, memos]).toEqual([1, ['new', 'changed']]);
	});

	test('of a record that may have been created nothing is sent again in the next part', async () => {
		const names = Array.from({ length: 10_000 }, (_, at) => `Deal ${at}`);
		const lines = [...names.map((name) => deal(name, 'new')), deal('Deal 0', 'again')];
		let number = 0;
		const { rows } = await imported({
			operation: 'deal.createOrUpdate',
			file: [HEADER, ...lines].join('\n'),
			parameters: { matchBy: 'name' },
			continueOnFail: true,
			respond: (request) => {
				if (!isBulk(request)) return { body: { deals: [], users: [], totalCount: 0 } };
				if (++number === 1) return { status: 502, body: 'Bad gateway' };
				return { body: rowsOf(request.body).map((_, at) => number * 10_000 + at) };
			},
		});
		expect(rows[0]).toMatchObject({ outcome: 'unknown' });
		expect(rows.at(-1)).toMatchObject({ row: '10001', outcome: 'failed' });
		expect(rows.at(-1)?.error).toContain('an earlier row with the same Name may or may not');
	});
});

test('each distinct name is looked up once, in whatever part it comes', async () => {
	const searches: string[] = [];
	const lines = Array.from(
		{ length: 21_000 },
		(_, at) => `Deal ${at};2026-12-24;1;Buyer ${at % 3};1;1;1;1;1`,
	);
	const { result } = await imported({
		operation: 'deal.createMany',
		file: `name;expectedContractDate;dealTypeId;customer;phase;product;probability;channel;user\n${lines.join('\n')}`,
		respond: (request) => {
			if (isBulk(request)) return { body: rowsOf(request.body).map((_, at) => 1 + at) };
			if (request.url.includes('/search')) searches.push(JSON.stringify(request.body));
			const found = [0, 1, 2].map((id) => ({ id: 1 + id, name: `Buyer ${id}` }));
			return { body: { customers: found, deals: [], users: [], totalCount: 3 } };
		},
	});
	expect(result).toMatchObject({ records: [{ created: 21_000 }] });
	expect(searches).toHaveLength(1);
});

test('cancelled, it stops at once, and says from which row to go on', async () => {
	const cancel = new AbortController();
	const { respond, names } = taking((_, number) => {
		if (number === 12) cancel.abort();
		return undefined;
	});
	const { result, progress } = await imported({
		...{ operation: 'customer.createMany', file: customers(40_000), respond },
		...{ cancelled: cancel.signal, continueOnFail: true, rate: 5, latency: 700 },
	});
	expect(isFailure(result)).toBe(true);
	expect(names.length).toBeLessThan(25_000);
	const next = Number(/set Start Row to (\d+)/.exec(progress.at(-1) ?? '')?.[1]);
	const written = new Set(names.map((name) => Number(name.slice(9))));
	expect(written.has(next)).toBe(false);
	for (let row = 1; row < next; row++) if (!written.has(row)) throw new Error(`row ${row}`);
});
