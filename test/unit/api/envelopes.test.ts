/** Lists that are wrapped or named otherwise than the documents show (v2 §4): read as what they show. */
import type { IDataObject } from 'n8n-workflow';
import type { ServiceError } from '../../../nodes/SalesManagement/api/errors';
import { listingOf, pageAt, PageSize } from '../../../nodes/SalesManagement/api/pageParts';
import { DEALS, idsOf, read, records } from '../support/pagedService';
import { clientOf, failureOf, type Respond } from '../support/testClient';

const V1 = { kind: 'v1ApiKey' } as const;
const GROUPS = { operation: 'userGroup.getMany' } as const;
const ACTIONS = { operation: 'customerAction.getMany', path: { customerId: 'all' } } as const;
const FOUND = records(3);
const answering = (body: unknown, headers: Record<string, unknown> = {}) =>
	clientOf(() => ({ body, headers }));

describe('a list is known by its shape', () => {
	test.each<[string, unknown]>([
		['data', { data: FOUND, hasMore: false }],
		['items', { items: FOUND, hasMore: false, nextCursor: null }],
		['results', { results: FOUND }],
		['a bare list', FOUND],
		['another name', { opportunities: FOUND, hasMore: false }],
		['capital letters', { Deals: FOUND }],
		['the plural within data', { data: { deals: FOUND }, hasMore: false }],
		['items within the plural', { deals: { items: FOUND, hasMore: false } }],
		['a list beside one of texts', { data: FOUND, columns: ['id'] }],
		['a list beside an empty one', { data: FOUND, included: [], links: [] }],
		['its own name beside another list', { Deals: FOUND, users: records(2) }],
		['a success that says so', { success: true, code: 200, message: 'ok', data: FOUND }],
	])('%s', async (_name, body) => {
		expect(idsOf(await read(answering(body), DEALS))).toEqual([1, 2, 3]);
	});

	test.each([
		['snake case', GROUPS, { user_groups: FOUND, totalCount: 3, page: 1 }],
		['snake case, empty', GROUPS, { user_groups: [] }],
		['the full name', ACTIONS, { customerActions: FOUND, hasMore: false }],
		['the full name, empty', ACTIONS, { customer_actions: [], hasMore: false }],
	])('%s', async (name, request, body) => {
		const expected = name.endsWith('empty') ? [] : [1, 2, 3];
		expect(idsOf(await read(answering(body), request))).toEqual(expected);
	});

	test('an empty list has to have a name of lists', async () => {
		expect(idsOf(await read(answering({ data: [], hasMore: false }), DEALS))).toEqual([]);
		const { message } = await failureOf(read(answering({ warnings: [], hasMore: false }), DEALS));
		expect(message).toContain('but {warnings: an empty list, hasMore: a boolean}');
	});
});

describe('where two things may be meant, nothing is guessed', () => {
	test.each<[string, unknown, string]>([
		[
			'two lists of objects',
			{ opportunities: FOUND, accounts: records(2) },
			'{opportunities: a list of 3 objects, accounts: a list of 2 objects}',
		],
		[
			'data beside what is included',
			{ data: FOUND, included: records(1) },
			'{data: a list of 3 objects, included: a list of 1 object}',
		],
		[
			'an empty data beside what is included',
			{ data: [], included: records(1) },
			'{data: an empty',
		],
		['two empty lists', { data: [], items: [] }, '{data: an empty list, items: an empty list}'],
		['the list of another resource', { customers: FOUND }, '{customers: a list of 3 objects}'],
		[
			'objects without an ID',
			{ opportunities: [{ name: 'A' }] },
			'{opportunities: a list of 1 object}',
		],
		['two lists of its own name', { Deals: FOUND, DEALS: FOUND }, '{Deals: a list of 3'],
		['an object that is no wrapper', { customer: { things: FOUND } }, '{customer: {things: a list'],
	])('%s', async (_name, body, shape) => {
		const { message } = await failureOf(read(answering(body), DEALS));
		expect(message).toContain(`The response has no list "deals", but ${shape}`);
		expect(message).toMatch(/so check the Base URL .*, or run Account > Check, which finds out/);
	});

	test('an error tells what came by its shape, never by its values', async () => {
		const secret = 'jane@example.com';
		const body = {
			...{ mail: secret, nothing: null, deep: { er: { still: secret } }, list: [secret, 1] },
			...Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`n${at}`, true])),
			['long'.repeat(50)]: 1,
		};
		const { message } = await failureOf(read(answering(body), DEALS));
		expect(message).toContain(
			'{mail: a text, nothing: nothing, deep: {er: an object}, list: a list of 2 values, n0: a boolean',
		);
		expect(message).toContain('and 17 more}');
		expect(message).not.toContain(secret);
	});
});

/** 25 deals in pages of 10, wrapped by the test. */
const wrapping =
	(wrap: (found: IDataObject[], next: string | null, total: number) => unknown): Respond =>
	({ query }) => {
		const from = Number(query.cursor ?? 0);
		const found = records(25).slice(from, from + 10);
		return { body: wrap(found, from + 10 < 25 ? String(from + 10) : null, 25) };
	};
const ALL = records(25).map(({ id }) => id);

describe('the paging fields are found', () => {
	test.each<[string, Parameters<typeof wrapping>[0]]>([
		[
			'in snake case',
			(deals, next, total) => ({
				...{ deals, has_more: next !== null },
				...{ next_cursor: next, total_count: total },
			}),
		],
		['with short names', (data, next, total) => ({ data, more: next !== null, next, total })],
		[
			'in meta',
			(data, next, totalCount) => ({
				data,
				meta: { hasMore: next !== null, nextCursor: next, totalCount },
			}),
		],
		[
			'in pagination',
			(deals, next, total) => ({
				deals,
				pagination: { has_more: next !== null, next_cursor: next, total_count: total },
			}),
		],
		[
			'in page',
			(items, next, total) => ({ items, page: { next_cursor: next, totalCount: total } }),
		],
		[
			'in a part of meta',
			(data, next, total) => ({ data, meta: { pagination: { nextCursor: next, total } } }),
		],
		[
			'beside a wrapped list',
			(deals, next, totalCount) => ({ data: { deals, nextCursor: next, totalCount } }),
		],
		[
			'without hasMore',
			(deals, next, totalCount) => ({ deals, nextCursor: next ?? undefined, totalCount }),
		],
		[
			'as text and numbers',
			(deals, next, total) => ({
				...{ deals, hasMore: String(next !== null) },
				...{ nextCursor: next === null ? '' : Number(next), totalCount: String(total) },
			}),
		],
	])('%s', async (_name, wrap) => {
		const read25 = await read(clientOf(wrapping(wrap)), DEALS, { pageSize: 10 });
		expect(idsOf(read25)).toEqual(ALL);
		expect(read25[0]).toMatchObject({ nextCursor: '10', totalCount: 25 });
		expect(read25[2]).not.toHaveProperty('nextCursor');
	});

	test('in the headers of a bare list', async () => {
		const client = clientOf((request, number) => {
			const { body } = wrapping((found, next) => [found, next])(request, number) as {
				body: [IDataObject[], string | null];
			};
			const headers = { 'x-total-count': '25', 'x-has-more': String(body[1] !== null) };
			return {
				headers: body[1] === null ? headers : { ...headers, 'x-next-cursor': body[1] },
				body: body[0],
			};
		});
		const read25 = await read(client, DEALS, { pageSize: 10 });
		expect(idsOf(read25)).toEqual(ALL);
		expect(read25[0]).toMatchObject({ nextCursor: '10', totalCount: 25 });
	});

	test('headers say nothing of a list that has a body for it', async () => {
		const headers = { 'x-has-more': 'true', 'x-total-count': '9' };
		const [page] = await read(answering({ deals: FOUND, hasMore: false }, headers), DEALS);
		expect(page).not.toHaveProperty('totalCount');
		expect(idsOf(await read(answering({ deals: FOUND }, headers), DEALS))).toEqual([1, 2, 3]);
	});

	test('the documented ones go before all others', async () => {
		const body = {
			...{ deals: FOUND, more: true, hasMore: false, nextCursor: null, next: 'x' },
			...{ totalCount: 3, total: 99, meta: { totalCount: 77, hasMore: true } },
		};
		const [page, ...others] = await read(answering(body), DEALS);
		expect(page).toMatchObject({ totalCount: 3 });
		expect(others).toEqual([]);
	});

	test.each(['nextCursor', 'next_cursor'])(
		'a %s is passed on, whatever it looks like',
		async (name) => {
			const client = clientOf((_request, number) => ({
				body: { deals: records(2, number * 2), [name]: number === 1 ? '/w==' : null },
			}));
			await read(client, DEALS);
			expect(client.requests[1]?.query).toMatchObject({ cursor: '/w==' });
		},
	);

	test.each([{ nextCursor: { id: 1 } }, { hasMore: 'no', has_more: false }])(
		'%j says what it says under the documented name, and no other is asked',
		async (said) => {
			const body = { deals: FOUND, ...said, total_count: [], meta: { totalCount: {} } };
			const listing = read(answering(body), DEALS);
			await expect(listing).rejects.toThrow(/^More records are announced without a cursor/);
		},
	);

	test('an address is no cursor', async () => {
		for (const next of ['https://service.example/v2/deals?cursor=10', '/v2/deals?cursor=10']) {
			const { message } = await failureOf(
				read(answering({ data: records(10), next }), DEALS, { pageSize: 10 }),
			);
			expect(message).toMatch(/^The response does not say whether more than these 10 records/);
		}
	});
});

describe('a page shorter than asked is a page', () => {
	test.each([{ hasMore: true }, { has_more: true }, { meta: { hasMore: true } }])(
		'of a page list, as long as the service says more: %j',
		async (more) => {
			const client = clientOf(({ query }) => {
				const page = Number(query.page);
				const found = records(40, (page - 1) * 40 + 1);
				return { body: { users: found, ...(page < 3 ? more : {}) } };
			});
			expect(idsOf(await read(client, { operation: 'user.getMany' }))).toHaveLength(120);
			expect(client.requests).toHaveLength(3);
		},
	);

	test('read one by one as well', async () => {
		const client = clientOf(() => ({ body: { users: FOUND, hasMore: true } }));
		const listing = listingOf(client, { operation: 'user.getMany' }, {});
		expect((await pageAt(listing, new PageSize(100)))?.next).toBe('2:3');
		const last = clientOf(() => ({ body: { users: FOUND, hasMore: false } }));
		const end = listingOf(last, { operation: 'user.getMany' }, {});
		expect(await pageAt(end, new PageSize(100))).not.toHaveProperty('next', expect.anything());
	});
});

describe('a full page of which nothing says whether it is the last', () => {
	const full = (body: object) => clientOf(() => ({ body }));
	const ten = { pageSize: 10 };

	test.each([[records(10)], [{ data: records(10) }], [{ deals: records(10), totalCount: 25 }]])(
		'%# is no end of a list',
		async (body) => {
			const { message } = await failureOf<ServiceError>(read(full(body), DEALS, ten));
			expect(message).toMatch(
				/^The response does not say whether more than these 10 records follow \(Deal: Get Many\): .* run Account > Check/,
			);
		},
	);

	test.each<[string, object, object]>([
		['no more is wanted', records(10), { limit: 10 }],
		['one page is wanted', records(10), { ...ten, pageLimit: 1 }],
		['the total says so', { data: records(10), total: 10 }, ten],
		['it is short', records(9), ten],
		['the service does not go by the limit', records(11), ten],
	])('is one where %s', async (_name, body, options) => {
		expect(idsOf(await read(full(body), DEALS, options)).length).toBeGreaterThan(8);
	});

	test('nor is a full last page behind a cursor', async () => {
		const client = clientOf(({ query }) => ({
			body: query.cursor ? { deals: records(10, 11) } : { deals: records(10), nextCursor: '10' },
		}));
		expect(idsOf(await read(client, DEALS, ten))).toHaveLength(20);
	});

	test('pages by number end as they did', async () => {
		const client = clientOf(
			({ query }) => ({ body: Number(query.page) > 2 ? [] : records(10, Number(query.page) * 10) }),
			V1,
		);
		expect(idsOf(await read(client, DEALS, ten))).toHaveLength(20);
		const first = await pageAt(listingOf(client, DEALS, {}), new PageSize(10));
		expect(first).toMatchObject({ next: '2' });
		expect(first).not.toHaveProperty('isCutOff');
	});
});
