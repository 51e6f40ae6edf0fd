/** A service that refuses all: the run ends within its bound, and each item says why. */
import type { IDataObject } from 'n8n-workflow';
import { LIMITS } from '../../nodes/SalesManagement/api/limits';
import { runNode, type RunNodeOptions } from '../support/harness';
import { serve } from '../unit/support/testClient';

/** Runs an operation with Continue On Fail; each request with one of the refused values is a 400. */
async function refusedAll(
	operation: string,
	parameters: RunNodeOptions['parameters'],
	input: IDataObject[],
) {
	const server = await serve(() => ({ status: 400, body: { error: 'VALIDATION_FAILED' } }));
	const [resource, name] = operation.split('.') as [string, string];
	try {
		const { items } = await runNode({
			parameters: { authentication: 'personalToken', resource, operation: name, ...parameters },
			credentials: {
				salesManagementPersonalTokenApi: {
					...{ baseUrl: `${server.url}/v2`, requestsPerSecond: 1000 },
					accessToken: 'svcp_not-a-real-token',
				},
			},
			input,
			continueOnFail: true,
		});
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(input.map((_, item) => ({ item })));
		const messages = items.map(({ json }) => json.error as string);
		return { requests: server.requests.length, messages };
	} finally {
		await server.close();
	}
}

test('rows of 40 definitions share one bound: a run has one', async () => {
	const definitions = 40;
	const input = Array.from({ length: 40 * definitions }, (_, at) => ({
		key: `definition_${at % definitions}`,
		subject: `S${at}`,
	}));
	const { requests, messages } = await refusedAll(
		'customObject.createMany',
		{
			customObjectDefKey: '={{ $json.key }}',
			customFields: { mappingMode: 'defineBelow', value: { subject: '={{ $json.subject }}' } },
		},
		input,
	);
	expect(requests).toBeLessThanOrEqual(definitions + LIMITS.splittingRequests);
	for (const message of messages) expect(message).toMatch(/^The service refused the input/);
	const spent = messages.filter((message) =>
		message.includes(
			`this row was not sent by itself, since ${LIMITS.splittingRequests} requests of this run were not enough`,
		),
	);
	expect(spent.length).toBeGreaterThan(40);
});

test.each([
	['customer.createOrUpdate', { name: '={{ $json.name }}', matchBy: 'name' }],
	['customer.get', { customerId: '={{ $json.id }}', options: { batchLookup: true } }],
])('%s: a few of 3,000 refused values are looked up one by one', async (operation, parameters) => {
	const input = Array.from({ length: 3_000 }, (_, at) => ({ name: `N${at}`, id: at + 1 }));
	const { requests, messages } = await refusedAll(operation, parameters, input);
	expect(requests).toBeLessThanOrEqual(100);
	for (const message of messages) expect(message).toMatch(/^The service refused the input/);
	const given = messages.filter((message) =>
		/^The service refused the input; this value was not looked up by itself, since none of (21|5) values that were looked up one by one was accepted/.test(
			message,
		),
	);
	const laterRequests = Math.ceil(3_000 / 299) - 1;
	expect(given.length).toBe(3_000 - 21 - 5 * laterRequests);
});
