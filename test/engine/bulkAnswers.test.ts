/** What the service may return for a bulk update: records, bare ids, or less (v2 §4.6, S2). */
import type { IDataObject } from 'n8n-workflow';
import { startNodeFixture, type NodeFixture } from './support/nodeFixture';

let fixture: NodeFixture;
beforeAll(async () => {
	fixture = await startNodeFixture();
});
afterAll(async () => await fixture.close());

async function updateThree(answer: unknown): Promise<IDataObject[]> {
	const body = JSON.stringify(answer);
	const match = { method: 'PATCH', path: '/v2/deal_types/1/deals/bulk' };
	const headers = { 'content-type': 'application/json' };
	await fixture.steer('POST', '/faults', [{ match, times: 1, status: 200, headers, body }]);
	const items = await fixture.records('deal.updateMany', {
		parameters: {
			dealType: 1,
			dealId: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
			updateFields: { memo: 'changed' },
		},
		input: [{ id: 11 }, { id: 12 }, { id: 13 }],
	});
	return items;
}

test.each<[string, unknown, IDataObject[]]>([
	[
		'records, in another order',
		{
			deals: [
				{ id: 12, name: 'B' },
				{ id: 11, name: 'A' },
			],
			skippedDeals: [{ id: 13, name: 'C' }],
		},
		[
			{ id: 11, name: 'A' },
			{ id: 12, name: 'B' },
			{ id: 13, name: 'C', skipped: true },
		],
	],
	[
		'bare ids',
		{ deals: [12, 11], skippedDeals: [13] },
		[{ id: 11 }, { id: 12 }, { id: 13, skipped: true }],
	],
	[
		'only what was skipped',
		{ deals: [], skippedDeals: [11, 12, 13] },
		[
			{ id: 11, skipped: true },
			{ id: 12, skipped: true },
			{ id: 13, skipped: true },
		],
	],
])('%s', async (_name, answer, expected) => {
	expect(await updateThree(answer)).toMatchObject(expected);
});

test('what was changed is not marked as skipped', async () => {
	for (const record of await updateThree({ deals: [11, 12, 13], skippedDeals: [] })) {
		expect(record).not.toHaveProperty('skipped');
	}
});
