/** What a sweep for deleted records makes of odd lists; the rest is in the engine's tests. */
import type { IDataObject } from 'n8n-workflow';
import { dealAt, idsOf, listOf } from '../support/dealList';
import { TriggerHost } from '../support/triggerHost';

test('a record without a usable ID stands for no other one that could be deleted', async () => {
	const hour = 3_600_000;
	let now = Date.now();
	jest.spyOn(Date, 'now').mockImplementation(() => now);
	let deals: IDataObject[] = [null, '', 1.5, 2 ** 53].map((id) => ({ ...dealAt(1, 0), id }));
	deals.push(dealAt(7, 0));
	const host = new TriggerHost(
		(request) =>
			request.path.endsWith('/deals') ? listOf(deals, request) : { statusCode: 404, body: {} },
		{ event: 'deleted' },
	);
	expect(await host.poll()).toBeNull();
	deals = [];
	now += 24 * hour;
	expect(idsOf(await host.poll())).toEqual([7]);
	jest.restoreAllMocks();
});
