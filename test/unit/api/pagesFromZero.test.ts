/** A service that counts the pages of a list from 0: none of its records is left out. */
import type { IDataObject } from 'n8n-workflow';
import { pages } from '../../../nodes/SalesManagement/api/pages';
import { clientOf, networkError, type Respond } from '../support/testClient';

const PAGE = 100;

/** A list of so many users, whose first page has this number. */
const usersFrom =
	(first: number, count: number, total = count): Respond =>
	({ query }) => {
		const page = Number(query.page ?? first);
		if (page < first) return { status: 400, body: { error: 'BAD_REQUEST' } };
		const ids = Array.from({ length: count }, (_, at) => ({ id: at + 1, name: `${at + 1}` }));
		const users = ids.slice((page - first) * PAGE, (page - first + 1) * PAGE);
		return { body: { users, totalCount: total, page } };
	};

async function read(respond: Respond, limit?: number) {
	const client = clientOf(respond);
	const records: IDataObject[] = [];
	for await (const page of pages(client, { operation: 'user.getMany' }, { limit })) {
		records.push(...page.records);
	}
	const ids = records.map(({ id }) => Number(id)).sort((a, b) => a - b);
	return { ids, requests: client.requests.length };
}

const upTo = (count: number) => Array.from({ length: count }, (_, at) => at + 1);

test.each([1, 5, 99, 100, 101, 250])('%d users, whose first page is 0', async (count) => {
	expect((await read(usersFrom(0, count))).ids).toEqual(upTo(count));
});

test('no more than asked for', async () => {
	expect((await read(usersFrom(0, 5), 3)).ids).toEqual([1, 2, 3]);
});

test('where the first page is 1, a total that is too great costs one request, and fails nothing', async () => {
	const exact = await read(usersFrom(1, 5));
	const estimated = await read(usersFrom(1, 5, 100));
	expect(estimated.ids).toEqual(exact.ids);
	expect(estimated.requests).toBeLessThanOrEqual(exact.requests + 2);
});

test('nor does a service that fails at a page before the first', async () => {
	const failing: Respond = (request) =>
		Number(request.query.page ?? 1) < 1
			? { status: 500, body: { error: 'negative offset' } }
			: usersFrom(1, 5, 100)(request, 0);
	expect((await read(failing)).ids).toEqual(upTo(5));
});

const LARGE = { status: 500, body: { error: 'The response exceeds the size limit of 10 MB' } };

/** What a look-up in v1 finds where there is one customer, and page 1 shows none. */
const found = async (pageZero: ReturnType<Respond>) =>
	await foundBy(({ body }) => {
		const { page } = body as { page: number };
		return page === 0 ? pageZero : { body: { customers: [], totalCount: 1, page } };
	});

async function foundBy(respond: Respond) {
	const client = clientOf(respond, { kind: 'v1ApiKey' });
	const request = { operation: 'customer.search', body: { filter: {} } } as const;
	const ids: unknown[] = [];
	for await (const { records } of pages(client, request, { isLookUp: true })) {
		ids.push(...records.map(({ id }) => id));
	}
	return ids;
}

test.each([400, 403, 404, 405, 410, 422, 500])(
	'a look-up takes %d at page 0 for no such page',
	async (status) => {
		expect(await found({ status, body: { error: 'NO' } })).toEqual([]);
	},
);

test.each([
	['401', { status: 401, body: { error: 'UNAUTHORIZED' } }],
	['408', { status: 408, body: '' }],
	['429', { status: 429, body: { error: 'TOO_MANY_REQUESTS' } }],
	['a used-up quota', { status: 429, headers: { 'retry-after': '40000' }, body: {} }],
	['503', { status: 503, body: '<html>' }],
	['413', { status: 413, body: '' }],
	['an answer that is too large even of one record', LARGE],
	['a broken connection', networkError('ECONNRESET')],
])('nothing follows for a look-up from %s at page 0', async (_, answer) => {
	await expect(found(answer)).rejects.toThrow();
});

test('nor does a list end without its page 0 where that is refused for now', async () => {
	const refusing: Respond = (request, number) =>
		request.query.page === 0 ? { status: 429, body: {} } : usersFrom(0, 5)(request, number);
	await expect(read(refusing)).rejects.toThrow('429');
});

test('a page 0 that is too large as one answer is read in smaller ones', async () => {
	const respond: Respond = ({ body }) => {
		const { page, limit } = body as { page: number; limit: number };
		const customers = upTo(400).map((id) => ({ id }));
		const shown = customers.slice(page * limit, (page + 1) * limit);
		return shown.length > 300 ? LARGE : { body: { customers: shown, totalCount: 400, page } };
	};
	expect(await foundBy(respond)).toEqual(upTo(400));
});
