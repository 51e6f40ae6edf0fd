/** What reading a list as it was divided before takes where the list has become another one meanwhile. */
import type { IDataObject } from 'n8n-workflow';
import {
	asDivided,
	DEALS,
	dealsOf,
	evenly,
	inStretches,
	NOW,
	PAGE,
	serviceOf,
	type Read,
} from '../../support/datedDeals';
import { clientOf, type Respond, type TestClient } from '../../support/testClient';

const LATENCY = 300;
const clientTo = (respond: Respond) => clientOf(respond, { rate: 5, latency: LATENCY });

/** Reads a list of these ages, and again when it has become that of the client. */
async function again(before: readonly number[], client: TestClient): Promise<Read> {
	const { division } = await inStretches(clientTo(serviceOf(dealsOf(before))));
	if (!division) throw new Error('The list is long enough');
	return await asDivided(client, division);
}

/** So many days before the day that ages are counted from: minutes ago. */
const minutesAgo = (minutes: number): number => minutes / 1_440 - 1;

test('a crowd at the newest end is read once', async () => {
	const ages = evenly.map((age, at) => (at < 30_000 ? -0.5 : age));
	const client = clientTo(serviceOf(dealsOf(ages)));
	expect(await again(ages, client)).toMatchObject({ isWhole: true, count: DEALS });
	expect(client.requests.length).toBeLessThanOrEqual(DEALS / PAGE + 5);
});

describe('what changed in the last five minutes is not read by parts as well', () => {
	beforeEach(() => jest.spyOn(Date, 'now').mockReturnValue(NOW));
	afterEach(() => jest.restoreAllMocks());

	/** How the list is divided by a reading that ended a moment ago. */
	async function dividedNow(before: readonly number[], service: Respond) {
		const { division } = await again(before, clientTo(service));
		if (!division) throw new Error('The list is long enough');
		return division;
	}

	test('where it is half of the list, at one time', async () => {
		const before = evenly.slice(0, 20_000);
		const ages = before.map((age, at) => (at % 2 === 0 ? minutesAgo(2) : age));
		const service = serviceOf(dealsOf(ages));
		const division = await dividedNow(before, service);
		const client = clientTo(service);
		expect(await asDivided(client, division)).toMatchObject({ isWhole: true, count: 20_000 });
		// The crowd at the newest end takes two passes.
		expect(client.requests.length).toBeLessThanOrEqual(10 + 2 * 10 + 4);
	});

	test('where it is the whole list, page after page', async () => {
		const before = evenly.slice(0, 20_000);
		const service = serviceOf(dealsOf(before.map((_, at) => minutesAgo(0.5 + at / 5_000))));
		const division = await dividedNow(before, service);
		const client = clientTo(service);
		expect(await asDivided(client, division)).toMatchObject({ isWhole: false });
		expect(client.requests).toHaveLength(0);
		// By a clock that is ahead all has settled, until the service tells its time.
		jest.restoreAllMocks();
		expect(await asDivided(client, division)).toMatchObject({ isWhole: false });
		expect(client.requests.length).toBeLessThanOrEqual(12);
	});
});

test('a list that has become many times as long is read as far as it goes', async () => {
	const before = evenly.slice(0, 6_000);
	const now = [
		...before,
		...evenly.map((age) => age / 400 - 0.99),
		...evenly.map((age) => age / 500 - 0.9),
	];
	const client = clientTo(serviceOf(dealsOf(now)));
	expect(await again(before, client)).toMatchObject({ isWhole: true, count: now.length });
	expect(client.requests.length).toBeLessThan(1.25 * (now.length / PAGE));
});

test('a list whose pages have become smaller is divided anew, before more than its parts was asked for', async () => {
	const ages = evenly.slice(0, 20_000);
	const service = serviceOf(dealsOf(ages));
	const client = clientTo((request, number) => {
		const answer = service(request, number) as { body: { deals: IDataObject[] } };
		const { deals, ...body } = answer.body;
		const nextCursor = String(Number(request.query.cursor ?? 0) + 100);
		const more = deals.length > 100 && { hasMore: true, nextCursor };
		return { ...answer, body: { ...body, deals: deals.slice(0, 100), ...more } };
	});
	expect(await again(ages, client)).toMatchObject({ isWhole: false });
	expect(client.requests.length).toBeLessThanOrEqual(12);
});
