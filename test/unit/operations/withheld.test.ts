/** Behind the failure that ends a run, requests that wait are not sent, and that failure is told. */
import { untilUnwanted } from '../../../nodes/SalesManagement/api/client';
import type { Item } from '../../../nodes/SalesManagement/fields';
import { mapItems } from '../../../nodes/SalesManagement/operations/mapItems';
import { endOf } from '../../../nodes/SalesManagement/operations/operation';
import { clientOf, type Respond } from '../support/testClient';

const runOf = (count: number) => ({
	continueOnFail: false,
	items: Array.from({ length: count }, (_, index): Item => ({
		index,
		input: {},
		version: 'v2',
		timezone: 'UTC',
		get: () => undefined,
	})),
});
test.each(['customer.get', 'userGroup.replaceMembers'])(
	'%s: the refusal that ends the run is told, although another item met a fault that its repetition mends',
	async (operation) => {
		let faults = 0;
		const at =
			(path: string): Respond =>
			(request, n) => {
				if (request.url.includes(`/2${path}`))
					return { status: 400, body: { error: 'VALIDATION_FAILED' } };
				if (request.url.includes(`/1${path}`) && faults++ === 0) return { status: 502, body: '' };
				return { body: { id: n } };
			};
		const client = clientOf(at(operation === 'userGroup.replaceMembers' ? '/users' : ''), {
			rate: 5,
			latency: 200,
		});
		const results = await mapItems(runOf(8), async ({ index }, unwanted) => {
			const path = { id: index + 1, userGroupId: index + 1 };
			await untilUnwanted(client, unwanted).send({ operation: operation as 'customer.get', path });
			return [];
		});
		const failure = endOf(results);
		expect(failure?.index).toBe(1);
		expect((failure?.error as Error).message).toContain('VALIDATION_FAILED');
	},
);
