/** A list over several pages: each record once and in order, in one run or in several. */
import type { IDataObject } from 'n8n-workflow';
import tables from './longLists.json';
import { many } from '../support/many';
import { toolType } from '../../harness';
import { byId, useNodeFixture, type Call } from '../support/nodeFixture';
import { pageOf } from '../support/memoryService';
import { table } from '../support/table';
import { usual } from '../support/testSandbox';
import { runOn } from './support/service';

/** Several full pages, and a part of one. */
const DEALS = 2_400;
const DAY = 86_400_000;

const newest = Math.floor(Date.now() / 1000) * 1000 - DAY;
const iso = (minutes: number) => new Date(newest - minutes * 60_000).toISOString();

const fixture = useNodeFixture({ seed: 'empty' });
beforeAll(async () => {
	// Times are shown to the second at times, and of two in one second only the service knows the order.
	await fixture.options(usual);
	await fixture.write(
		'deal',
		many(DEALS, (at) => ({
			name: at % 2 === 0 ? 'Even' : 'Odd',
			createdAt: iso(((at * 7) % DEALS) + 5 * 1440),
			updatedAt: iso((at * 11) % (DEALS - 100)),
		})),
	);
});

const limits = async () =>
	(await fixture.requests()).map(({ query }) => new URLSearchParams(query).get('limit'));
const run = async (parameters: IDataObject, call: Call = {}, operation = 'deal.getMany') =>
	await fixture.run(operation, { ...call, parameters });
const idsOf = (records: readonly IDataObject[]) => records.map(({ id }) => id as number);
const read = async (operation: string, parameters: IDataObject) =>
	idsOf(
		await fixture.records(operation, {
			parameters: { returnAll: true, output: 'selectedFields', outputFields: 'id', ...parameters },
		}),
	);
/** A Page Limit reads page after page. */
const PAGE_AFTER_PAGE = { options: { pageLimit: 1_000 } };

test.each(
	table<(typeof tables.inParallel)[number]>(tables.inParallel, { from: iso(2100), to: iso(100) }),
)(
	'$what: the same records in the same order as page after page',
	async ({ operation, asked, count }) => {
		const serially = await read(operation, { ...asked, ...PAGE_AFTER_PAGE });
		expect(new Set(serially).size).toBe(serially.length);
		expect(serially.length).toBeGreaterThan(1_000);
		expect(serially).toHaveLength(count ?? serially.length);
		await fixture.requests();
		expect(await read(operation, asked)).toEqual(serially);
		expect((await limits()).length).toBeLessThanOrEqual(DEALS / 400);
	},
);

test.each([2, 3])('an old deal that changes at request %d of all comes once', async (place) => {
	const at = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
	const deals = many(DEALS, (minute) => ({
		...{ id: minute + 1, name: 'before', updatedAt: at(10 * DEALS - minute) },
	}));
	const { items } = await runOn('deal.getMany', {
		parameters: { returnAll: true },
		respond: ({ query }, number) => {
			if (number === place) Object.assign(deals[2]!, { name: 'after', updatedAt: at(0) });
			const { records, ...paging } = pageOf(deals, { sort: '-updatedAt', ...query });
			const headers = { date: new Date().toUTCString() };
			return { headers, body: { deals: records, ...paging } };
		},
	});
	const read = items.map(({ json }) => json);
	expect(new Set(idsOf(read)).size).toBe(DEALS);
	expect(read).toHaveLength(DEALS);
});

test('custom objects, which are listed in ascending order alone (v2 §4.11), keep it over several pages', async () => {
	const objects = many(150, (at) => ({
		...{ id: at + 1, updatedAt: new Date(Date.now() - DAY + at * 60_000).toISOString() },
	}));
	const { items } = await runOn('customObject.getMany', {
		parameters: { customObjectDefKey: 'asset', returnAll: true },
		respond: ({ query }) => {
			const { records, ...paging } = pageOf(objects, query, { most: 100 });
			return {
				headers: { date: new Date().toUTCString() },
				body: { customObjects: records, ...paging },
			};
		},
	});
	expect(idsOf(items.map(({ json }) => json))).toEqual(idsOf(objects));
});

test.each(tables.requests)('$parameters', async ({ parameters, count, asked }) => {
	const ids = idsOf(await fixture.records('deal.getMany', { parameters }));
	expect(ids).toHaveLength(count);
	expect(new Set(ids).size).toBe(count);
	expect(await limits()).toEqual(asked);
});

test.each(tables.parts)(
	'$what and Start Cursor read a list in parts, without loss or repetition',
	async ({ parameters, first, asked }) => {
		const ids: unknown[] = [];
		let options: IDataObject | undefined = first;
		while (options && ids.length < 2 * DEALS) {
			const { items, hints, error } = await run({ ...parameters, options });
			expect(error).toBeUndefined();
			ids.push(...items.map(({ json }) => json.id));
			const next = items.at(-1)?.json._next as { startCursor: string } | undefined;
			expect(items.filter(({ json }) => '_next' in json)).toHaveLength(next ? 1 : 0);
			if (next && 'pageLimit' in first) expect(hints[0]?.message).toContain('Start Cursor');
			options = next && { ...first, startCursor: next.startCursor };
		}
		expect(ids).toHaveLength(DEALS);
		expect(new Set(ids).size).toBe(DEALS);
		expect(await limits()).toEqual(asked);
	},
);

describe('a list that is cut says so, whatever its total says (S2)', () => {
	const cut = (shown: string, many: string) =>
		`These are the first ${shown} ${many}: for the others, raise Limit or turn on Return All.`;
	const page = (count: number, more: IDataObject = {}) => {
		const records = many(count, (at) => ({ id: at + 1 }));
		return { body: { ...more, ...Object.fromEntries(LISTS.map((name) => [name, records])) } };
	};
	const LISTS = ['users', 'roles', 'userGroups', 'contacts', 'customObjects', 'deals'];
	const goesOn = { hasMore: true, nextCursor: 'next', totalCount: 0 };
	const asset = { customObjectDefKey: 'asset' };

	test.each([
		['user.getMany', { limit: 50 }, page(100), cut('50', 'users')],
		['user.getMany', { limit: 50 }, page(100, { totalCount: 0 }), cut('50', 'users')],
		['user.getMany', { limit: 50 }, page(51, { totalCount: 60 }), cut('50 of 60', 'users')],
		['role.getMany', { limit: 3 }, page(4), cut('3', 'roles')],
		['userGroup.getMany', { limit: 3 }, page(4), cut('3', 'user groups')],
		['dealContact.getMany', { limit: 3, dealId: byId(1) }, page(4), cut('3', 'deal contacts')],
		[
			'customObject.getMany',
			{ ...asset, limit: 50 },
			page(100, goesOn),
			cut('50', 'custom objects'),
		],
		[
			'customObject.getMany',
			{ ...asset, limit: 100 },
			page(100, goesOn),
			cut('100', 'custom objects'),
		],
		['user.getMany', { limit: 4 }, page(4), undefined],
	])('%s, %j', async (operation, parameters, answer, told) => {
		const call = { parameters, respond: () => answer };
		const { hints, error } = await runOn(operation, call);
		expect(error?.message).toBeUndefined();
		expect(hints.map(({ message }) => message)).toEqual(told === undefined ? [] : [told]);
	});

	test.each([
		['user.getMany', page(100), cut('50', 'users')],
		['deal.getMany', page(50, goesOn), 'These are 50 deals.'],
	])('an agent is told of %s', async (operation, answer, note) => {
		const call = { parameters: { limit: 50 }, respond: () => answer };
		const { items } = await runOn(operation, { ...call, type: toolType });
		expect(items.at(-1)?.json._next).toMatchObject({ note });
	});
});

test('each input item reads its own list, of nothing as well, and its records are paired with it', async () => {
	const filters = { searchWord: '={{ $json.word }}' };
	const input = ['Even', 'nobody', 'Odd'].map((word) => ({ word }));
	const { items, error } = await run({ limit: 1, filters }, { input });
	expect(error).toBeUndefined();
	expect(items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 2 }]);
});

test.each([
	{ error: 'The response size of 11 MB exceeds the limit of 10 MB' },
	{ error: 'INTERNAL', messages: ['The response size of 11 MB exceeds the limit of 10 MB'] },
])('v1, which refuses responses above 10 MB, is asked for less: %j (v1 §7, §8)', async (body) => {
	const deals = many(350, (at) => ({ id: at + 1 }));
	const { items } = await runOn('deal.getMany', {
		...{ version: 'v1', parameters: { returnAll: true } },
		respond: ({ query }) => {
			if (Number(query.limit) > 100) return { status: 500, body };
			const { records, totalCount } = pageOf(deals, query);
			return { body: { deals: records, totalCount } };
		},
	});
	expect(idsOf(items.map(({ json }) => json))).toEqual(idsOf(deals));
});

test('rows of several deal types that v1 refuses are told as the input items', async () => {
	const bulkErrors = [{ index: 1, messages: ['no such user'] }];
	const { error } = await runOn('deal.updateMany', {
		version: 'v1',
		parameters: {
			...{ dealType: '={{ $json.type }}', dealId: '={{ $json.id }}' },
			updateFields: { name: 'x' },
		},
		input: [1, 2, 1, 2].map((type, at) => ({ id: at + 1, type })),
		respond: ({ path }) =>
			path.includes('/2/') ? { status: 500, body: { error: 'REFUSED', bulkErrors } } : undefined,
	});
	expect(error).toMatchObject({ context: { itemIndex: 3 } });
	expect(error?.message).toMatch(/Item 3: no such user/);
});

test('a cursor of another sort is an error that names the list (v2 §4)', async () => {
	const { error } = await run({ returnAll: true, options: { startCursor: 'nonsense' } });
	expect(error?.message).toMatch(/Deal: Get Many, HTTP 400/);
});
