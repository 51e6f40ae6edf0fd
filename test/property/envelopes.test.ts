/** However a list is wrapped and its paging fields are called, its records are read the same. */
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { ROUTES, type OperationId } from '../../nodes/SalesManagement/api/routes';
import type { PageRead } from '../../nodes/SalesManagement/api/listing';
import { textOf } from '../../nodes/SalesManagement/values';
import { listingOf, PageSize, readPage } from '../../nodes/SalesManagement/api/pageParts';
import { clientOf } from '../unit/support/testClient';

/** What a list is asked within. */
const WITHIN = { customerId: 1, contactId: 1, dealId: 1, customObjectDefKey: 'ticket' };
const PATH = { ...WITHIN, itemKey: 'a' };

const LISTS = (['v2', 'v1'] as const).flatMap((version) =>
	Object.entries(ROUTES[version]).flatMap(([operation, { list }]) =>
		list ? [{ version, operation: operation as OperationId, ...list }] : [],
	),
);
type List = (typeof LISTS)[number];

const readAs = async ({ version, operation }: List, body: unknown): Promise<PageRead> => {
	const kind = version === 'v1' ? 'v1ApiKey' : 'personalToken';
	const client = clientOf(() => ({ body: structuredClone(body) }), { kind });
	const listing = listingOf(client, { operation, path: PATH, body: { filter: {} } }, {});
	return (await readPage(listing, { limit: 1000 }, new PageSize(1000)))!;
};

/** Texts that look like ids, among others: no value of a record is an id but under the name of one. */
const text = fc.constantFrom('7', 'A', '', '007', '2026-11-21T08:00:00Z');
const id = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER });
const reference = fc.record({ id, name: text });
const record = fc.record(
	{
		id,
		name: text,
		amount: fc.oneof(fc.integer(), text),
		customer: fc.option(reference),
		dealContacts: fc.array(reference, { maxLength: 2 }),
		dealCustoms: fc.array(fc.record({ id, dealCustomItemId: id, value: text }), { maxLength: 2 }),
	},
	{ requiredKeys: ['id'] },
);
const paging = fc.record(
	{
		hasMore: fc.boolean(),
		nextCursor: fc.option(fc.constantFrom('abc', '10', '')),
		totalCount: fc.nat({ max: 9 }),
		page: fc.integer({ min: 1, max: 9 }),
	},
	{ requiredKeys: ['hasMore'] },
);
type Paging = typeof paging extends fc.Arbitrary<infer Value> ? Value : never;

const lists = fc.constantFrom(...LISTS);
const pages = fc.array(record, { maxLength: 4 });

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const renamed = (object: object, name: (each: string) => string) =>
	Object.fromEntries(Object.entries(object).map(([key, value]) => [name(key), value as unknown]));

type Wrap = (records: unknown[], paging: Paging, list: List) => unknown;
const WRAPS: Readonly<Record<string, Wrap>> = {
	data: (data, said) => ({ data, ...said }),
	items: (items, said) => ({ items, ...renamed(said, snake) }),
	'another spelling': (records, said, { plural }) => ({
		[snake(plural)]: records,
		...renamed(said, snake),
	}),
	'data and meta': (data, said) => ({ success: true, data, meta: said }),
	pagination: (results, said) => ({ results, pagination: renamed(said, snake) }),
	page: (records, said) => ({ records, page: said }),
	'wrapped twice': (records, said, { plural }) => ({ data: { [plural]: records, ...said } }),
	'beside an empty list': (data, said) => ({ data, ...said, included: [] }),
};

test('any documented answer is read as it stands', async () => {
	await fc.assert(
		fc.asyncProperty(lists, pages, paging, async (list, records, said) => {
			const page = await readAs(list, { [list.plural]: records, ...said });
			const { hasMore, nextCursor, totalCount } = said;
			expect(page).toEqual({
				...{ records, more: hasMore },
				...(records.length === 0 && (!hasMore || totalCount === 0) && { isEmptyTold: true }),
				...(nextCursor && { nextCursor }),
				...(totalCount !== undefined && { totalCount }),
			});
		}),
	);
});

test.each(Object.entries(WRAPS))('the same of one in %s', async (_name, wrap) => {
	await fc.assert(
		fc.asyncProperty(lists, pages, paging, async (list, records, said) => {
			const documented = await readAs(list, { [list.plural]: records, ...said });
			const { envelope: _, ...other } = await readAs(list, wrap(records, said, list));
			expect(other).toEqual(documented);
		}),
	);
});

/** Every id of a record as text. */
const asText = (value: unknown): unknown => {
	if (Array.isArray(value)) return value.map(asText);
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(
		Object.entries(value as IDataObject).map(([key, each]) => [
			key,
			/^id$|ItemId$/.test(key) ? textOf(each) : asText(each),
		]),
	);
};

test('the same of one whose ids are text, in any envelope', async () => {
	const ofOurNames = LISTS.filter(({ operation }) => !operation.startsWith('customObject'));
	const wraps = fc.constantFrom(...Object.values(WRAPS));
	await fc.assert(
		fc.asyncProperty(
			fc.constantFrom(...ofOurNames),
			pages,
			paging,
			wraps,
			async (list, records, said, wrap) => {
				const documented = await readAs(list, { [list.plural]: records, ...said });
				const body = wrap(records.map(asText), said, list);
				const { envelope: _, ...other } = await readAs(list, body);
				expect(other).toEqual(documented);
			},
		),
	);
});

test('two lists of records in an unknown envelope are never read', async () => {
	const some = fc.array(record, { minLength: 1, maxLength: 3 });
	const two = fc.constantFrom(['data', 'included'], ['things', 'others'], ['items', 'data']);
	await fc.assert(
		fc.asyncProperty(lists, some, some, two, async (list, one, other, [first, second]) => {
			const body = { [first]: one, [second]: other, hasMore: false };
			await expect(readAs(list, body)).rejects.toThrow(/^The response has no list/);
		}),
	);
});
