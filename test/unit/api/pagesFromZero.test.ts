/** A service that counts the pages of a list from 0: none of its records is left out. */
import type { IDataObject } from 'n8n-workflow';
import { pages } from '../../../nodes/SalesManagement/api/pages';
import { clientOf, type Respond } from '../support/testClient';

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
