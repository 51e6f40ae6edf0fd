/** What Output: Summary says, compared with the sandbox's own database. */
import { join } from 'node:path';
import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';
import { Database } from '../../sandbox/domain/store/database';
import { temporaryFolder } from '../support/temporaryFolder';
import { textOf } from '../../nodes/SalesManagement/values';
import { startNodeFixture, type NodeFixture } from './support/nodeFixture';

const DATA = join(temporaryFolder('summary'), 'sandbox.db');

let fixture: NodeFixture;
beforeAll(async () => {
	fixture = await startNodeFixture({ data: DATA });
	const level = { itemKey: 'deal_single_select', value: 2 };
	const rate = (value: string) => ({ itemKey: 'deal_decimal_number', value });
	await fixture.write('deal', [
		{ name: 'One tenth', dealCustoms: [rate('0.1'), level], createdAt: '2026-03-28T23:30:00Z' },
		{ name: 'Two tenths', dealCustoms: [rate('0.2'), level], createdAt: '2026-10-25T22:30:00Z' },
		{ name: 'None', amount: null, dealCustoms: [], createdAt: '2027-01-03T23:30:00Z' },
	]);
});
afterAll(async () => await fixture.close());

/** Rows of the first domain, as the database has them. */
function inDatabase(columns: string, rest = ''): unknown[][] {
	const text = `SELECT ${columns} FROM deal t WHERE domainId = 1 ${rest}`;
	return new Database(DATA).rows({ text, params: [] });
}
const namesOf = (kind: string): Map<unknown, unknown> => {
	const text = `SELECT id, json_extract(data, '$.name') FROM setting WHERE kind = '${kind}'`;
	return new Map(
		new Database(DATA).rows({ text, params: [] }).map(([id, name]) => [id, name] as const),
	);
};

const summary = async (parameters: IDataObject, operation = 'deal.getMany') =>
	await fixture.records(operation, {
		parameters: { output: 'summary', ...parameters },
	});
const groupBy = (...fields: Array<string | IDataObject>) => ({
	values: fields.map((field) => (typeof field === 'string' ? { field } : field)),
});
const values = (...list: Array<[field: string, computation: string]>) => ({
	values: list.map(([field, computation]) => ({ field, function: computation })),
});
/** Every deal has an ID. */
const everyDeal = { conditions: { values: [{ field: 'id', operator: 'greaterThan', value: 0 }] } };

const BOTH = [
	['deal.getMany', {}],
	['deal.search', everyDeal],
] as const;

describe.each(BOTH)('%s', (operation, own) => {
	test('count, sum, smallest and largest by phase and user', async () => {
		const [phases, types] = [namesOf('phase'), namesOf('dealType')];
		const users = new Map<unknown, unknown>();
		for (const [id, name] of new Database(DATA).rows({
			...{ text: 'SELECT id, name FROM user', params: [] },
		})) {
			users.set(id, name);
		}
		const expected = inDatabase(
			'phaseId, userId, COUNT(*), SUM(amount), MIN(amount), MAX(amount), MAX(expectedContractDate), dealTypeId',
			'GROUP BY phaseId, userId ORDER BY phaseId, userId',
		).map(([phaseId, userId, count, sum, min, max, latest, type]) => ({
			// Both deal types have phases of these names: each is told apart as in dropdowns.
			...{
				phase: `${textOf(types.get(type))}: ${textOf(phases.get(phaseId))}`,
				phaseId,
				user: users.get(userId),
				userId,
				count,
			},
			...{ amountSum: sum ?? 0, amountSmallest: min, amountLargest: max },
			expectedContractDateLargest: latest,
		}));
		expect(expected.length).toBeGreaterThan(10);
		expect(
			await summary(
				{
					...own,
					groupBy: groupBy('phase', 'user'),
					values: values(
						['amount', 'sum'],
						['amount', 'smallest'],
						['amount', 'largest'],
						['expectedContractDate', 'largest'],
					),
				},
				operation,
			),
		).toEqual(expected);
	});

	test('phases that two deal types have are told apart where no column says which, and both are there', async () => {
		const named = async (parameters: IDataObject) =>
			(await summary({ ...own, ...parameters }, operation)).map(({ phase }) => textOf(phase));
		const [plain, types] = ['phase', 'dealType'].map((kind) => [
			...new Set([...namesOf(kind).values()].map(textOf)),
		]) as [string[], string[]];
		expect((await named({ groupBy: groupBy('phase') })).sort()).toEqual(
			types.flatMap((type) => plain.map((name) => `${type}: ${name}`)).sort(),
		);
		for (const name of await named({ groupBy: groupBy('dealType', 'phase') })) {
			expect(plain).toContain(name);
		}
	});

	test('decimals of a custom field are exact, by a choice that is shown by its label', async () => {
		const rates = new Map<unknown, bigint[]>();
		for (const [level, rate] of inDatabase(
			`json_extract(customs, '$."14"'), json_extract(customs, '$."12"')`,
		)) {
			const [whole = '0', fraction = ''] = typeof rate === 'string' ? rate.split('.') : [];
			const tenThousandths = BigInt(whole + fraction.padEnd(4, '0'));
			rates.set(level, [...(rates.get(level) ?? []), tenThousandths]);
		}
		const total = (level: unknown) =>
			(rates.get(level) ?? []).reduce((sum, each) => sum + each, 0n);
		const rows = await summary(
			{ ...own, groupBy: groupBy('Level'), values: values(['Rate', 'sum']) },
			operation,
		);
		expect(rows.map((row) => [row.Level, row.count])).toEqual(
			['Gold', 'Silver', 'Bronze', null].map((label, at) => [
				label,
				rates.get(label === null ? null : at + 1)?.length,
			]),
		);
		for (const [at, row] of rows.entries()) {
			const [whole = '0', fraction = ''] = (row['Rate Sum'] as string).split('.');
			const shown = BigInt(whole + fraction.padEnd(4, '0').slice(0, 4));
			expect([row.Level, shown]).toEqual([row.Level, total(at < 3 ? at + 1 : null)]);
		}
	});

	test('0.1 and 0.2 are 0.3', async () => {
		const named = { field: 'name', operator: 'contains', value: 'tenth' };
		const [row] = await summary(
			operation === 'deal.search'
				? { conditions: { values: [named] }, values: values(['Rate', 'sum'], ['Rate', 'average']) }
				: {
						filters: { searchWord: 'tenth' },
						values: values(['Rate', 'sum'], ['Rate', 'average']),
					},
			operation,
		);
		expect(row).toEqual({ count: 2, 'Rate Sum': '0.3', 'Rate Average': '0.15' });
	});

	test.each([
		['day', 'yyyy-MM-dd', 'Europe/Berlin'],
		['week', "kkkk-'W'WW", 'America/New_York'],
		['month', 'yyyy-MM', 'Asia/Tokyo'],
		['quarter', "yyyy-'Q'q", 'Europe/Berlin'],
		['year', 'yyyy', 'Pacific/Auckland'],
	])('by %s, in a time zone', async (unit, format, timezone) => {
		const counts = new Map<string, number>();
		for (const [createdAt] of inDatabase('createdAt')) {
			const text = DateTime.fromMillis(createdAt as number, { zone: timezone }).toFormat(format);
			counts.set(text, (counts.get(text) ?? 0) + 1);
		}
		const rows = await summary(
			{ ...own, timezone, groupBy: groupBy({ field: 'createdAt', unit }) },
			operation,
		);
		expect(rows).toEqual([...counts].sort().map(([createdAt, count]) => ({ createdAt, count })));
	});

	test('a list with several entries is one group, and no record is in two', async () => {
		const rows = await summary({ ...own, groupBy: groupBy('Topics') }, operation);
		const [[all] = []] = inDatabase('COUNT(*)');
		expect(rows.reduce((sum, { count }) => sum + (count as number), 0)).toBe(all);
		expect(rows).toContainEqual({ Topics: ['Price', 'Service'], count: expect.any(Number) });
		expect(rows.at(-1)).toMatchObject({ Topics: null });
	});

	test('users of a custom field are shown by name', async () => {
		const [user] = await fixture.records('user.getMany', { parameters: { limit: 1 } });
		const rows = await summary({ ...own, groupBy: groupBy('Team') }, operation);
		expect(rows.map(({ Team }) => Team)).toContainEqual([user?.name]);
	});
});

test('the time zone of the workflow is the default', async () => {
	const { items } = await fixture.run('deal.getMany', {
		parameters: {
			output: 'summary',
			returnAll: true,
			filters: { searchWord: 'One tenth' },
			groupBy: groupBy({ field: 'createdAt', unit: 'day' }),
		},
		workflowSettings: { timezone: 'Europe/Berlin' },
	});
	expect(items.map(({ json }) => json)).toEqual([{ createdAt: '2026-03-29', count: 1 }]);
});

test('a bare day in a custom field is the same day in every time zone (v2 §2.8)', async () => {
	await fixture.write('deal', [
		{ name: 'Dated', dealCustoms: [{ itemKey: 'deal_date', value: '2026-07-01T00:00:00Z' }] },
	]);
	for (const timezone of ['America/Los_Angeles', 'Pacific/Kiritimati']) {
		const rows = await summary({
			...{ filters: { searchWord: 'Dated' }, timezone },
			groupBy: groupBy({ field: 'Key date', unit: 'day' }),
		});
		expect(rows).toEqual([{ 'Key date': '2026-07-01', count: 1 }]);
	}
});

test('a single choice of customers has its label, which their records leave out', async () => {
	const rows = await summary({ groupBy: groupBy('Level') }, 'customer.getMany');
	expect(rows.map(({ Level }) => Level)).toEqual(
		expect.arrayContaining(['Gold', 'Silver', 'Bronze']),
	);
});

test('a reference that is not there is null with its ID, and comes last', async () => {
	await fixture.write('customer', [{ name: 'Of no industry', industryId: null }]);
	const rows = await summary({ groupBy: groupBy('industry') }, 'customer.getMany');
	expect(rows.at(-1)).toEqual({ industry: null, industryId: null, count: 1 });
	expect(rows.filter(({ industryId }) => industryId === null)).toHaveLength(1);
});

test('actions, by whether they are scheduled and by who is invited', async () => {
	const rows = await summary(
		{ customerId: 'all', groupBy: groupBy('active', 'Invitees') },
		'customerAction.getMany',
	);
	const actions = await fixture.records('customerAction.getMany', {
		parameters: { customerId: 'all', returnAll: true },
	});
	expect(rows.reduce((sum, { count }) => sum + (count as number), 0)).toBe(actions.length);
	expect(new Set(rows.map(({ active }) => active))).toEqual(new Set([true, false]));
});

test('custom objects, whose fields nobody describes', async () => {
	const objects = await fixture.records('customObject.getMany', {
		parameters: { customObjectDefKey: 'ticket', returnAll: true },
	});
	const rows = await summary(
		{ customObjectDefKey: 'ticket', groupBy: groupBy('status') },
		'customObject.getMany',
	);
	expect(rows.length).toBeGreaterThan(2);
	for (const { status, count } of rows) {
		const own = objects.filter((each) => (each.status ?? null) === status);
		expect([status, count]).toEqual([status, own.length]);
	}
});

test('nothing found: one item with count 0, and no group', async () => {
	const none = { filters: { searchWord: 'no deal is called so' } };
	const computed = values(
		['amount', 'sum'],
		['totalCost', 'sum'],
		['amount', 'average'],
		['createdAt', 'largest'],
	);
	expect(await summary({ ...none, values: computed })).toEqual([
		{ count: 0, amountSum: 0, totalCostSum: '0', amountAverage: null, createdAtLargest: null },
	]);
	expect(await summary({ ...none, groupBy: groupBy('phase') })).toEqual([]);
});
