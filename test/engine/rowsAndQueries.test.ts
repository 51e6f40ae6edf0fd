/** Rows of a bulk write whose requests must differ, since their options do. */
import type { IDataObject } from 'n8n-workflow';
import { runAnswered } from './support/answering';

test('each row is sent with its own Skip Notifications', async () => {
	const { items, requests, error } = await runAnswered({
		operation: 'deal.updateMany',
		answer: ({ body }) => {
			const { deals } = JSON.parse(body) as { deals: IDataObject[] };
			return { body: { deals: deals.map(({ id }) => ({ id })), skippedDeals: [] } };
		},
		call: {
			parameters: {
				dealType: 1,
				dealId: '={{ $json.id }}',
				updateFields: { name: 'A' },
				options: { skipNotice: '={{ $json.silent }}' },
			},
			input: [
				{ id: 1, silent: true },
				{ id: 2, silent: false },
				{ id: 3, silent: true },
			],
		},
	});
	expect(error).toBeUndefined();
	expect(items.map(({ json }) => json.id)).toEqual([1, 2, 3]);
	const sent = requests.flatMap(({ url, body }) =>
		(JSON.parse(body) as { deals: IDataObject[] }).deals.map(({ id }) => [
			id,
			new URL(url, 'http://service.example').searchParams.get('skipNotice'),
		]),
	);
	expect(Object.fromEntries(sent)).toEqual({ 1: 'true', 2: 'false', 3: 'true' });
});
