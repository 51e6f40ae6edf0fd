/** What the error of a run says: what to do, all that is wrong at once, and what was done before it. */
import { SsrfProtectionConfig } from '@n8n/config';
import { Container } from '@n8n/di';
import type { IDataObject } from 'n8n-workflow';
import tables from './errors.json';
import { many } from '../support/many';
import { useNodeFixture, type Call } from '../support/nodeFixture';
import type { Answer } from '../http/support/server';
import { credentialsOf } from '../../harness';
import { DEAL as ALL_OF_DEAL, expectNoWrites } from './support/importing';
import { listOf, rowsIn, runOn } from './support/service';
import { holdRuns } from './support/runs';
import { withFile } from './support/withFile';
import { table } from '../support/table';

const fixture = useNodeFixture();

const NAME = { name: '={{ $json.name }}' };

test('a request that n8n blocks was not sent, and n8n says what to do', async () => {
	const protection = Container.get(SsrfProtectionConfig);
	protection.enabled = true;
	const { error } = await fixture
		.run('customer.create', { parameters: { name: 'Blocked' } })
		.finally(() => (protection.enabled = false));
	expect(error?.message).toMatch(/^The request was blocked because .* restricted IP address\.$/);
	expect(error?.description).toMatch(/ask your n8n administrator/);
	expect(await fixture.requests()).toEqual([]);
});
test.each(tables.objectsAsText)(
	'an object made text by an expression is refused: $what',
	async ({ operation, parameters, columns, message }) => {
		expect(await fixture.fails(operation, { parameters, input: [columns] })).toMatch(
			RegExp(message),
		);
		await expectNoWrites(fixture);
	},
);

test.each(['form', 'input'])('letters that were lost in a file are told: from %s', async (from) => {
	const parameters = { fieldsFrom: from, name: '={{ $json.name }}' };
	const input = [{ name: 'Bj\ufffdrn' }, { name: 'M\ufffdller' }];
	const { hints, items } = await fixture.run('customer.create', { parameters, input });
	expect(items).toHaveLength(2);
	expect(hints.map(({ message }) => message)).toEqual([
		expect.stringMatching(/letters were lost.* set Encoding in Extract from File/),
	]);
});

describe('what is missing or refused', () =>
	holdRuns(fixture, tables.fails, () => ({
		withoutKey: credentialsOf(fixture.sandbox, { v1ApiKey: '', v1BaseUrl: '' }),
	})));

describe('a refusal is told in the words of the service', () => {
	const MORE = ['updatedAtFrom must be a date-time', 'limit must be a number'];

	test.each([1, 2])('with %i texts', async (count) => {
		const messages = MORE.slice(0, count);
		const { error } = await runOn('deal.getMany', {
			respond: () => ({ status: 400, body: { error: 'VALIDATION_FAILED', messages } }),
		});
		const more = count === 1 ? '' : ', and 1 more';
		expect(error?.message).toBe(
			`${messages[0]}${more} (Deal: Get Many, HTTP 400): correct the input.`,
		);
		expect(error?.description?.split('\n')).toEqual(count === 1 ? undefined : messages);
	});

	test.each(tables.tooLarge)(
		'$operation: one record that is too large can be made smaller',
		async ({ operation, parameters }) => {
			const respond = () => ({ status: 413, body: { error: 'Too large' } });
			const { error } = await runOn(operation, { parameters, respond });
			expect(error?.message).toMatch(
				/^Too large \(.*HTTP 413\): this alone is larger than a request may be, so shorten it if it is long, /,
			);
		},
	);
});

describe('a deal that lacks a reason for its phase (rule D-R) is told what to do', () => {
	const SAID = 'reason or endPhaseReasonIds is required when the phase is not in progress';
	/** Additional Fields and Update Fields have this button. */
	const ADD =
		'A deal whose phase is not in progress needs a reason or end reasons: add Reason or End Reasons with Add Field, as a column, or by choosing a column such as Lost Reason under Column Mapping';
	const COLUMNS = { fieldsFrom: 'input' };
	const NEW = { ...ALL_OF_DEAL, name: 'New', phase: 3 };
	const refused = async (
		operation: string,
		parameters: IDataObject,
		messages: string[] = [SAID],
		input: IDataObject = { id: 7 },
		continueOnFail = false,
	) =>
		await runOn(operation, {
			...{ parameters, input: [input], continueOnFail },
			respond: ({ path }) =>
				path.endsWith('/search')
					? listOf([{ id: 7, name: 'New' }])
					: { status: 400, body: { error: 'VALIDATION_FAILED', messages } },
		});

	test.each(tables.withoutDealType)(
		'$operation, $parameters',
		async ({ operation, parameters }) => {
			const id = operation.includes('update') ? { id: 7 } : {};
			const row = { ...NEW, ...id };
			const { error } = await refused(operation, parameters, [SAID], row);
			expect(error?.message).toMatch(/^A deal whose .*, HTTP 400, VALIDATION_FAILED\)\.$/);
			expect(error?.message).toContain(`${ADD} (Deal: `);
			expect(error?.description ?? '').not.toContain('endPhaseReasonIds');
		},
	);

	test.each(tables.dealTypeAndMore)('$what', async ({ messages, row, told, details }) => {
		const { error } = await refused('deal.update', COLUMNS, messages, { id: 7, memo: 'x', ...row });
		expect(error?.message).toBe(`${told} (Deal: Update, HTTP 400): correct the input.`);
		expect(error?.description?.split('\n')).toEqual(details);
	});

	test('by the service itself, in bulk as well', async () => {
		const call = {
			parameters: { ...COLUMNS, matchBy: 'name' },
			input: ['D-R 1', 'D-R 2'].map((name) => ({ ...ALL_OF_DEAL, name, phase: 3 })),
			continueOnFail: true,
		};
		const records = await fixture.records('deal.createOrUpdate', call);
		const told = `${ADD} (Deal: Create Many, HTTP 400, VALIDATION_FAILED).`;
		expect(records.map(({ error }) => error)).toEqual([told, told]);
	});

	test('an error item has the code, and the record', async () => {
		const { items } = await refused('deal.update', COLUMNS, [SAID], { id: 7, phase: 3 }, true);
		expect(items[0]?.json).toEqual({
			id: 7,
			error: `${ADD} (Deal: Update, HTTP 400, VALIDATION_FAILED).`,
			details: {
				...{ httpStatus: 400, code: 'VALIDATION_FAILED', outcome: 'refused' },
				...{ messages: [ADD], item: 0, record: { id: 7 } },
			},
		});
	});
});

describe('one error tells all that is wrong in an item, and nothing is written', () => {
	test.each(
		table<{ what: string; operation: string; call: Call; problems: RegExp[] }>(tables.problems),
	)('$what', async ({ operation, call, problems }) => {
		const records = await fixture.records(operation, { ...call, continueOnFail: true });
		const [head, ...lines] = (records[0]?.error as string).split('\n');
		expect(head).toBe(`There are ${problems.length} things to correct:`);
		expect(lines).toEqual(problems.map((each) => expect.stringMatching(each) as string));
		const sent = await fixture.requests();
		expect(sent.filter(({ path }) => path.endsWith('/deals'))).toEqual([]);
	});

	test('at most ten, and how many more there are', async () => {
		const values = many(13, (at) => ({ field: `none ${at}` }));
		const { error } = await fixture.run('deal.search', { parameters: { conditions: { values } } });
		const lines = String(error?.message).split('\n');
		expect([lines.length, lines[0]]).toEqual([12, 'There are 13 things to correct:']);
		expect(lines.at(-1)).toBe('… and 3 more');
	});
});

describe('a failure tells what was done before it', () => {
	const refused: Answer = { status: 400, body: { error: 'X' } };

	test.each(tables.inDoubt)(
		'with the IDs of what $what',
		async ({ operation, parameters, answer }) => {
			const { error } = await runOn(operation, {
				parameters: { name: 'A', ...parameters },
				input: [{ id: 81 }, { id: 82 }, { id: 83 }],
				respond: (_request, number) => {
					if (number === 3) return refused;
					return 'body' in answer ? answer : { body: { id: 80 + number, name: 'A' } };
				},
			});
			expect(error?.description).toMatch(/2 other items .*, with the IDs 81-82\./);
		},
	);

	test('rows are named as n8n counts its items', async () => {
		const bulkErrors = [1, 0].map((index) => ({ index, massages: [`bad name ${index}`] }));
		const { error } = await runOn('customer.createMany', {
			parameters: { ...NAME, options: { batchSize: 2 } },
			input: many(6, (at) => ({ name: `N${at}` })),
			respond: ({ body }) =>
				rowsIn(body)?.[0]?.name === 'N0'
					? { body: [1, 2] }
					: { status: 500, body: { error: 'VALIDATION_FAILED', messages: [], bulkErrors } },
		});
		expect(error?.message).toContain(
			': Item 3: bad name 1, and 1 more (Customer: Create Many, HTTP 500): correct the items named.',
		);
		expect(error?.description).toBe(
			'Item 3: bad name 1\nItem 2: bad name 0\n2 other items were processed before this failure (counted from 0: 0-1), with the IDs 1-2. Leave them out when you run the rest.',
		);
	});

	const numbered = (count: number) => many(count, (at) => ({ name: `Customer ${at}` }));

	test('and what waits for its turn is not sent', async () => {
		const { error, requests } = await runOn('customer.create', {
			...{ parameters: NAME, input: numbered(40), rate: 5 },
			respond: ({ body }) => (body.name === 'Customer 1' ? refused : undefined),
		});
		expect(error?.description).toMatch(/\(counted from 0: 0(,|-?\))|\(counted from 0: 0, 2/);
		// The first burst, and what a busy machine sends before it looks at the response.
		expect(requests.length).toBeLessThan(30);
	});

	test('in bulk it is the refusal that ended the run, not what this kept from being sent again', async () => {
		const messages = ['customers[5].name: must not contain x'];
		const { error } = await runOn('customer.createMany', {
			...{ parameters: NAME, input: numbered(3_000), rate: 5 },
			respond: ({ body }) => {
				const first = rowsIn(body)?.[0]?.name;
				if (first === 'Customer 0') return { status: 429, headers: { 'retry-after': '30' } };
				if (first !== 'Customer 1000') return undefined;
				return { status: 400, body: { error: 'BAD_REQUEST', messages } };
			},
		});
		expect(error?.message).toContain('must not contain x');
		expect(error?.description).toMatch(/^1,000 other items .*\(counted from 0: 2000-2999\)/m);
	});
});

test('a service that takes no connection is told as that, not as rows of others', async () => {
	const rows = many(25_000, (at) => `n${at}`);
	const baseUrl = 'http://127.0.0.1:9/v2';
	const error = await fixture.fails('customer.createMany', {
		credentials: credentialsOf(fixture.sandbox, { baseUrl, requestsPerSecond: 1000 }),
		parameters: { fieldsFrom: 'file' },
		input: [withFile(['name', ...rows].join('\n'))],
	});
	expect(error).toMatch(/The service refuses connections \(Customer: Create Many\)/);
});
