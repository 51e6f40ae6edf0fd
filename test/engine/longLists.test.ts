/** Return All of a list of many pages, on n8n's real engine. */
import type { IDataObject } from 'n8n-workflow';
import { hasTotals } from '../support/speaks';
import { usual } from '../support/testSandbox';
import { startNodeFixture, type NodeFixture } from './support/nodeFixture';

const DEALS = 5_400;
const DAY = 86_400_000;

describe('a list of more than five pages', () => {
	let fixture: NodeFixture;
	beforeAll(async () => {
		fixture = await startNodeFixture({ seed: 'empty' });
		// Times are shown to the second at times, and of two in one second only the service knows the order.
		await fixture.steer('PATCH', '/options', usual);
		const newest = Math.floor(Date.now() / 1000) * 1000 - DAY;
		const rows = Array.from({ length: DEALS }, (_, at) => ({
			name: at % 2 === 0 ? 'Even' : 'Odd',
			createdAt: new Date(newest - ((at * 7) % DEALS) * 60_000 - 5 * DAY).toISOString(),
			updatedAt: new Date(newest - ((at * 11) % (DEALS - 100)) * 60_000).toISOString(),
		}));
		await fixture.write('deal', rows);
	});
	afterAll(async () => await fixture.close());
	beforeEach(async () => {
		await fixture.requests();
	});

	const read = async (operation: string, parameters: IDataObject): Promise<unknown[]> => {
		const records = await fixture.records(operation, {
			parameters: { returnAll: true, output: 'selectedFields', outputFields: 'id', ...parameters },
		});
		return records.map(({ id }) => id);
	};
	/** A Page Limit reads page after page. */
	const pageAfterPage = { options: { pageLimit: 1_000 } };
	/** A list in parts needs totals; without them it is read page after page. */
	const isDivided = () => hasTotals(fixture.sandbox);
	const queries = async () =>
		(await fixture.requests()).map(({ query }) => new URLSearchParams(query));

	test.each<[string, IDataObject]>([
		['as the service sorts it', {}],
		['oldest change first', { sort: { order: 'updatedAt' } }],
		['newest first', { sort: { order: '-createdAt' } }],
	])('%s: the same records in the same order as page after page', async (_, parameters) => {
		const serially = await read('deal.getMany', { ...parameters, ...pageAfterPage });
		await fixture.requests();
		const ids = await read('deal.getMany', parameters);
		expect(ids).toHaveLength(DEALS);
		expect(ids).toEqual(serially);
		const asked = await queries();
		expect(asked.some((query) => query.has('updatedAtTo'))).toBe(isDivided());
		expect(asked.some((query) => query.has('cursor'))).toBe(!isDivided());
		expect(asked.length).toBeLessThanOrEqual(11);
	});

	test('within the window and the filters that the user gave', async () => {
		const filters = {
			updatedAtFrom: new Date(Date.now() - 4.9 * DAY).toISOString(),
			updatedAtTo: new Date(Date.now() - 1.1 * DAY).toISOString(),
			searchWord: 'e',
		};
		const serially = await read('deal.getMany', { filters, ...pageAfterPage });
		expect(serially.length).toBeGreaterThan(2_000);
		expect(await read('deal.getMany', { filters })).toEqual(serially);
	});

	test('a search', async () => {
		const conditions = {
			values: [
				{ field: 'name', operator: 'isOneOf', value: ['Even', 'Odd'] },
				{ field: 'id', operator: 'greaterThan', value: 100 },
			],
		};
		const parameters = { conditions, match: 'all' };
		const serially = await read('deal.search', { ...parameters, ...pageAfterPage });
		expect(serially).toHaveLength(DEALS - 100);
		await fixture.requests();
		expect(await read('deal.search', parameters)).toEqual(serially);
		const asked = await queries();
		expect(asked.some((query) => query.has('cursor'))).toBe(!isDivided());
	});

	test('a limit below the total asks page after page, for no more than it returns', async () => {
		const ids = await fixture.records('deal.getMany', { parameters: { limit: 1_500 } });
		expect(ids).toHaveLength(1_500);
		const asked = await queries();
		expect(asked.map((query) => query.get('limit'))).toEqual(['1000', '500']);
		expect(asked.some((query) => query.has('updatedAtTo'))).toBe(false);
	});

	test('a list of five pages is read as before', async () => {
		const filters = { updatedAtFrom: new Date(Date.now() - 2.5 * DAY).toISOString() };
		const ids = await read('deal.getMany', { filters });
		const asked = await queries();
		expect(asked).toHaveLength(Math.ceil(ids.length / 1_000));
		expect(asked.filter((query) => query.has('cursor'))).toHaveLength(asked.length - 1);
	});

	test('read again, it shows what has changed meanwhile', async () => {
		const ids = await read('deal.getMany', {});
		expect(ids).toEqual(await read('deal.getMany', pageAfterPage));

		const [deal, another] = [ids.at(-1), ids[2_000]].map(Number);
		await fixture.records('deal.update', {
			parameters: { dealId: deal, updateFields: { name: 'Even' } },
		});
		await fixture.records('deal.delete', { parameters: { dealId: another } });
		const after = await read('deal.getMany', {});
		expect(after[0]).toBe(deal);
		expect(after).toHaveLength(DEALS - 1);
		expect(after).toEqual(await read('deal.getMany', pageAfterPage));
	});
});
