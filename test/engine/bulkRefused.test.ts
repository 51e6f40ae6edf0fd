/** A batch that is refused: which item wins, and which one is blamed. */
import type { IDataObject } from 'n8n-workflow';
import { runNode } from '../support/harness';
import { serve } from '../unit/support/testClient';
import { startNodeFixture } from './support/nodeFixture';

test('Update Many with Continue On Fail: of two items for one record the last wins', async () => {
	const fixture = await startNodeFixture();
	try {
		const ticket = {
			customObjectDefKey: 'ticket',
			customFields: { mappingMode: 'defineBelow', value: { subject: '={{ $json.text }}' } },
		};
		const made = await fixture.records('customObject.createMany', {
			parameters: ticket,
			input: Array.from({ length: 40 }, (_, at) => ({ text: `S${at}` })),
		});
		const input: IDataObject[] = made.map(({ id }, at) => ({ id, text: `U${at}` }));
		input[0] = { id: 999_991, text: 'none' };
		input[1] = { id: 999_992, text: 'none' };
		input[2] = { id: made[5]?.id, text: 'EARLY' };
		input[3] = { id: made[5]?.id, text: 'LATE' };
		input.splice(5, 1);
		const { items } = await fixture.run('customObject.updateMany', {
			parameters: { ...ticket, customObjectId: '={{ $json.id }}' },
			input,
			continueOnFail: true,
		});
		const failed = items.flatMap(({ json }, at) => (json.error === undefined ? [] : [at]));
		expect(failed).toEqual([0, 1]);
		const [record] = await fixture.records('customObject.get', {
			parameters: { customObjectDefKey: 'ticket', customObjectId: made[5]?.id },
		});
		expect(record?.subject).toBe('LATE');
	} finally {
		await fixture.close();
	}
});

/** Six customers in batches of two; the service counts the rows of a batch from one. */
async function countedFromOne(continueOnFail: boolean, names = ['a', 'b', 'c', 'BAD', 'e', 'f']) {
	const server = await serve(({ body }) => {
		const { customers } = JSON.parse(body) as { customers: IDataObject[] };
		const bad = customers.findIndex(({ name }) => name === 'BAD');
		if (bad < 0) return { body: customers.map((_, at) => at + 1) };
		const bulkErrors = [{ index: bad + 1, messages: ['name is a swear word'] }];
		return { status: 400, body: { error: 'VALIDATION_FAILED', bulkErrors } };
	});
	try {
		return await runNode({
			parameters: {
				authentication: 'personalToken',
				resource: 'customer',
				operation: 'createMany',
				name: '={{ $json.name }}',
				options: { batchSize: 2 },
			},
			credentials: {
				salesManagementPersonalTokenApi: {
					...{ baseUrl: `${server.url}/v2`, requestsPerSecond: 1000 },
					accessToken: 'svcp_not-a-real-token',
				},
			},
			input: names.map((name) => ({ name })),
			continueOnFail,
		});
	} finally {
		await server.close();
	}
}

describe('rows that the service counts in another way', () => {
	test('no single item is blamed: the batch is named', async () => {
		const { error } = await countedFromOne(false);
		expect(error?.message).toBe(
			'The service refused the input: Name is a swear word (Customer: Create Many, HTTP 400): the service does not say which one it means, so check items 2-3.',
		);
		expect(error).toMatchObject({ context: { itemIndex: 2 } });
	});

	test('the item blamed is one of the run', async () => {
		const { error } = await countedFromOne(false, ['a', 'BAD']);
		expect(error?.message).toContain('so check items 0-1.');
		expect(error).toMatchObject({ context: { itemIndex: 0 } });
	});

	test('with Continue On Fail the guilty item fails, in the service’s words', async () => {
		const { items } = await countedFromOne(true);
		expect(items.map(({ json }) => json.error)).toEqual([
			...[undefined, undefined, undefined],
			'The service refused the input: Name is a swear word (Customer: Create Many, HTTP 400): correct Name.',
			...[undefined, undefined],
		]);
	});
});

/** Four customers in batches of two, of which the second has one of a role that isn't there. */
async function withNumberOfTheirs(
	authentication: 'personalToken' | 'v1ApiKey',
	continueOnFail: boolean,
) {
	const fixture = await startNodeFixture();
	try {
		return await fixture.run('customer.createMany', {
			authentication,
			parameters: {
				name: '={{ $json.name }}',
				additionalFields: { ownerRoleId: '={{ $json.role }}' },
				options: { batchSize: 2 },
			},
			input: [
				...[{ name: 'a' }, { name: 'b' }, { name: 'c' }],
				{ name: 'd', role: 99_999 },
			],
			continueOnFail,
		});
	} finally {
		await fixture.close();
	}
}

describe('the number that the service gives a row counts within its request', () => {
	test('in a text of v2 it is said among which items', async () => {
		const { error } = await withNumberOfTheirs('personalToken', false);
		expect(error?.message).toContain('"item 1" counts within items 2-3');
	});

	test('of v1 no other number than the item’s own is told', async () => {
		const { error } = await withNumberOfTheirs('v1ApiKey', false);
		expect(error?.message).toMatch(/^The service refused the input: Item 3 \("d"\): /);
		expect(error?.message).not.toContain('item 1');
	});

	test.each(['personalToken', 'v1ApiKey'] as const)(
		'with Continue On Fail (%s) a failed item is told without a number',
		async (authentication) => {
			const { items } = await withNumberOfTheirs(authentication, true);
			expect(items.map(({ json }) => json.error)).toEqual([
				...[undefined, undefined, undefined],
				expect.stringMatching(/^(?!.*item \d).*99999/i),
			]);
		},
	);
});
