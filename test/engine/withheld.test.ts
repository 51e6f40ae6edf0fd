/** Behind the failure that ends a run, what waits for its turn is not sent. */
import type { IDataObject } from 'n8n-workflow';
import { credentialsOf } from '../support/harness';
import { startNodeFixture, type NodeFixture } from './support/nodeFixture';

let fixture: NodeFixture;
beforeEach(async () => {
	fixture = await startNodeFixture({ seed: 'empty' });
	// The node keeps its pace by itself. A service that refused one of the burst would have it repeated.
	await fixture.steer('PATCH', '/options', { latencyMs: 100, rateLimit: 0 });
});
afterEach(async () => await fixture.close());

const create = async (count: number, continueOnFail: boolean) => {
	const rows = Array.from({ length: count }, (_, at): IDataObject => ({ name: `Customer ${at}` }));
	// The service knows no such industry; the node can't tell.
	rows[1] = { name: 'Customer 1', industryId: 999_999 };
	return await fixture.run('customer.create', {
		...{ input: rows, continueOnFail },
		credentials: credentialsOf(fixture.sandbox, { requestsPerSecond: 5 }),
		parameters: {
			name: '={{ $json.name }}',
			additionalFields: { industryId: '={{ $json.industryId }}' },
		},
	});
};
/** How many were created. */
const made = async () => {
	await fixture.steer('PATCH', '/options', { latencyMs: 0 });
	return (await fixture.records('customer.getMany')).length;
};

test('the rest of a burst is answered, those behind it are never sent', async () => {
	const { error } = await create(40, false);
	expect(error?.message).toContain('999999');
	expect(error?.description).toContain('The first that is not known to be processed is item 1.');
	// The answer is there before the second burst, but a busy machine may look at it some bursts later.
	expect(await made()).toBeLessThan(30);
});

test('with Continue On Fail all are sent', async () => {
	const { items } = await create(8, true);
	expect(items.filter(({ json }) => json.error === undefined)).toHaveLength(7);
	expect(await made()).toBe(7);
});

test('in bulk the refusal that ended the run is told, not what it kept from being sent again', async () => {
	const match = { method: 'POST', path: '/v2/customers/bulk' };
	const messages = ['customers[5].name: must not contain x'];
	await fixture.steer('POST', '/faults', [
		{
			match,
			times: 1,
			status: 429,
			body: { error: 'TOO_MANY_REQUESTS' },
			headers: { 'retry-after': '30' },
		},
		{ match, times: 1, status: 400, body: { error: 'BAD_REQUEST', messages } },
	]);
	const { error } = await fixture.run('customer.createMany', {
		input: Array.from({ length: 3_000 }, (_, at) => ({ name: `Customer ${at}` })),
		credentials: credentialsOf(fixture.sandbox, { requestsPerSecond: 5 }),
		parameters: { name: '={{ $json.name }}' },
	});
	expect(error?.message).toContain('must not contain x');
	expect(error?.description).toContain('The first that is not known to be processed is item 0.');
	expect(error?.description).toContain('1,000 other items were processed before this failure');
});
