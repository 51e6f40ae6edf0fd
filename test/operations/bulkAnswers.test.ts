/** What a service may answer to bulk writes, and what is told of each item then: no more than is known. */
import type { IDataObject } from 'n8n-workflow';
import { LIMITS } from '../../nodes/SalesManagement/api';
import type { Answer } from '../http/support/server';
import { dealFile } from './support/importing';
import { rowsIn, runOn, type Given, type Sent } from './support/service';
import { withFile } from './support/withFile';

const NAME = { name: '={{ $json.name }}' };
const DEALS = { dealType: 1, dealId: '={{ $json.id }}', updateFields: { name: 'x' } };
const OBJECTS = {
	...{ customObjectDefKey: 'ticket', customObjectId: '={{ $json.id }}' },
	customFields: { mappingMode: 'defineBelow', value: { subject: 's' } },
};

const named = (...names: string[]) => names.map((name) => ({ name }));
const ids = (body: IDataObject): Answer => ({ body: rowsIn(body)?.map((_, at) => at + 1) });

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
const GATEWAY: Answer = { status: 502, body: 'gateway' };

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
	const changed = (id: number, more: IDataObject = {}) => ({ id, name: 'x', ...more });

	test.each<[string, unknown, unknown[]]>([
		[
			'records, in another order (v2 §4.6, S2)',
			{ deals: [{ id: 12, name: 'B' }], skippedDeals: [{ id: 11, name: 'A' }] },
			[
				{ id: 11, name: 'A', skipped: true },
				{ id: 12, name: 'B' },
			],
		],
		['bare IDs', { deals: [12], skippedDeals: [11] }, [{ id: 11, skipped: true }, changed(12)]],
		[
			'what was skipped alone',
			{ deals: [], skippedDeals: [11, 12] },
			[11, 12].map((id) => ({ id, skipped: true })),
		],
		['what was changed alone', { deals: [11, 12], skippedDeals: [] }, [changed(11), changed(12)]],
		[
			'messages that are no errors, and why one is skipped',
			{
				deals: [changed(11, { message: 'Hello', error: null, success: true })],
				skippedDeals: [{ id: 12, error: 'phase is locked' }],
			},
			[
				changed(11, { message: 'Hello', error: null, success: true }),
				{ id: 12, error: 'phase is locked', skipped: true },
			],
		],
	])('%s', async (_what, body, shown) => {
		expect(await answered(body)).toEqual(shown);
	});

	test.each(['deals', 'skippedDeals'])('of v1 that leaves one out of %s', async (list) => {
		const body = { deals: [], skippedDeals: [], [list]: [{ id: 11 }] };
		const items = await answered(body, 'v1');
		expect(items).toMatchObject([{ id: 11 }, { details: { outcome: 'unknown' } }]);
	});

	test.each<[string, unknown]>([
		['rows that are errors', { deals: [{ error: 'name is too long' }] }],
		['a list of what went wrong', [{ index: 0, massages: ['name is too long'] }]],
		['no more than “false”', false],
	])('of v1 that lists %s is no success', async (_what, body) => {
		const items = await answered(body, 'v1');
		expect(outcomesOf(items.map((json) => ({ json })))).toEqual(['unknown', 'unknown']);
	});

	test('each row is sent with its own Skip Notifications, and has its own result', async () => {
		const { items, requests } = await runOn('deal.updateMany', {
			parameters: { ...DEALS, options: { skipNotice: '={{ $json.silent }}' } },
			input: [1, 2, 3].map((id) => ({ id, silent: id !== 2 })),
		});
		expect(items.map(({ json }) => json.id)).toEqual([1, 2, 3]);
		const sent = requests.flatMap(({ query, body }) =>
			rowsIn(body)!.map(({ id }) => [id, query.skipNotice]),
		);
		expect(Object.fromEntries(sent)).toEqual({ 1: 'true', 2: 'false', 3: 'true' });
	});
});

describe('what may have been written is not sent again', () => {
	/** With Continue On Fail; the second request is written, and its answer is lost. */
	async function lostSecond(
		names: string[],
		nameBad: (places: number[], number: number) => Answer,
	) {
		const made: unknown[] = [];
		const respond = ({ body }: Sent, number: number): Answer => {
			const bad = badIn(body);
			if (bad.length > 0 && number !== 2) return nameBad(bad, number);
			if (bad.length === 0) made.push(...rowsIn(body)!.map(({ name }) => name));
			return number === 2 ? GATEWAY : ids(body);
		};
		const input = named(...names);
		const given = { parameters: NAME, continueOnFail: true, input, respond };
		const { items } = await runOn('customer.createMany', given);
		expect(new Set(made).size).toBe(made.length);
		return { items, outcomes: outcomesOf(items) };
	}

	test('while rows that were named are divided', async () => {
		const names = Array.from({ length: 40 }, (_, at) => (at < 3 ? `bad ${at}` : `row ${at}`));
		const { outcomes } = await lostSecond(names, (bad, number) =>
			refused(number === 1 ? bad : undefined),
		);
		expect(outcomes.slice(0, 3)).toEqual(['refused', 'refused', 'refused']);
		expect(new Set(outcomes.slice(3))).toEqual(new Set(['unknown']));
	});

	test('while rows that were named by another count are tried', async () => {
		const { items, outcomes } = await lostSecond(['a', 'bad', 'good', 'd'], (bad) =>
			refused(bad.map((at) => at + 1)),
		);
		expect(items[2]?.json).toEqual({ id: 1, name: 'good' });
		expect(outcomes).toEqual(['unknown', 'unknown', undefined, 'unknown']);
	});

	test('a response in doubt ends a run that stops at failures', async () => {
		const { error, requests } = await runOn('customer.createMany', {
			parameters: { ...NAME, options: { batchSize: 2 } },
			input: Array.from({ length: 40 }, (_, at) => ({ name: `row ${at}` })),
			respond: () => ({ body: [] }),
		});
		// As many as may be under way at once: what had to wait was not sent.
		expect(requests.length).toBeLessThanOrEqual(10);
		expect(error?.message).toContain('does not say what became of it');
		expect(error?.description).toContain(
			`It is not known whether these items were processed, counted from 0: 0-${2 * requests.length - 1}.`,
		);
	});
});

test('a failure names the items that were written, also those behind it', async () => {
	const reference = { customer: 1, phase: 1, product: 1, probability: 1, channel: 1, user: 1 };
	const { error } = await runOn('deal.createMany', {
		parameters: {
			...{ ...reference, ...NAME, dealType: '={{ $json.name === "bad" ? 2 : 1 }}' },
			expectedContractDate: '2026-12-24',
		},
		input: named('a', 'bad', 'c', 'd'),
		respond: ({ body }) => (badIn(body).length > 0 ? refused() : undefined),
	});
	expect(error?.description).toContain(
		'3 other items were processed before this failure (counted from 0: 0, 2-3), with the IDs 1-3. Leave them out when you run the rest.',
	);
});

test('of a file all rows behind the first that failed are told that were written, however they lie', async () => {
	const rows = Array.from({ length: 60 }, (_, at) => ({
		name: at === 0 ? 'bad' : 'x',
		dealType: 1 + (at % 2),
	}));
	const { error } = await runOn('deal.createMany', {
		parameters: { fieldsFrom: 'file' },
		input: [withFile(dealFile(rows))],
		respond: ({ path, body }) =>
			path.endsWith('/bulk') && badIn(body).length > 0 ? refused() : undefined,
	});
	const even = Array.from({ length: 30 }, (_, at) => 2 * at + 2);
	expect(error?.description).toContain(`Of the rows behind it ${even.join(', ')} are written`);
});

describe('the item that is blamed', () => {
	/** Requests of two; the service counts the rows of each from one. */
	const counted = async (names: string[], continueOnFail = false) =>
		await runOn('customer.createMany', {
			...{ input: named(...names), continueOnFail },
			parameters: { ...NAME, options: { batchSize: 2 } },
			respond: ({ body }) => {
				const bad = badIn(body);
				return bad.length > 0 ? refused(bad.map((at) => at + 1)) : undefined;
			},
		});
	const SIX = ['a', 'b', 'c', 'BAD', 'e', 'f'];
	const said =
		'The service refused the input: Name is a swear word (Customer: Create Many, HTTP 400)';

	test.each([
		[SIX, 2, '2-3'],
		[['a', 'BAD'], 0, '0-1'],
	])('of %j none alone, where the service counts in another way', async (names, first, items) => {
		const { error } = await counted(names);
		expect(error?.message).toBe(
			`${said}: the service does not say which one it means, so check items ${items}.`,
		);
		expect(error).toMatchObject({ context: { itemIndex: first } });
	});

	test('with Continue On Fail is the guilty one', async () => {
		const { items } = await counted(SIX, true);
		const guilty = `${said}: correct the input.`;
		expect(items.map(({ json }) => json.error)).toEqual(
			SIX.map((name) => (name === 'BAD' ? guilty : undefined)),
		);
	});

	test.each([true, false])(
		'is the one that is too large, continuing %p',
		async (continueOnFail) => {
			const { items, error } = await runOn('customer.createMany', {
				...{ parameters: NAME, continueOnFail, input: named('a', 'b', 'c', 'bad') },
				respond: ({ body }) => {
					const bad = badIn(body);
					return bad.length > 0 ? { ...refused(bad), status: 413 } : undefined;
				},
			});
			const message = continueOnFail ? items[3]?.json.error : error?.message;
			expect(message).toMatch(/Item 3 \("bad"\): .*is a swear word/i);
		},
	);
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
			{ ...OBJECTS, customObjectId: undefined, customObjectDefKey: '={{ $json.key }}' },
			Array.from({ length: 1_600 }, (_, at) => ({ key: `definition_${at % 40}` })),
		);
		expect(requests).toBeLessThanOrEqual(40 + most);
		const unsent = `this row was not sent by itself, since ${most} requests of this run were not enough`;
		expect(messages.filter((message) => message.includes(unsent)).length).toBeGreaterThan(40);
	});

	test.each([
		['customer.createOrUpdate', { ...NAME, matchBy: 'name' }],
		['customer.get', { customerId: '={{ $json.id }}', options: { batchLookup: true } }],
	])(
		'%s: a few of 3,000 refused values are looked up one by one',
		async (operation, parameters) => {
			const input = Array.from({ length: 3_000 }, (_, at) => ({ name: `N${at}`, id: at + 1 }));
			const { requests, messages } = await refusedAll(operation, parameters, input);
			expect(requests).toBeLessThanOrEqual(250);
			const untried =
				/^The service refused the input; this value was not looked up by itself, since none of [2-4]\d values that were looked up one by one was accepted/;
			expect(messages.filter((message) => untried.test(message)).length).toBeGreaterThan(2_900);
		},
	);
});
