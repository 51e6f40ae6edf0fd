/** v1 refuses responses above 10 MB; lists are read whole all the same. */
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import {
	DEALS,
	idsOf,
	pageService,
	read,
	records,
	shortPageService,
} from '../support/pagedService';
import { clientOf, failureOf, type Respond } from '../support/testClient';

describe('v1’s 500 for a response above 10 MB (v1 §7, S2)', () => {
	/** Refuses what is larger than a limit; each deal has its own size. */
	const limited =
		(deals: readonly IDataObject[], most: number, service = pageService): Respond =>
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
					const client = clientOf(limited(deals, most), { kind: 'v1ApiKey' });
					expect(idsOf(await read(client, DEALS, { pageSize }))).toEqual(deals.map(({ id }) => id));
				},
			),
			{ numRuns: 100 },
		);
	});

	test('nor is any lost where pages hold less than they have room for', async () => {
		const deals = records(1250).map((deal) => ({ ...deal, size: 12 }));
		const client = clientOf(limited(deals, 2_000, shortPageService), { kind: 'v1ApiKey' });
		expect(idsOf(await read(client, DEALS))).toEqual(idsOf([{ records: deals }]));
	});

	test('the smaller size is remembered, so refusals stay few', async () => {
		const deals = records(5000).map((deal) => ({ ...deal, size: 12 }));
		const client = clientOf(limited(deals, 10_000), { kind: 'v1ApiKey' });
		expect(idsOf(await read(client, DEALS))).toHaveLength(5000);
		expect(client.requests.length).toBeLessThanOrEqual(18);
	});

	test('a single record above the limit is an error that says so', async () => {
		const client = clientOf(limited([{ id: 1, size: 20 }], 10), { kind: 'v1ApiKey' });
		const error = await failureOf(read(client, DEALS));
		expect(error.message).toMatch(/a single record is larger than a response may be/);
	});

	test('a list without limit can’t be made smaller', async () => {
		const error = 'Response size exceeds the limit';
		const client = clientOf(() => ({ status: 500, body: { error } }), { kind: 'v1ApiKey' });
		const reading = read(client, { operation: 'contact.getMany' });
		expect((await failureOf(reading)).message).toMatch(/^Response size exceeds the limit \(/);
		expect(client.requests).toHaveLength(1);
	});
});
