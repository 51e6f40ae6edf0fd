/** Counts that the service's totals give: one request a group, and the same as reading everything. */
import type { IDataObject } from 'n8n-workflow';
import { ROUTES } from '../../nodes/SalesManagement/api/routes';
import { hasTotals } from '../support/speaks';
import { startNodeFixture, type NodeFixture } from './support/nodeFixture';

/** A tenth of what the service gives at a time, so that as many pages hold a tenth of the deals. */
const PAGE = 100;
for (const operation of ['deal.getMany', 'deal.search'] as const) {
	Object.assign(ROUTES.v2[operation]!.list!, { pageSize: PAGE });
}

/** More pages than there are phases or levels, fewer than phases of each user. */
const DEALS = 14 * PAGE;

let fixture: NodeFixture;
let seeded: IDataObject[];
beforeAll(async () => {
	fixture = await startNodeFixture();
	seeded = await fixture.records('deal.getMany', { parameters: { returnAll: true } });
	const phases = [1, 2, 3, 4];
	await fixture.write(
		'deal',
		Array.from({ length: DEALS }, (_, at) => ({
			name: `Many ${at}`,
			...{ dealType: { id: 1 }, phase: { id: phases[(at * 7) % 4] }, user: { id: (at % 3) + 1 } },
			reason: 'Any',
			dealCustoms: [
				at % 5 === 0 ? [] : { itemKey: 'deal_single_select', value: (at % 3) + 1 },
			].flat(),
		})),
	);
});
afterAll(async () => await fixture.close());
beforeEach(async () => {
	await fixture.requests();
});

const groupBy = (...fields: string[]) => ({ values: fields.map((field) => ({ field })) });
const conditions = {
	values: [{ field: 'name', operator: 'contains', value: 'Many' }],
};
const summary = async (parameters: IDataObject, operation = 'deal.search') =>
	await fixture.records(operation, {
		parameters: {
			output: 'summary',
			...(operation === 'deal.search' ? { conditions } : {}),
			...parameters,
		},
	});
/** The same by reading: something to compute leaves no other way. */
async function byReading(parameters: IDataObject): Promise<IDataObject[]> {
	const values = { values: [{ field: 'id', function: 'smallest' }] };
	const rows = await summary({ ...parameters, values });
	return rows.map(({ idSmallest: _, ...row }) => row);
}
/** Requests for records, by the number that they ask for. */
const limits = async () =>
	(await fixture.requests())
		.filter(({ path }) => path.startsWith('/v2/deals'))
		.map(({ query }) => Number(new URLSearchParams(query).get('limit')));
/**
 * Every request asks for a total only. Where the service gives none it is asked once, and then
 * everything is read.
 */
async function expectCounted(requests?: number): Promise<void> {
	const asked = await limits();
	if (!hasTotals(fixture.sandbox)) {
		expect(asked.length).toBeGreaterThan(2);
		expect(asked).toEqual([1, ...asked.slice(1).map(() => PAGE)]);
		return;
	}
	expect(asked).toEqual(Array.from({ length: requests ?? asked.length }, () => 1));
}
const sum = (rows: readonly IDataObject[]) =>
	rows.reduce((total, { count }) => total + (count as number), 0);

test.each([
	['deal.search', {}, DEALS],
	['deal.getMany', { filters: { searchWord: 'Many 1' } }, undefined],
])('%s without a group is one request', async (operation, parameters, count) => {
	const rows = await summary(parameters, operation);
	expect(rows).toEqual([{ count: count ?? expect.any(Number) }]);
	await expectCounted(1);
});

test('a search by phase is one request a phase, one for none and one for all', async () => {
	const rows = await summary({ groupBy: groupBy('phase') });
	// Two deal types have four phases each.
	await expectCounted(1 + 8 + 1);
	expect(sum(rows)).toBe(DEALS);
	expect(rows).toEqual(await byReading({ groupBy: groupBy('phase') }));
	expect((await limits()).length).toBeGreaterThanOrEqual(DEALS / PAGE);
});

test('a search by a choice is one request an option, and the empty ones are a group', async () => {
	const rows = await summary({ groupBy: groupBy('Level') });
	const times = (holds: (at: number) => boolean) =>
		Array.from({ length: DEALS }, (_, at) => at).filter(holds).length;
	expect(rows).toEqual([
		...['Gold', 'Silver', 'Bronze'].map((Level, option) => ({
			...{ Level, count: times((at) => at % 5 !== 0 && at % 3 === option) },
		})),
		{ Level: null, count: times((at) => at % 5 === 0) },
	]);
	await expectCounted();
});

test('a list is counted by its own filter', async () => {
	const rows = await summary({ groupBy: groupBy('dealType') }, 'deal.getMany');
	await expectCounted(3);
	const ofFirst = seeded.filter(({ dealType }) => (dealType as IDataObject).id === 1).length;
	expect(rows.map(({ dealTypeId, count }) => [dealTypeId, count])).toEqual([
		[1, DEALS + ofFirst],
		[2, seeded.length - ofFirst],
	]);
});

test('a list is not counted by a search, whose index may lag behind it', async () => {
	const rows = await summary({ groupBy: groupBy('phase') }, 'deal.getMany');
	expect((await limits()).filter((limit) => limit === PAGE).length).toBeGreaterThan(12);
	expect(sum(rows)).toBe(DEALS + 60);
});

test('where the groups would be as many requests as pages, everything is read', async () => {
	const rows = await summary({ groupBy: groupBy('phase', 'user') });
	expect((await limits()).filter((limit) => limit === PAGE).length).toBeGreaterThan(12);
	expect(sum(rows)).toBe(DEALS);
});

test('where the groups lack some of the records, everything is read', async () => {
	// Users who have left are in no list.
	const [gone] = await fixture.write('user', [
		{ name: 'Gone', email: 'gone@sales.example', deleted: true },
	]);
	await fixture.write('deal', [{ name: 'Many of one who has left', user: { id: gone } }]);
	const rows = await summary({ groupBy: groupBy('user') });
	expect(sum(rows)).toBe(DEALS + 1);
	expect(rows).toContainEqual({ user: 'Gone', userId: gone, count: 1 });
	expect(await limits()).toContain(PAGE);
});

test('a short list is read: that takes fewer requests', async () => {
	const rows = await summary({
		...{ groupBy: groupBy('phase') },
		conditions: { values: [{ field: 'name', operator: 'contains', value: 'Many 12' }] },
	});
	expect(rows).toHaveLength(4);
	expect((await limits()).filter((limit) => limit === PAGE).length).toBeGreaterThan(0);
	expect((await limits()).length).toBeLessThan(5);
});
