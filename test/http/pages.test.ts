/** Lists as a stream of pages: whole, in order, nothing lost, nothing twice, never endless. */
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import tables from './pages.json';
import {
	pages,
	type CredentialKind,
	type HttpRequest,
	type OperationId,
	type PagesOptions,
	type ServiceError,
} from '../../nodes/SalesManagement/api';
import { LIMITS } from '../../nodes/SalesManagement/shared';
import { clientOf, failureOf, type Respond } from './support/client';
import { serviceWith } from '../support/memoryService';
import { DEALS, idsOf, read, records, shortPageService } from './support/lists';
import { runs } from '../support/random';
import { many } from '../support/many';

const V1 = { kind: 'v1ApiKey' } as const;
const USERS = { operation: 'user.getMany' } as const;
const TICKETS = {
	operation: 'customObject.getMany',
	path: { customObjectDefKey: 'ticket' },
} as const;
const upTo = (count: number, from = 1) => records(count, from).map(({ id }) => id);
const askedOf = ({ query, body }: HttpRequest): IDataObject => ({
	...(body as IDataObject),
	...query,
});
const tooLarge = { status: 413, body: { error: 'Too large' } };

/** A client of a service with one answer. */
const answering = (body: unknown, options = {}) => clientOf(() => ({ body }), options);

/** A page that announces more, under a cursor of its own. */
const more = (deals: unknown, number: number) => ({
	body: { deals, hasMore: true, nextCursor: `c${number}` },
});

describe('cursor lists (v2 §4)', () => {
	test('custom objects take no limit; what is beyond it is cut (v2 §4.11)', async () => {
		const client = clientOf(serviceWith(records(250)));
		const all = await read(client, TICKETS, { limit: 150 });
		expect(idsOf(all)).toHaveLength(150);
		expect(client.requests.map(({ query }) => query)).toEqual([{}, { cursor: '100' }]);
		expect(all[1]?.nextCursor).toBeUndefined();
	});

	test.each([null, '', undefined])(
		'nextCursor %p ends a list without more (S2)',
		async (nextCursor) => {
			for (const hasMore of [false, undefined]) {
				const client = clientOf(() => ({ body: { deals: records(3), hasMore, nextCursor } }));
				expect(idsOf(await read(client, DEALS))).toEqual([1, 2, 3]);
				expect(client.requests).toHaveLength(1);
			}
		},
	);

	test('a cursor beside a hasMore that is no boolean is followed', async () => {
		const answers = [{ hasMore: 1, nextCursor: 'c1' }, { hasMore: 0 }];
		const client = clientOf((_r, n) => ({ body: { deals: [{ id: n }], ...answers[n - 1] } }));
		expect(idsOf(await read(client, DEALS))).toEqual([1, 2]);
	});

	test.each([
		['by cursors', {}],
		['by numbers (v1 §4)', V1],
	])(
		'a record that was changed meanwhile comes once, and does not end the list: %s',
		async (_name, kind) => {
			const ids = [1, 2, 1, 3];
			const client = clientOf((_r, n) => {
				const paging = { hasMore: n < 4, nextCursor: n < 4 ? `c${n}` : null, totalCount: 4 };
				return { body: { deals: [{ id: ids[n - 1] }], ...paging } };
			}, kind);
			expect(idsOf(await read(client, DEALS, { pageSize: 1 }))).toEqual([1, 2, 3]);
		},
	);

	test('that are whole are one response (v1 §4)', async () => {
		const client = clientOf(() => ({ body: { customerCustomItems: records(3) } }), V1);
		const all = await read(client, { operation: 'customerField.getMany' }, { limit: 2 });
		expect(idsOf(all)).toEqual([1, 2]);
		expect(client.requests[0]?.query).toEqual({});
	});
});

describe('page lists (v1 §4, v2 §4.1)', () => {
	test('every record, once, in order; read ahead in parallel when the total is known', async () => {
		const client = clientOf(serviceWith(records(9500)), { ...V1, latency: 800, rate: 5 });
		const begun = client.clock.now();
		expect(idsOf(await read(client, DEALS))).toEqual(upTo(9500));
		expect(client.requests.map(({ query }) => query)).toEqual(
			many(10, (index) => ({ page: index + 1, limit: 1000 })),
		);
		// One after another they would take 8 s.
		expect(client.clock.now() - begun).toBeLessThan(4000);
	});

	test('so many pages are under way at once that the memory stays bounded', async () => {
		const client = clientOf(serviceWith(records(30_000)), V1);
		const send = client.send.bind(client);
		let [underWay, most] = [0, 0];
		jest.spyOn(client, 'send').mockImplementation(async (...args) => {
			most = Math.max(most, ++underWay);
			await new Promise((resolve) => setImmediate(resolve));
			return await send(...args).finally(() => underWay--);
		});
		await read(client, DEALS);
		expect(most).toBe(LIMITS.requestsUnderWay);
	});

	test('no more pages are requested than wanted, all of one size', async () => {
		const client = clientOf(serviceWith(records(5000)), V1);
		expect(idsOf(await read(client, DEALS, { limit: 1500 }))).toEqual(upTo(1500));
		expect(client.requests.map(({ query }) => query.limit)).toEqual([1000, 1000]);
	});

	test('a list without limit has 100 per page, and ends on a short page (v2 §8)', async () => {
		const client = clientOf(serviceWith(records(250)));
		expect(idsOf(await read(client, USERS))).toHaveLength(250);
		expect(client.requests.map(({ query }) => query)).toEqual([
			{ page: 1 },
			{ page: 2 },
			{ page: 3 },
		]);
	});

	test.each([0, 1, 40, 100_000, NaN])(
		'a total of %p instead of 2,000 changes nothing (S2)',
		async (total) => {
			const client = clientOf(serviceWith(records(2000), { totalCount: total }), V1);
			expect(idsOf(await read(client, DEALS))).toHaveLength(2000);
		},
	);

	/** So many users, on pages of so many, whatever was asked for. */
	const sized =
		(size: number, count: number, told: IDataObject = {}): Respond =>
		({ query }) => {
			const start = (Number(query.page) - 1) * size;
			return { body: { users: records(count).slice(start, start + size), ...told } };
		};
	const lastAgain =
		(count: number, told: IDataObject = { totalCount: count }): Respond =>
		(given, number) => {
			const page = Math.min(Number(given.query.page), Math.ceil(count / 100));
			return sized(100, count, told)({ ...given, query: { page } }, number);
		};
	const refusing =
		(size: number, count: number, answer: ReturnType<Respond>): Respond =>
		(given, number) =>
			Number(given.query.page) > Math.ceil(count / size)
				? answer
				: sized(size, count)(given, number);
	const no = { error: 'No such page' };

	test.each<[string, Respond, number, number, PagesOptions?]>([
		['smaller pages than documented', sized(40, 130, { totalCount: 130 }), 130, 4],
		['larger ones', sized(200, 500, { totalCount: 500 }), 500, 5],
		['no total: up to an empty page', sized(40, 130), 130, 5],
		['no total, and enough read', sized(40, 130), 80, 2, { limit: 80 }],
		['always the same page, and no total', () => ({ body: { users: records(60) } }), 60, 2],
		['the last page again behind it', lastAgain(150), 150, 2],
		['the last page again, and no total', lastAgain(150, {}), 150, 3],
	])('a service with %s loses nothing', async (_name, respond, count, requests, options = {}) => {
		const client = clientOf(respond);
		expect(idsOf(await read(client, USERS, options))).toEqual(upTo(count));
		expect(client.requests).toHaveLength(requests);
	});

	test.each<[string, Respond, number]>([
		// It may come from a proxy.
		['a page of HTML', refusing(40, 70, { status: 404, body: '<html>Not found</html>' }), 404],
		['a 404 behind a full page', refusing(100, 100, { status: 404, body: no }), 404],
	])('%s is no end of a list without a total', async (_name, respond, status) => {
		expect((await failureOf<ServiceError>(read(clientOf(respond), USERS))).status).toBe(status);
	});

	test('records without ids are all returned, also equal ones of one page', async () => {
		const named = many(150, (index) => ({ name: `Name ${index}` }));
		const deals = [...named, named[149]!];
		const all = await read(clientOf(serviceWith(deals), V1), DEALS);
		expect(all.flatMap((page) => page.records)).toEqual(deals);
	});

	test('a failure in the pages read ahead comes in its turn, and nothing else fails', async () => {
		const client = clientOf(
			(request, number) =>
				request.query.page === 3
					? { status: 400, body: { error: 'Bad page' } }
					: serviceWith(records(9000))(request, number),
			V1,
		);
		const got: unknown[] = [];
		const reading = (async () => {
			for await (const page of pages(client, DEALS)) got.push(...page.records);
		})();
		expect((await failureOf(reading)).message).toMatch(/^Bad page/);
		expect(got).toHaveLength(2000);
	});
});

const AT_ENDS = [0, 1, 99, 100, 101, 999, 1000, 1001, 2000, 2001, 2500, 2501];
test.each<[string, OperationId, CredentialKind, Respond, number[]]>([
	['a cursor', 'deal.getMany', 'personalToken', serviceWith(records(2500)), AT_ENDS],
	['pages', 'deal.getMany', 'v1ApiKey', serviceWith(records(2500)), AT_ENDS],
	['a cursor only', 'customObject.getMany', 'personalToken', serviceWith(records(250)), [100, 101]],
	['pages only', 'user.getMany', 'personalToken', serviceWith(records(250)), [100, 101]],
])('a limit is met to the record, wherever a page ends: %s', async (_name, operation, ...rest) => {
	const [kind, service, limits] = rest;
	for (const limit of limits) {
		const request = { operation, path: TICKETS.path };
		const all = await read(clientOf(service, { kind }), request, { limit });
		expect(idsOf(all)).toEqual(upTo(Math.min(limit, 2500)));
	}
});

describe('a list that does not end as it should is stopped with the reason (S2)', () => {
	const NO_NEWS = /^The pages no longer contain new records \(.*\): reading was stopped/;
	const empty = /^More records are announced, but the page is empty/;
	const noCursor = /^More records are announced without a cursor/;

	test.each<[string, Respond, RegExp, number, (typeof USERS | typeof DEALS)?]>([
		['the same page', (_r, n) => more(records(2), n), NO_NEWS, 3],
		['two pages that alternate', (_r, n) => more(records(2, n % 2 === 0 ? 1 : 3), n), NO_NEWS, 5],
		['one cursor', () => more(records(2), 0), NO_NEWS, 3],
		['an empty page and more', (_r, n) => more([], n), empty, 3],
		['more without a cursor', () => ({ body: { deals: records(2), hasMore: true } }), noCursor, 1],
		[
			'one page whatever is asked',
			() => ({ body: { users: records(100), totalCount: 500 } }),
			NO_NEWS,
			6,
			USERS,
		],
		...[{ totalCount: 150 }, { totalCount: 300 }, {}].map(
			(told): [string, Respond, RegExp, number, typeof USERS] => [
				`one full page whatever is asked, and ${JSON.stringify(told)}`,
				() => ({ body: { users: records(100), ...told } }),
				NO_NEWS,
				6,
				USERS,
			],
		),
		[
			'pages by number that alternate',
			({ query }) => ({
				body: { users: records(100, 1 + 100 * (Number(query.page) % 2)), totalCount: 1e15 },
			}),
			NO_NEWS,
			14,
			USERS,
		],
	])('%s', async (_name, respond, message, requests, request = DEALS) => {
		const client = clientOf(respond);
		expect((await failureOf(read(client, request))).message).toMatch(message);
		expect(client.requests.length).toBeLessThanOrEqual(requests);
	});

	test('ever new records, at the limit of pages', async () => {
		jest.replaceProperty(LIMITS, 'pagesOfList', 40);
		const client = clientOf((_r, n) => more(records(1, n), n));
		const { message } = await failureOf(read(client, DEALS)).finally(jest.restoreAllMocks);
		expect(message).toMatch(/^The list has more than 40 pages \(/);
		expect(client.requests).toHaveLength(41);
	});

	test.each([{ deals: records(10) }, { deals: records(10), totalCount: 25 }])(
		'a full page of which nothing says whether it is the last: %#',
		async (body) => {
			const listing = read(answering(body), DEALS, { pageSize: 10 });
			expect((await failureOf(listing)).message).toMatch(
				/^The response does not say whether more than these 10 records follow \(Deal: Get Many\): .* run Account > Check/,
			);
		},
	);
	test.each(tables.lastPages)('but such a page is one where $name', async ({ body, options }) => {
		const all = await read(answering(body), DEALS, options);
		expect(idsOf(all).length).toBeGreaterThan(8);
	});

	test.each(tables.refusedLists)(
		'$name is refused before any request',
		async ({ operation, options, message }) => {
			const client = clientOf(() => ({}));
			await expect(read(client, { operation } as never, options)).rejects.toThrow(RegExp(message));
			expect(client.requests).toHaveLength(0);
		},
	);
});

describe('what is no list is told as what it is, by its shape and never by its values', () => {
	const check =
		'the response is not what the interface describes, so check the Base URL and the Endpoint Overrides of the credential, or run Account > Check, which finds out what the service answers.';

	test.each(tables.noLists)('$name', async ({ body, said }) => {
		for (const kind of ['personalToken', 'v1ApiKey'] as const) {
			const { message } = await failureOf(read(answering(body, { kind }), DEALS));
			expect(message).toContain(said);
			expect(message).toContain(`(Deal: Get Many): ${check}`);
		}
	});

	test.each<[string, unknown]>([
		['data', { data: records(3), hasMore: false }],
		['nothing', records(3)],
	])('a list in %s is one', async (_name, body) => {
		expect(idsOf(await read(answering(body), DEALS))).toEqual([1, 2, 3]);
	});

	test('an empty list of a look-up has its name: as a bare one it may be an empty object', async () => {
		const search = { operation: 'customer.search', body: { filter: {} } } as const;
		await expect(read(answering([]), search, { isLookUp: true })).rejects.toThrow(
			/^The response is an empty list, without/,
		);
	});
});

describe('a response that is too large is asked for again in smaller pages', () => {
	const limitedTo =
		(most: number, service: Respond, refusal: ReturnType<Respond> = tooLarge): Respond =>
		(request, number) =>
			Number(askedOf(request).limit) > most ? refusal : service(request, number);

	/** v1 refuses what is larger than 10 MB (v1 §7): here by the deals' own sizes. */
	const sizedTo =
		(
			deals: readonly IDataObject[],
			most: number,
			service: (deals: readonly IDataObject[]) => Respond = serviceWith,
		): Respond =>
		(request, number) => {
			const answer = service(deals)(request, number) as { body: { deals: IDataObject[] } };
			const size = answer.body.deals.reduce((sum, deal) => sum + Number(deal.size), 0);
			const error = `The response size ${size} exceeds the limit ${most}: reduce it by limit`;
			return size > most ? { status: 500, body: { error, messages: [error] } } : answer;
		};

	test('whatever the sizes, every record is returned once and in order', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.array(fc.integer({ min: 1, max: 100 }), { maxLength: 300 }),
				fc.integer({ min: 100, max: 3000 }),
				fc.integer({ min: 1, max: 150 }),
				async (sizes, most, pageSize) => {
					const deals = sizes.map((size, index) => ({ id: index + 1, size }));
					const client = clientOf(sizedTo(deals, most), V1);
					expect(idsOf(await read(client, DEALS, { pageSize }))).toEqual(upTo(sizes.length));
				},
			),
			{ numRuns: runs(35) },
		);
	});

	test('nor is any lost where pages hold less than they have room for', async () => {
		const deals = records(1250).map((deal) => ({ ...deal, size: 12 }));
		const client = clientOf(sizedTo(deals, 2_000, shortPageService), V1);
		expect(idsOf(await read(client, DEALS))).toEqual(upTo(1250));
	});

	test('the smaller size is remembered, so refusals stay few', async () => {
		const deals = records(5000).map((deal) => ({ ...deal, size: 12 }));
		const client = clientOf(sizedTo(deals, 10_000), V1);
		expect(idsOf(await read(client, DEALS))).toHaveLength(5000);
		expect(client.requests.length).toBeLessThanOrEqual(18);
	});

	const said = (error: string, messages: string[] = []) => ({
		status: 500,
		body: { error, messages },
	});
	test.each(tables.tooLarge)('that says so by $name', async ({ refusal }) => {
		const v1 = clientOf(limitedTo(30, serviceWith(records(100)), refusal), V1);
		expect(idsOf(await read(v1, DEALS, { pageSize: 100 }))).toEqual(upTo(100));
		if (refusal !== tooLarge) return;
		const v2 = clientOf(limitedTo(30, serviceWith(records(100))));
		expect(idsOf(await read(v2, DEALS, { pageSize: 100 }))).toEqual(upTo(100));
	});

	test.each([
		[500, 'The daily limit was hit'],
		[500, 'The file size is unknown'],
		[400, 'limit exceeds its size'],
	])('a %i with "%s" is not about the size', async (status, error) => {
		const client = clientOf(() => ({ status, body: { error, messages: [error] } }), V1);
		await failureOf(read(client, DEALS));
		expect(new Set(client.requests.map(({ query }) => query.limit))).toEqual(new Set([1000]));
	});

	const alone =
		/HTTP 413\): even a single record is too large, so shorten the filters, or request less/;
	test.each<[string, Respond, OperationId, PagesOptions, RegExp, number]>([
		['one record in v2', () => tooLarge, 'deal.getMany', { limit: 1 }, alone, 1],
		[
			'one record in v1',
			sizedTo([{ id: 1, size: 20 }], 10),
			'deal.getMany',
			{},
			/even a single record is too large/,
			12,
		],
		[
			'a list without limit',
			() => said('Response size exceeds the limit'),
			'contact.getMany',
			{},
			/^Response size exceeds the limit \(/,
			1,
		],
	])(
		'%s that is too large is an error that says so',
		async (_name, respond, operation, ...rest) => {
			const [options, message, most] = rest;
			const client = clientOf(respond, operation === 'deal.getMany' && most === 1 ? {} : V1);
			const error = await failureOf(read(client, { operation }, options));
			expect(error.message).toMatch(message);
			expect(client.requests.length).toBeLessThanOrEqual(most);
		},
	);

	test.each(['customer.search', 'deal.search'] as const)(
		'of a %s the filter may be what is too large',
		async (operation) => {
			const search = { operation, body: { filter: {} } };
			const never = clientOf(() => tooLarge);
			expect((await failureOf(read(never, search))).message).toMatch(alone);
			expect(never.requests.length).toBeLessThanOrEqual(10);
			const smaller = clientOf(limitedTo(300, serviceWith(records(1000))));
			expect(idsOf(await read(smaller, search))).toEqual(upTo(1000));
			expect(smaller.requests.map((request) => askedOf(request).limit)).toEqual([
				1000, 500, 250, 250, 250, 250,
			]);
		},
	);
});
