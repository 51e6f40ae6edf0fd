/** Files of several parts: each row once, in its order, and how to go on where one fails. */
import type { IDataObject } from 'n8n-workflow';
import { withFile } from '../engine/support/withFile';
import type { Answer } from '../http/support/server';
import { fromCsv } from '../support/csv';
import { rowsIn, runOn, type Given, type Respond } from './support/service';

const named = ({ name }: IDataObject) => name as string;
const numbered = (row: IDataObject) => Number(/\d+$/.exec(named(row))?.[0]);

const file = (header: string, count: number, lineOf: (at: number) => string, more: string[] = []) =>
	[header, ...Array.from({ length: count }, (_, at) => lineOf(at)), ...more].join('\n');
const customers = (count: number) => file('name', count, (at) => `Customer ${at + 1}`);

const DEAL =
	'name;memo;expectedContractDate;dealTypeId;customer;phase;product;probability;channel;user';
const deal = (name: string, memo = 'new', customer = '1') =>
	`${name};${memo};2026-12-24;1;${customer};1;1;1;1;1`;

/** A service that takes whatever comes, but for what the test answers to a bulk request instead. */
function taking(
	instead: (rows: IDataObject[], number: number) => Answer | undefined = () => undefined,
) {
	const rows: IDataObject[] = [];
	let number = 0;
	const respond: Respond = ({ path, method, body }) => {
		if (!path.endsWith('/bulk')) return undefined;
		const sent = rowsIn(body) ?? [];
		const other = instead(sent, ++number);
		if (other) return other;
		rows.push(...sent);
		if (method === 'PATCH') return undefined;
		return { body: sent.map(numbered) };
	};
	return { rows, respond };
}

async function imported(operation: string, files: readonly string[], given: Given = {}) {
	const { items, error, ...rest } = await runOn(operation, {
		...given,
		parameters: { fieldsFrom: 'file', ...given.parameters },
		input: files.map((text) => withFile(text)),
	});
	const data = items[0]?.binary?.data?.data;
	const rows = data === undefined ? [] : fromCsv(Buffer.from(data, 'base64').toString());
	return { ...rest, error, rows, summaries: items.map(({ json }) => json) };
}

test('12,000 rows are written once each, in full requests, and told in their order', async () => {
	const { rows: sent, respond } = taking();
	const { summaries, rows, requests } = await imported('customer.createMany', [customers(12_000)], {
		respond,
	});
	expect(summaries).toMatchObject([{ rows: 12_000, created: 12_000, failed: 0 }]);
	expect(sent).toHaveLength(12_000);
	expect(new Set(sent.map(named)).size).toBe(12_000);
	expect(requests.length).toBeLessThanOrEqual(13);
	expect(rows.map(({ row }) => Number(row))).toEqual(rows.map((_, at) => at + 1));
	expect(rows.every(({ row, id }) => row === id)).toBe(true);
});

test('what a failure leaves can be gone on with: no row twice, none missing', async () => {
	const before = taking((_, number) =>
		number === 3 ? { status: 400, body: { message: 'No' } } : undefined,
	);
	const text = customers(14_000);
	const { error } = await imported('customer.createMany', [text], { respond: before.respond });
	const said = `${error?.message} ${error?.description}`;
	expect(said).toMatch(/^Rows 2,001-3,000, sent together: No/);
	expect(said).toContain('To go on, set Start Row (an option) to 2001:');
	// What was under way behind it.
	const listed = /behind it ([\d,-]+) (?:is|are) written already/.exec(said)?.[1] ?? '0-0';
	const [first = 0, last = 0] = listed.split('-').map((each) => Number(each.replace(/,/g, '')));
	const left = text.split('\n').filter((_, row) => row === 0 || row < first || row > last);
	const after = taking();
	await imported('customer.createMany', [left.join('\n')], {
		parameters: { options: { startRow: 2_001 } },
		respond: after.respond,
	});
	const all = [...before.rows, ...after.rows].map(numbered).sort((a, b) => a - b);
	expect(all).toEqual(Array.from({ length: 14_000 }, (_, at) => at + 1));
});

test('with Continue On Fail a lost response leaves its rows unknown, and the others are written', async () => {
	const { respond } = taking((_, number) =>
		number === 2 ? { status: 502, body: 'Bad gateway' } : undefined,
	);
	const { summaries, rows, hints } = await imported('customer.createMany', [customers(3_500)], {
		...{ respond, continueOnFail: true },
	});
	expect(summaries).toMatchObject([{ rows: 3_500, created: 2_500, unknown: 1_000 }]);
	const unknown = rows.filter(({ outcome }) => outcome === 'unknown').map(({ row }) => Number(row));
	expect(unknown).toHaveLength(1_000);
	expect(unknown.at(-1)! - unknown[0]!).toBe(999);
	expect(hints.map(({ message }) => message).join()).toContain(
		'1,000 of 3,500 rows of rows.csv failed',
	);
});

test('one record is never in two requests under way, and its rows keep their order', async () => {
	let [underWay, most] = [0, 0];
	const memos: unknown[] = [];
	// Each part begins and ends with the same record.
	const isShared = (at: number) => at % 10_000 === 0 || at % 10_000 === 9_999;
	const text = file('id;dealTypeId;memo', 20_500, (at) =>
		[isShared(at) ? 77 : 100 + at, 1, `memo ${at}`].join(';'),
	);
	const { respond } = taking((rows) => {
		const own = rows.filter(({ id }) => id === 77);
		if (own.length === 0) return undefined;
		memos.push(...own.map(({ memo }) => memo));
		most = Math.max(most, ++underWay);
		const deals = rows.map(({ id }) => ({ id }));
		return {
			act: (response) => {
				// Long enough that the next part is read, and would be sent if nothing held it back.
				setTimeout(() => {
					underWay--;
					response.writeHead(200, { 'content-type': 'application/json' });
					response.end(JSON.stringify({ deals, skippedDeals: [] }));
				}, 500);
			},
		};
	});
	const { summaries } = await imported('deal.updateMany', [text], { respond });
	expect(summaries).toMatchObject([{ rows: 20_500, updated: 20_500 }]);
	expect(memos).toEqual(['memo 0', 'memo 9999', 'memo 10000', 'memo 19999', 'memo 20000']);
	expect(most).toBe(1);
});

describe('Create or Update, whose search does not show yet what was written', () => {
	const byName = { parameters: { matchBy: 'name' } };
	const COUNT = 10_500;
	const two = (memo: string) =>
		file(DEAL, COUNT, (at) => deal(`Deal ${at + 1}`), [deal('Deal 1', memo)]);

	test('what one part created the next one updates', async () => {
		const { rows: sent, respond } = taking();
		const { summaries, rows } = await imported('deal.createOrUpdate', [two('changed')], {
			...{ ...byName, respond },
		});
		expect(summaries).toMatchObject([{ rows: COUNT + 1, created: COUNT, updated: 1 }]);
		expect(new Set(sent.slice(0, COUNT).map(named)).size).toBe(COUNT);
		expect(sent.slice(COUNT)).toMatchObject([{ id: 1, memo: 'changed' }]);
		expect(rows.at(-1)).toMatchObject({ row: String(COUNT + 1), id: '1', outcome: 'updated' });
	});

	test('what the file of one item created that of the next one updates', async () => {
		const { rows: sent, respond } = taking();
		const files = ['new', 'changed'].map((memo) => `${DEAL}\n${deal('Deal 1', memo)}`);
		const { summaries } = await imported('deal.createOrUpdate', files, { ...byName, respond });
		expect(summaries).toMatchObject([
			{ rows: 1, created: 1, updated: 0 },
			{ rows: 1, created: 0, updated: 1 },
		]);
		expect(sent).toMatchObject([{ memo: 'new' }, { id: 1, memo: 'changed' }]);
	});

	test('of a record that may have been created nothing is sent again', async () => {
		const { rows: sent, respond } = taking((rows) =>
			rows.some((row) => named(row) === 'Deal 1') ? { status: 502, body: 'Bad' } : undefined,
		);
		const { rows } = await imported('deal.createOrUpdate', [two('again')], {
			...{ ...byName, respond, continueOnFail: true },
		});
		expect(rows[0]).toMatchObject({ outcome: 'unknown' });
		expect(rows.at(-1)).toMatchObject({ row: String(COUNT + 1), outcome: 'failed' });
		expect(rows.at(-1)?.error).toContain('an earlier row with the same Name may or may not');
		expect(sent.map(named)).not.toContain('Deal 1');
	});

	test('behind a row that can’t be matched nothing is written', async () => {
		const twins = [1, 2].map((id) => ({ id, name: 'Deal 10200' }));
		const { rows: sent, respond } = taking();
		const { error } = await imported('deal.createOrUpdate', [two('again')], {
			...byName,
			respond: (request, number) =>
				request.path.endsWith('/search') && JSON.stringify(request.body).includes('"Deal 10200"')
					? { body: { deals: twins, hasMore: false, nextCursor: null, totalCount: 2 } }
					: respond(request, number),
		});
		expect(error?.message).toMatch(/Row 10,200 \("Deal 10200"\): 2 records have this/);
		expect(Math.max(0, ...sent.map(numbered))).toBeLessThan(10_200);
	});
});

test('each distinct name is looked up once, in whatever part it comes', async () => {
	const found = [0, 1, 2].map((id) => ({ id: 1 + id, name: `Buyer ${id}` }));
	const { respond } = taking();
	const text = file(DEAL, 10_500, (at) => deal(`Deal ${at + 1}`, 'new', `Buyer ${at % 3}`));
	const { summaries, requests } = await imported('deal.createMany', [text], {
		respond: (request, number) =>
			request.path === '/customers/search'
				? { body: { customers: found, hasMore: false, nextCursor: null, totalCount: 3 } }
				: respond(request, number),
	});
	expect(summaries).toMatchObject([{ created: 10_500 }]);
	expect(requests.filter(({ path }) => path === '/customers/search')).toHaveLength(1);
});
