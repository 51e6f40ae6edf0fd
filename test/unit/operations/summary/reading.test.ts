/** What a summary says while it reads, and how it ends. */
import type { IDataObject } from 'n8n-workflow';
import type { Run } from '../../../../nodes/SalesManagement/operations/operation';
import { summarize } from '../../../../nodes/SalesManagement/operations/summary';
import { FieldChoice } from '../../../../nodes/SalesManagement/operations/summary/choose';
import { deal } from '../../../../nodes/SalesManagement/records/deal';
import { clientOf, type Respond } from '../../support/testClient';

afterEach(() => jest.restoreAllMocks());

const PAGES = 5;

/** Five pages of 1,000 deals; the phase of each is that of its page. */
const service: Respond = ({ query }) => {
	const at = Number(query.cursor ?? 0);
	const length = Math.min(1_000, Number(query.limit));
	const phase = { id: at + 1, name: `Phase ${at + 1}` };
	const deals = Array.from({ length }, (_, each) => ({ id: at * 1_000 + each + 1, phase }));
	const hasMore = at + 1 < PAGES;
	const totalCount = PAGES * 1_000;
	return { body: { deals, hasMore, nextCursor: hasMore ? String(at + 1) : null, totalCount } };
};

const plan = {
	groups: [{ field: new FieldChoice(deal, 'v2').field('phase'), unit: 'month' as const }],
	// Something to compute, so that it is read.
	values: [{ field: new FieldChoice(deal, 'v2').field('id'), computation: 'largest' as const }],
	timezone: 'UTC',
};

async function summaryOf(respond: Respond, signal?: AbortSignal) {
	const client = clientOf(respond, { signal });
	const told: string[] = [];
	const run = {
		...{ client, items: [{}], forAgent: false },
		customs: { about: async () => await Promise.resolve(undefined) },
		listOf: async () => await Promise.reject(new Error('no list is asked for')),
		hint: () => undefined,
		progress: (message: string) => told.push(message),
	} as unknown as Run;
	const wanted = { record: deal, plan, request: { operation: 'deal.getMany' } as const };
	return { client, told, rows: summarize(run, wanted) };
}

test('every ten seconds it says how many of all records are read', async () => {
	let now = Date.now();
	jest.spyOn(Date, 'now').mockImplementation(() => now);
	const { told, rows } = await summaryOf((request, number) => {
		// Each request; asking for the total is one.
		now += 3_500;
		return service(request, number);
	});
	expect((await rows).map(({ count }) => count)).toEqual([1_000, 1_000, 1_000, 1_000, 1_000]);
	expect(told).toEqual([
		'3,000 of 5,000 deals read for the summary',
		'5,000 of 5,000 deals read for the summary',
	]);
});

test('cancelled, it ends with the request that is under way', async () => {
	const cancel = new AbortController();
	const { client, rows } = await summaryOf((request, number) => {
		if (number === 3) cancel.abort();
		return service(request, number);
	}, cancel.signal);
	await expect(rows).rejects.toThrow();
	expect(client.requests.length).toBeLessThan(PAGES);
});

test('a page that comes once more counts once', async () => {
	const again: Respond = (request, number) => {
		const { body } = service(request, number) as { body: IDataObject };
		// The second page shows the records of the first one besides its own.
		const first = service({ ...request, query: { ...request.query, cursor: undefined } }, number);
		const own = body.deals as IDataObject[];
		const before = (first as { body: IDataObject }).body.deals as IDataObject[];
		const isSecond = request.query.cursor === '1';
		return {
			body: { ...body, deals: isSecond ? [...before.slice(0, 10), ...own.slice(10)] : own },
		};
	};
	const { rows } = await summaryOf(again);
	expect((await rows).map(({ count }) => count)).toEqual([1_000, 990, 1_000, 1_000, 1_000]);
});
