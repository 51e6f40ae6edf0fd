/** Lists that never end, or that hold what is no record, are stopped with the reason. */
import { LIMITS } from '../../../nodes/SalesManagement/api/limits';
import type { ServiceError } from '../../../nodes/SalesManagement/api/errors';
import type { OperationId } from '../../../nodes/SalesManagement/api/routes';
import { DEALS, idsOf, pageService, read, records } from '../support/pagedService';
import { clientOf, failureOf, type Respond } from '../support/testClient';

afterEach(() => jest.restoreAllMocks());

const V1 = { kind: 'v1ApiKey' } as const;
const USERS = { operation: 'user.getMany' } as const;
const NO_NEWS = /^The pages no longer contain new records \(.*\): reading was stopped/;

/** A page that announces more, under a cursor of its own. */
const more = (deals: unknown, number: number) => ({
	body: { deals, hasMore: true, nextCursor: `c${number}` },
});
const withoutIds = (count: number, from = 0) =>
	Array.from({ length: count }, (_, index) => ({ name: `Name ${from + index}` }));

describe('cursor lists', () => {
	test.each<[string, Respond]>([
		['two pages that alternate', (_r, n) => more(records(2, n % 2 === 0 ? 1 : 3), n)],
		['three pages in turn', (_r, n) => more(records(2, 1 + 2 * (n % 3)), n)],
		['the same page without ids', (_r, n) => more(withoutIds(2), n)],
		['pages without ids that alternate', (_r, n) => more(withoutIds(2, n % 2), n)],
		['the same page with ids that are none', (_r, n) => more([{ id: null }, { id: {} }], n)],
	])('%s are stopped', async (_name, respond) => {
		const client = clientOf(respond);
		expect((await failureOf(read(client, DEALS))).message).toMatch(NO_NEWS);
		expect(client.requests.length).toBeLessThanOrEqual(5);
	});

	test.each([1, 2, 3])('cursors that repeat after %p pages are stopped', async (period) => {
		const client = clientOf((_r, n) => more(records(1, n), n % period));
		expect((await failureOf(read(client, DEALS))).message).toMatch(/^A cursor was repeated/);
		expect(client.requests.length).toBeLessThanOrEqual(period + 1);
	});

	test('a record that was changed meanwhile may come again without ending the list', async () => {
		const ids = [1, 2, 1, 3];
		const client = clientOf((_r, n) => ({
			body: { deals: [{ id: ids[n - 1] }], hasMore: n < 4, nextCursor: n < 4 ? `c${n}` : null },
		}));
		expect(idsOf(await read(client, DEALS))).toEqual(ids);
	});

	test('a list of ever new records ends at the limit of pages, and says so', async () => {
		jest.replaceProperty(LIMITS, 'pagesOfList', 40);
		const client = clientOf((_r, n) => more(records(1, n), n));
		const error = await failureOf(read(client, DEALS));
		expect(error.message).toMatch(/^The list has more than 40 pages \(/);
		expect(client.requests).toHaveLength(41);
	});
});

describe('page lists', () => {
	test.each<[string, Respond]>([
		['the same page without ids', () => ({ body: { users: withoutIds(100) } })],
		[
			'pages without ids that alternate',
			({ query }) => ({ body: { users: withoutIds(100, 100 * (Number(query.page) % 2)) } }),
		],
		[
			'pages that alternate',
			({ query }) => ({
				body: { users: records(100, 1 + 100 * (Number(query.page) % 2)), totalCount: 1e15 },
			}),
		],
	])('%s are stopped, or end quietly when all is there', async (_name, respond) => {
		const client = clientOf(respond);
		const result = await read(client, USERS).then(
			(all) => all.flatMap((page) => page.records).length,
			(error: unknown) => (error as Error).message,
		);
		if (typeof result === 'string') expect(result).toMatch(NO_NEWS);
		else expect(result).toBeLessThanOrEqual(200);
		expect(client.requests.length).toBeLessThanOrEqual(12);
	});

	test('records without ids are all returned, also equal ones of one page', async () => {
		const deals = [...withoutIds(150), { name: 'Name 149' }];
		const all = await read(clientOf(pageService(deals), V1), DEALS);
		expect(all.flatMap((page) => page.records)).toEqual(deals);
	});
});

describe('what is no record is told as that (B7)', () => {
	test.each([
		['null', [{ id: 1 }, null], 'null'],
		['a number', [5], '5'],
		['text', ['deal'], '"deal"'],
		['a list', [[{ id: 1 }]], '[{"id":1}]'],
	])('%s in a list', async (_name, deals, shown) => {
		for (const kind of ['personalToken', 'v1ApiKey'] as const) {
			const client = clientOf(() => ({ body: { deals } }), { kind });
			const { message } = await failureOf<ServiceError>(read(client, DEALS));
			expect(message).toBe(
				`The list "deals" contains ${shown}, which is no record (Deal: Get Many): the response is not what the interface describes, so check the Base URL and the Endpoint Overrides of the credential, or run Account > Check, which finds out what the service answers.`,
			);
		}
	});

	test.each<[string, unknown, RegExp]>([
		['an empty answer', '', /^The response is empty, without the list "users" \(/],
		[
			'another object',
			{ deals: [] },
			/^The response has no list "users", but {deals: an empty list} \(/,
		],
		['a list that is none', { users: { id: 1 } }, /"users", but {users: {id: a number}} \(/],
		['a number', 7, /^The response has no list "users", but a number \(/],
	])('%s instead of a list', async (_name, body, message) => {
		const { message: said } = await failureOf(
			read(
				clientOf(() => ({ body })),
				USERS,
			),
		);
		expect(said).toMatch(message);
		expect(said).not.toContain('filters');
	});
});

describe('a limit one above the end of a page loses no record (G10)', () => {
	const offsets: Respond = ({ query }) => {
		const from = Number(query.cursor ?? 0);
		const count = Number(query.limit ?? 100);
		const next = from + count;
		return {
			body: {
				deals: records(count, from + 1),
				customObjects: records(count, from + 1),
				hasMore: true,
				nextCursor: String(next),
			},
		};
	};

	test.each<[string, OperationId, number]>([
		['with limit', 'deal.getMany', 1001],
		['without limit', 'customObject.getMany', 101],
	])('cursor list %s', async (_name, operation, limit) => {
		const request = { operation, path: { customObjectDefKey: 'ticket' } };
		const ids = idsOf(await read(clientOf(offsets), request, { limit }));
		expect(ids).toEqual(records(limit).map(({ id }) => id));
	});

	test.each<[string, OperationId, 'v1ApiKey' | 'personalToken', number]>([
		['with limit', 'deal.getMany', 'v1ApiKey', 1001],
		['without limit', 'user.getMany', 'personalToken', 101],
	])('page list %s', async (_name, operation, kind, limit) => {
		const client = clientOf(pageService(records(5000)), { kind });
		const ids = idsOf(await read(client, { operation }, { limit }));
		expect(ids).toEqual(records(limit).map(({ id }) => id));
	});
});

test('a 413 for a single record says what can be done about it', async () => {
	const reading = read(
		clientOf(() => ({ status: 413, body: '' })),
		DEALS,
		{ limit: 1 },
	);
	const { message } = await failureOf(reading);
	expect(message).toMatch(/HTTP 413\): the service refuses even a request for one record/);
});
