/** What holds for every list and every request, whichever way it is read. */
import type { CredentialKind, OperationId, Page } from '../../nodes/SalesManagement/api';
import { clientOf, type Respond } from './support/client';
import { read } from './support/lists';

describe('a record that moves over the border of two pages while they are read', () => {
	/** Between two requests, deal 2 was changed, and stands on the second page as well. */
	const pagesOf = (kind: CredentialKind): Respond => {
		const first = [{ id: 1 }, { id: 2, name: 'before' }];
		const second = [{ id: 2, name: 'after' }, { id: 3 }];
		return ({ query }) => {
			const isFirst = kind === 'v1ApiKey' ? query.page === 1 : query.cursor === undefined;
			const deals = isFirst ? first : [...second].slice(0, Number(query.limit));
			const paging =
				kind === 'v1ApiKey'
					? { totalCount: 4 }
					: { hasMore: isFirst, nextCursor: isFirst ? 'c' : '' };
			return { body: { deals, ...paging } };
		};
	};
	const idsOn = (pages: readonly Page[]) => pages.map(({ records }) => records.map(({ id }) => id));

	test.each<[string, CredentialKind, OperationId]>([
		['a cursor list (v2 §4)', 'personalToken', 'deal.getMany'],
		['a page list (v1 §4)', 'v1ApiKey', 'deal.getMany'],
	])('comes once: %s', async (_name, kind, operation) => {
		const client = clientOf(pagesOf(kind), { kind });
		const pages = await read(client, { operation }, { pageSize: 2 });
		expect(idsOn(pages).slice(0, 2)).toEqual([[1, 2], [3]]);
	});
});

describe('refusals by the rate and faults are counted apart', () => {
	const answering =
		(...statuses: number[]): Respond =>
		(_request, number) => ({ status: statuses[number - 1] ?? 200, body: { id: 1 } });
	const GET = { operation: 'deal.get', path: { id: 1 } } as const;

	test.each(['run', 'poll', 'form'] as const)(
		'429, 429, 429, 502, 200 is a success: %s',
		async (purpose) => {
			const client = clientOf(answering(429, 429, 429, 502), { purpose });
			expect((await client.send(GET)).body).toEqual({ id: 1 });
			expect(client.requests).toHaveLength(5);
		},
	);

	test('and the fourth fault in a row is the last', async () => {
		const client = clientOf(answering(502, 429, 502, 429, 502, 429, 502));
		await expect(client.send(GET)).rejects.toThrow(/HTTP 502/);
		expect(client.requests).toHaveLength(7);
	});
});

test.each<[string, unknown, RegExp | undefined]>([
	['under its name', { customers: [] }, undefined],
	['in data', { data: [] }, undefined],
	['as a bare list, which may be an empty object', [], /^The response is an empty list, without/],
	['of a failure', { customers: [], success: false, message: 'Index is down' }, /^Index is down/],
])('an empty look-up %s', async (_name, body, said) => {
	const search = { operation: 'customer.search', body: { filter: {} } } as const;
	const answering = clientOf(() => ({ body }));
	const reading = read(answering, search, { isLookUp: true });
	if (said) await expect(reading).rejects.toThrow(said);
	else expect((await reading)[0]?.records).toEqual([]);
});
