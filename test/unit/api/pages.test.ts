/** Lists as a stream of pages: whole, in order, nothing lost, nothing twice, never endless. */
import type { IDataObject } from 'n8n-workflow';
import type { ServiceError } from '../../../nodes/SalesManagement/api/errors';
import { pages } from '../../../nodes/SalesManagement/api/pages';
import type { HttpRequest } from '../../../nodes/SalesManagement/api/transport';
import { refusedPaging } from '../support/refusals';
import { DEALS, idsOf, pageService, read, records } from '../support/pagedService';
import { clientOf, failureOf, type Respond } from '../support/testClient';

/** A v2 service with so many deals, whose cursors are offsets. */
const cursorService =
	(total: number): Respond =>
	({ query, body }) => {
		const asked = { ...query, ...(body as IDataObject | undefined) };
		const refused = refusedPaging(asked);
		if (refused) return refused;
		const offset = Number(asked.cursor ?? 0);
		const limit = Number(asked.limit ?? 100);
		const end = Math.min(total, offset + limit);
		return {
			headers: { date: 'Sat, 21 Nov 2026 08:00:00 GMT' },
			body: {
				deals: records(end - offset, offset + 1),
				customers: records(end - offset, offset + 1),
				customObjects: records(end - offset, offset + 1),
				hasMore: end < total,
				nextCursor: end < total ? String(end) : null,
				totalCount: total,
			},
		};
	};

describe('cursor lists (v2 §4)', () => {
	test('every record, once, in order, a thousand per request (v2 §8)', async () => {
		const client = clientOf(cursorService(2500));
		const all = await read(client, DEALS);
		expect(idsOf(all)).toEqual(records(2500).map(({ id }) => id));
		expect(client.requests.map(({ query }) => query)).toEqual([
			{ limit: 1000 },
			{ limit: 1000, cursor: '1000' },
			{ limit: 1000, cursor: '2000' },
		]);
		expect(all[0]).toMatchObject({
			nextCursor: '1000',
			totalCount: 2500,
			serverTime: Date.parse('2026-11-21T08:00:00Z'),
		});
		expect(all[2]).not.toHaveProperty('nextCursor');
	});

	test('no more is requested than wanted', async () => {
		const client = clientOf(cursorService(5000));
		expect(idsOf(await read(client, DEALS, { limit: 1050 }))).toHaveLength(1050);
		expect(client.requests.map(({ query }) => query.limit)).toEqual([1000, 50]);
		expect(await read(client, DEALS, { limit: 0 })).toEqual([]);
		expect(client.requests).toHaveLength(2);
	});

	test.each([1, 999, 1000, 1001, 2000, 2001, 2500, 2501])(
		'a limit of %i is met to the record, wherever a page ends',
		async (limit) => {
			const wanted = records(Math.min(limit, 2500)).map(({ id }) => id);
			expect(idsOf(await read(clientOf(cursorService(2500)), DEALS, { limit }))).toEqual(wanted);
		},
	);

	test('a stretch begins at a cursor, ends after some pages, and says where to continue', async () => {
		const client = clientOf(cursorService(5000));
		const options = { startCursor: '1000', pageLimit: 2, pageSize: 500 };
		const all = await read(client, DEALS, options);
		expect(idsOf(all)).toEqual(records(1000, 1001).map(({ id }) => id));
		expect(all.at(-1)?.nextCursor).toBe('2000');
	});

	test('the customer search takes its paging in the body, the deal search in the query (v2 §4.4, §4.6)', async () => {
		const client = clientOf(cursorService(150));
		const body = { filter: { compositeFilter: {} } };
		await read(client, { operation: 'customer.search', body }, { pageSize: 100 });
		expect(client.requests[1]).toMatchObject({
			query: {},
			body: { ...body, limit: 100, cursor: '100' },
		});
		await read(client, { operation: 'deal.search', body }, { pageSize: 100 });
		expect(client.requests[3]).toMatchObject({ query: { limit: 100, cursor: '100' }, body });
	});

	test('custom objects take no limit; what is beyond it is cut (v2 §4.11)', async () => {
		const client = clientOf(cursorService(250));
		const request = {
			operation: 'customObject.getMany',
			path: { customObjectDefKey: 'ticket' },
		} as const;
		const all = await read(client, request, { limit: 150 });
		expect(idsOf(all)).toHaveLength(150);
		expect(client.requests.map(({ query }) => query)).toEqual([{}, { cursor: '100' }]);
		expect(all[1]).not.toHaveProperty('nextCursor');
	});

	test.each([1, 2, 100])('a page of one record more than the %i wanted is cut', async (limit) => {
		const client = clientOf(() => ({
			body: { deals: records(limit + 1), hasMore: true, nextCursor: 'more' },
		}));
		const all = await read(client, DEALS, { limit });
		expect(idsOf(all)).toEqual(records(limit).map(({ id }) => id));
		expect(all.at(-1)).not.toHaveProperty('nextCursor');
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

	test('an empty list is one empty page', async () => {
		const client = clientOf(cursorService(0));
		expect(await read(client, DEALS)).toMatchObject([{ records: [], totalCount: 0 }]);
	});

	test.each<[string, Respond, RegExp]>([
		[
			'a repeated cursor',
			(_r, n) => ({ body: { deals: records(2, n * 10), hasMore: true, nextCursor: 'same' } }),
			/^A cursor was repeated/,
		],
		[
			'an empty page with more announced',
			(_r, n) => ({ body: { deals: [], hasMore: true, nextCursor: `c${n}` } }),
			/^More records are announced, but the page is empty/,
		],
		[
			'the same page under new cursors',
			(_r, n) => ({ body: { deals: records(2), hasMore: true, nextCursor: `c${n}` } }),
			/^The pages no longer contain new records/,
		],
		[
			'more announced without a cursor',
			() => ({ body: { deals: records(2), hasMore: true } }),
			/^More records are announced without a cursor/,
		],
		['no list', () => ({ body: { customers: [] } }), /^The response has no list "deals"/],
		['no body', () => ({ body: '' }), /^The response is empty, without the list "deals"/],
	])('%s ends with a clear error instead of a loop (S2)', async (_name, respond, message) => {
		const client = clientOf(respond);
		const error = await failureOf<ServiceError>(read(client, DEALS));
		expect(error.message).toMatch(message);
		expect(client.requests.length).toBeLessThanOrEqual(3);
	});

	test('a response that is too large is requested again in smaller pages', async () => {
		const service = cursorService(100);
		const client = clientOf((request, number) =>
			Number(request.query.limit) > 30
				? { status: 413, body: { error: 'Too large' } }
				: service(request, number),
		);
		expect(idsOf(await read(client, DEALS, { pageSize: 100 }))).toEqual(
			records(100).map(({ id }) => id),
		);
	});
});

describe.each(['customer.search', 'deal.search'] as const)(
	'a %s refused as too large',
	(operation) => {
		const SEARCH = { operation, body: { filter: {} } };
		const asked = ({ query, body }: HttpRequest) =>
			Number({ ...(body as IDataObject), ...query }.limit);
		const limitsAsked = (client: ReturnType<typeof clientOf>) => client.requests.map(asked);

		test('is tried with one record: when that is refused, too, no smaller page can help', async () => {
			const client = clientOf(() => ({ status: 413, body: { error: 'Too large' } }));
			const { message } = await failureOf(read(client, SEARCH));
			expect(message).toMatch(/HTTP 413\): the service refuses even a request for one record/);
			expect(limitsAsked(client)).toEqual([1000, 1]);
		});

		test('is read in smaller pages when one record passes', async () => {
			const service = cursorService(1000);
			const client = clientOf((request, number) =>
				asked(request) > 300
					? { status: 413, body: { error: 'Too large' } }
					: service(request, number),
			);
			expect(idsOf(await read(client, SEARCH))).toEqual(records(1000).map(({ id }) => id));
			expect(limitsAsked(client)).toEqual([1000, 1, 500, 250, 250, 250, 250]);
		});
	},
);

describe('page lists (v1 §4, v2 §4.1)', () => {
	const V1 = { kind: 'v1ApiKey' } as const;

	test('every record, once, in order; read ahead in parallel when the total is known', async () => {
		const latency = 800;
		const client = clientOf(pageService(records(9500)), { ...V1, latency, rate: 5 });
		const begun = client.clock.now();
		expect(idsOf(await read(client, DEALS))).toEqual(records(9500).map(({ id }) => id));
		expect(client.requests.map(({ query }) => query)).toEqual(
			Array.from({ length: 10 }, (_, index) => ({ page: index + 1, limit: 1000 })),
		);
		// One after another they would take 8 s.
		expect(client.clock.now() - begun).toBeLessThan(4000);
	});

	test('at most eight pages are under way at once', async () => {
		let underWay = 0;
		let most = 0;
		const client = clientOf(pageService(records(30_000)), { ...V1 });
		const send = client.send.bind(client);
		jest.spyOn(client, 'send').mockImplementation(async (...args) => {
			most = Math.max(most, ++underWay);
			await new Promise((resolve) => setImmediate(resolve));
			return await send(...args).finally(() => underWay--);
		});
		await read(client, DEALS);
		expect(most).toBe(8);
	});

	test('no more is requested than wanted: pages of even size', async () => {
		const client = clientOf(pageService(records(5000)), V1);
		expect(idsOf(await read(client, DEALS, { limit: 1500 }))).toEqual(
			records(1500).map(({ id }) => id),
		);
		expect(client.requests.map(({ query }) => query)).toEqual([
			{ page: 1, limit: 750 },
			{ page: 2, limit: 750 },
		]);
	});

	test.each([1, 99, 100, 101, 999, 1000, 1001, 2001])(
		'a limit of %i is met to the record, wherever a page ends',
		async (limit) => {
			const wanted = records(limit).map(({ id }) => id);
			const service = pageService(records(2500));
			expect(idsOf(await read(clientOf(service, V1), DEALS, { limit }))).toEqual(wanted);
			const users = { operation: 'user.getMany' } as const;
			expect(idsOf(await read(clientOf(service), users, { limit }))).toEqual(wanted);
		},
	);

	test('a list without limit has 100 per page, and ends on a short page (v2 §8)', async () => {
		const client = clientOf(pageService(records(250)));
		expect(idsOf(await read(client, { operation: 'user.getMany' }))).toHaveLength(250);
		expect(client.requests.map(({ query }) => query)).toEqual([
			{ page: 1 },
			{ page: 2 },
			{ page: 3 },
		]);
	});

	test.each([0, 1, 40, 100_000, null])(
		'totalCount is advisory: %p instead of 2,000 changes nothing (S2)',
		async (totalCount) => {
			const service = pageService(records(2000), totalCount ?? NaN);
			const client = clientOf(service, V1);
			expect(idsOf(await read(client, DEALS))).toHaveLength(2000);
		},
	);

	test('a service with smaller pages than documented loses nothing', async () => {
		const client = clientOf(({ query }) => {
			const start = (Number(query.page) - 1) * 40;
			return { body: { users: records(130).slice(start, start + 40), totalCount: 130 } };
		});
		expect(idsOf(await read(client, { operation: 'user.getMany' }))).toHaveLength(130);
	});

	describe('a service that tells no total', () => {
		/** So many users, on pages of so many, whatever was asked for. */
		const untold =
			(size: number, count: number, told: IDataObject = {}): Respond =>
			({ query }) => {
				const start = (Number(query.page) - 1) * size;
				return { body: { users: records(count).slice(start, start + size), ...told } };
			};
		const USERS = { operation: 'user.getMany' } as const;

		test.each([
			[40, 130],
			[40, 120],
			[1, 5],
			[99, 99],
		])('pages of %i of %i records: each is read, up to an empty page', async (size, count) => {
			const client = clientOf(untold(size, count));
			expect(idsOf(await read(client, USERS))).toEqual(records(count).map(({ id }) => id));
			expect(client.requests).toHaveLength(Math.ceil(count / size) + 1);
		});

		test('but once, or on its first page only, is read as far as that says', async () => {
			const once: Respond = (request, number) =>
				untold(40, 130, number === 1 ? { totalCount: 130 } : {})(request, number);
			const client = clientOf(once);
			expect(idsOf(await read(client, USERS))).toHaveLength(130);
			expect(client.requests).toHaveLength(4);
		});

		test('no page is asked for once there are as many as wanted', async () => {
			const client = clientOf(untold(40, 130));
			expect(idsOf(await read(client, USERS, { limit: 80 }))).toHaveLength(80);
			expect(client.requests).toHaveLength(2);
		});

		test.each<[string, IDataObject]>([
			['hasMore', { hasMore: false }],
			['next', { next: null }],
		])('but says by %s that nothing follows needs no empty page', async (_name, told) => {
			const client = clientOf(untold(100, 60, told));
			expect(idsOf(await read(client, USERS))).toHaveLength(60);
			expect(client.requests).toHaveLength(1);
		});

		test('and has its last page again behind it, or always the same, ends there', async () => {
			const last = clientOf((request, number) =>
				untold(40, 70)({ ...request, query: { page: Math.min(2, number) } }, number),
			);
			expect(idsOf(await read(last, USERS))).toEqual(records(70).map(({ id }) => id));
			expect(last.requests).toHaveLength(3);
			const same = clientOf(() => ({ body: { users: records(60) } }));
			expect(idsOf(await read(same, USERS))).toHaveLength(60);
			expect(same.requests).toHaveLength(2);
		});

		/** Pages of 40 of 70 users, and no other. */
		const refusing =
			(status: number, body: unknown): Respond =>
			(request, number) =>
				Number(request.query.page) > 2 ? { status, body } : untold(40, 70)(request, number);

		test('and says itself that there is no page behind a short one, ends there', async () => {
			const client = clientOf(refusing(404, { error: 'No such page' }));
			expect(idsOf(await read(client, USERS))).toEqual(records(70).map(({ id }) => id));
			expect(client.requests).toHaveLength(3);
		});

		test.each<[number, unknown]>([
			// Some services refuse pages far behind the first one.
			[400, { error: 'Page out of range' }],
			// It may come from a proxy.
			[404, '<html>Not found</html>'],
		])('and refuses one with %i %j may have more: that is an error', async (status, body) => {
			const reading = read(clientOf(refusing(status, body)), USERS);
			expect((await failureOf<ServiceError>(reading)).status).toBe(status);
		});

		test('and has no page behind a full one is not believed', async () => {
			const client = clientOf((request, number) =>
				number === 1 ? untold(100, 100)(request, number) : { status: 404, body: { error: 'No' } },
			);
			expect((await failureOf<ServiceError>(read(client, USERS))).status).toBe(404);
		});
	});

	test('a service with larger pages than documented loses nothing', async () => {
		const client = clientOf(({ query }) => {
			const start = (Number(query.page) - 1) * 200;
			return { body: { users: records(500).slice(start, start + 200), totalCount: 500 } };
		});
		expect(idsOf(await read(client, { operation: 'user.getMany' }))).toHaveLength(500);
	});

	test('a record that moved to a later page between two requests is returned once', async () => {
		const deals = records(250);
		const client = clientOf((request, number) => {
			// Before the second page, two records were added at the front: all others move down.
			const now = number === 1 ? deals : [{ id: 901 }, { id: 902 }, ...deals];
			return pageService(now)(request, number);
		}, V1);
		const ids = idsOf(await read(client, DEALS, { pageSize: 100 }));
		expect(ids).toEqual(deals.map(({ id }) => id));
	});

	test('a service that ignores the page ends with an error, or quietly when all is there', async () => {
		const endless = clientOf(() => ({ body: { users: records(100), totalCount: 500 } }));
		const error = await failureOf(read(endless, { operation: 'user.getMany' }));
		expect(error.message).toMatch(/^The pages no longer contain new records/);
		expect(endless.requests.length).toBeLessThanOrEqual(6);
		const whole = clientOf(() => ({ body: { users: records(100), totalCount: 100 } }));
		expect(idsOf(await read(whole, { operation: 'user.getMany' }))).toHaveLength(100);
	});

	test('a failure in the pages read ahead comes in its turn, and nothing else fails', async () => {
		const client = clientOf((request, number) => {
			if (request.query.page === 3) return { status: 400, body: { error: 'Bad page' } };
			return pageService(records(9000))(request, number);
		}, V1);
		const got: unknown[] = [];
		const reading = (async () => {
			for await (const page of pages(client, DEALS)) got.push(...page.records);
		})();
		expect((await failureOf(reading)).message).toMatch(/^Bad page/);
		expect(got).toHaveLength(2000);
	});

	test('it has no cursors, so none can be given', async () => {
		const reading = read(
			clientOf(() => ({})),
			{ operation: 'role.getMany' },
			{ startCursor: 'x' },
		);
		await expect(reading).rejects.toThrow(/has no cursors/);
	});
});

test('whole lists are one response (v1 §4)', async () => {
	const client = clientOf(() => ({ body: { customerCustomItems: records(3) } }), {
		kind: 'v1ApiKey',
	});
	const all = await read(client, { operation: 'customerField.getMany' }, { limit: 2 });
	expect(idsOf(all)).toEqual([1, 2]);
	expect(client.requests[0]?.query).toEqual({});
});

test('what is not a list can’t be paged', async () => {
	await expect(
		read(
			clientOf(() => ({})),
			{ operation: 'deal.get' },
		),
	).rejects.toThrow(/no list/);
});
