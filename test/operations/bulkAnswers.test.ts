/** What a service may answer to bulk writes, and what is told of each item then: no more than is known. */
import type { IDataObject } from 'n8n-workflow';
import tables from './bulkAnswers.json';
import { LIMITS } from '../../nodes/SalesManagement/shared';
import type { Answer } from '../http/support/server';
import { many } from '../support/many';
import { rowsIn, runOn, type Given } from './support/service';

const NAME = { name: '={{ $json.name }}' };
const DEALS = { dealType: 1, dealId: '={{ $json.id }}', updateFields: { name: 'x' } };

/** The places of the rows that this service refuses. */
const badIn = (body: IDataObject) =>
	rowsIn(body)!.flatMap(({ name }, at) => (/^bad/i.test(name as string) ? [at] : []));
const refused = (places?: readonly number[]): Answer => ({
	status: 400,
	body: {
		error: 'VALIDATION_FAILED',
		...(places && {
			bulkErrors: places.map((index) => ({ index, messages: ['name is a swear word'] })),
		}),
	},
});
const outcomesOf = (items: ReadonlyArray<{ json: IDataObject }>) =>
	items.map(({ json }) => (json.details as IDataObject | undefined)?.outcome);

describe('a bulk update', () => {
	const answered = async (body: unknown, version?: Given['version']) => {
		const { items } = await runOn('deal.updateMany', {
			...{ parameters: DEALS, version, continueOnFail: true, respond: () => ({ body }) },
			input: [{ id: 11 }, { id: 12 }],
		});
		return items.map(({ json }) => json);
	};

	test.each(tables.updates)('$what', async ({ body, shown }) => {
		expect(await answered(body)).toEqual(shown);
	});

	test.each(['deals', 'skippedDeals'])('of v1 that leaves one out of %s', async (list) => {
		const body = { deals: [], skippedDeals: [], [list]: [{ id: 11 }] };
		const items = await answered(body, 'v1');
		expect(items).toMatchObject([{ id: 11 }, { details: { outcome: 'unknown' } }]);
	});

	test.each(tables.ofV1)('of v1 that lists $what is no success', async ({ body }) => {
		const items = await answered(body, 'v1');
		expect(outcomesOf(items.map((json) => ({ json })))).toEqual(['unknown', 'unknown']);
	});
});

describe('the item that is blamed', () => {
	/** Requests of two; the service counts the rows of each from one. */
	const counted = async (names: string[]) =>
		await runOn('customer.createMany', {
			input: names.map((name) => ({ name })),
			parameters: { ...NAME, options: { batchSize: 2 } },
			respond: ({ body }) => {
				const bad = badIn(body);
				return bad.length > 0 ? refused(bad.map((at) => at + 1)) : undefined;
			},
		});
	const SIX = ['a', 'b', 'c', 'BAD', 'e', 'f'];
	const said =
		'The service refused the input: name is a swear word (Customer: Create Many, HTTP 400)';

	test.each([
		[SIX, 2, '2-3'],
		[['a', 'BAD'], 0, '0-1'],
	])('of %j none alone, where the service counts in another way', async (names, first, items) => {
		const { error } = await counted(names);
		expect(error?.message).toBe(
			`Items ${items}, sent together: ${said}: correct the input; the service does not say which one it means, so check items ${items}.`,
		);
		expect(error).toMatchObject({ context: { itemIndex: first } });
	});
});

describe('a service that refuses all: the run ends within its bound, and each item says why', () => {
	async function refusedAll(operation: string, parameters: IDataObject, input: IDataObject[]) {
		const given = { parameters, input, continueOnFail: true, respond: () => refused() };
		const { items, requests } = await runOn(operation, given);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(input.map((_, item) => ({ item })));
		const messages = items.map(({ json }) => json.error as string);
		for (const message of messages) expect(message).toMatch(/^The service refused the input/);
		return { requests: requests.length, messages };
	}

	test('rows of 40 definitions share one bound: a run has one', async () => {
		const { splittingRequests: most } = LIMITS;
		const { requests, messages } = await refusedAll(
			'customObject.createMany',
			{
				customObjectDefKey: '={{ $json.key }}',
				customFields: { mappingMode: 'defineBelow', value: { subject: 's' } },
			},
			many(800, (at) => ({ key: `definition_${at % 40}` })),
		);
		expect(requests).toBeLessThanOrEqual(40 + most);
		const unsent = `this was not tried by itself, since ${most} requests of this run were not enough`;
		expect(messages.filter((message) => message.includes(unsent)).length).toBeGreaterThan(40);
	});

	test.each([
		['customer.createOrUpdate', { ...NAME, matchBy: 'name' }],
		['customer.get', { customerId: '={{ $json.id }}', options: { batchLookup: true } }],
	])('%s: a few of 600 refused values are looked up one by one', async (operation, parameters) => {
		const input = many(600, (at) => ({ name: `N${at}`, id: at + 1 }));
		const { requests, messages } = await refusedAll(operation, parameters, input);
		expect(requests).toBeLessThanOrEqual(250);
		const untried =
			/^The service refused the input; this was not tried by itself, since none of [2-4]\d that were tried one by one was accepted/;
		expect(messages.filter((message) => untried.test(message)).length).toBeGreaterThan(500);
	});
});
