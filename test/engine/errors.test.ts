import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { credentialsOf } from '../support/harness';
import { skipWaits } from '../support/timeTravel';
import {
	byId,
	startNodeFixture,
	unpacedCredentials,
	type NodeFixture,
} from './support/nodeFixture';

/** Lessons from the field: every error is one sentence that says what to do. */
describe('errors that a user can act on', () => {
	let fixture: NodeFixture;
	beforeAll(async () => {
		skipWaits();
		fixture = await startNodeFixture();
	});
	afterAll(async () => await fixture.close());

	const deal = (id: number) => ({ parameters: { dealId: byId(id) } });

	/** The error of a call whose personal credential is changed. */
	async function errorWith(changes: { baseUrl?: string; accessToken?: string }) {
		const credentials = unpacedCredentials(fixture.sandbox);
		const { error } = await fixture.run('deal.get', {
			...deal(1),
			credentials: {
				...credentials,
				salesManagementPersonalTokenApi: {
					...credentials.salesManagementPersonalTokenApi,
					...changes,
				},
			},
		});
		return error;
	}

	const oneSentence = /^[^\n]+[^.\n]\.$/;

	test('a wrong token points at the credential and does not repeat it', async () => {
		const error = await errorWith({ accessToken: 'svcp_wrong-secret-token' });
		expect(error?.message).toMatch(oneSentence);
		expect(error?.message).toMatch(/401/);
		expect(error?.message).toMatch(/credential|token/i);
		expect(JSON.stringify(error)).not.toContain('wrong-secret');
	});

	test('a v1 address in a v2 credential says so', async () => {
		const error = await errorWith({ baseUrl: fixture.sandbox.v1 });
		expect(error?.message).toMatch(/v1/);
		expect(error?.message).toMatch(/v2/);
	});

	test('an address where nothing listens says what to check', async () => {
		const server = createServer();
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		const { port } = server.address() as AddressInfo;
		await new Promise<void>((resolve) => server.close(() => resolve()));
		const error = await errorWith({ baseUrl: `http://127.0.0.1:${port}/v2` });
		expect(error?.message).toMatch(oneSentence);
		expect(error?.message).toMatch(/Base URL|address/i);
	});

	test('an address without https that is not this machine is refused before a request', async () => {
		const error = await errorWith({ baseUrl: 'http://crm.example.com/v2' });
		expect(error?.message).toMatch(/https/);
	});

	test('an HTML response is reported as one', async () => {
		await fixture.steer('POST', '/faults', [
			{
				match: { path: '/v2/deals/1' },
				times: 1,
				status: 200,
				body: '<html><body>Maintenance</body></html>',
				headers: { 'content-type': 'text/html' },
			},
		]);
		const { error } = await fixture.run('deal.get', deal(1));
		expect(error?.message).toMatch(oneSentence);
		expect(error?.message).toMatch(/HTML/);
	});

	test('an unknown deal names the operation, the status and what to check', async () => {
		const { error } = await fixture.run('deal.get', deal(99_999_999));
		expect(error?.message).toMatch(oneSentence);
		expect(error?.message).toMatch(/Deal: Get, HTTP 404/);
		expect(error?.message).toMatch(/check the ID/i);
	});

	test('the current user of a team token: the 403 says exactly that (v2 §4.1)', async () => {
		const { error } = await fixture.run('user.getCurrent', { authentication: 'teamToken' });
		expect(error?.message).toMatch(/team token/i);
	});

	test('a missing required field is named before any request', async () => {
		await fixture.requests();
		const { error } = await fixture.run('customer.create', {
			parameters: { name: '={{ $json.name }}' },
			input: [{ name: '' }],
		});
		expect(error?.message).toBe('Name is required.');
		expect(await fixture.requests()).toEqual([]);
	});

	test('v1-only operations without a v1 key say what to add', async () => {
		const credentials = credentialsOf(fixture.sandbox, { v1ApiKey: '', v1BaseUrl: '' });
		const { error } = await fixture.run('domainSetting.get', { credentials });
		expect(error?.message).toBe(
			'Domain Setting: Get exists only in v1: enter a V1 API Key and V1 Base URL in the credential.',
		);
	});

	test.each([
		['v1ApiKey', 'API Key (v1)'],
		['teamToken', 'Team Token'],
	] as const)(
		'without a credential for %s the error says which one to choose',
		async (kind, label) => {
			const { salesManagementPersonalTokenApi } = credentialsOf(fixture.sandbox);
			const { error } = await fixture.run('deal.getMany', {
				authentication: kind,
				credentials: { salesManagementPersonalTokenApi: { ...salesManagementPersonalTokenApi } },
			});
			expect(error?.message).toContain(`No ${label} credential is chosen`);
		},
	);

	test('error items keep their pair and say what the service said', async () => {
		const { items } = await fixture.run('deal.get', {
			parameters: { dealId: '={{ $json.id }}' },
			input: [{ id: 99_999_999 }, { id: 'x' }],
			continueOnFail: true,
		});
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }]);
		expect(items[0]?.json).toMatchObject({
			error: expect.stringContaining('404'),
			details: { httpStatus: 404 },
		});
		expect(items[1]?.json.error).toContain('Deal is "x"');
	});

	test('a failure halfway names the ids of what was created (lessons: ids lost)', async () => {
		const { error } = await fixture.run('contact.create', {
			parameters: { name: 'Half', additionalFields: { customer: '={{ $json.customer }}' } },
			input: [...Array.from({ length: 20 }, () => ({})), { customer: 99_999_999 }],
		});
		const made = await fixture.records('contact.getMany', {
			parameters: { filters: { searchWord: 'Half' }, returnAll: true },
		});
		expect(made.length).toBeGreaterThan(0);
		const named = new Set(
			Array.from(String(error?.description).matchAll(/\b(\d+)(?:-(\d+))?/g), ([, first, last]) =>
				Array.from(
					{ length: Number(last ?? first) - Number(first) + 1 },
					(_, index) => Number(first) + index,
				),
			).flat(),
		);
		for (const { id } of made) expect(named).toContain(id);
	});

	describe('a refusal is told in the words of the form (v2 §2.6, rule D-R)', () => {
		const WON = 3;
		const ADD = 'Reason or End Reasons is required when the phase is not in progress';
		const open = async () => (await fixture.records('deal.search', OPEN))[0]?.id as number;
		const OPEN = {
			parameters: {
				limit: 1,
				conditions: { values: [{ field: 'phaseId', operator: 'equals', value: 1 }] },
			},
		};

		test('what is missing is named by its label and its place, once; the code is a detail', async () => {
			const { error } = await fixture.run('deal.update', {
				parameters: { dealId: byId(await open()), updateFields: { phase: byId(WON) } },
			});
			expect(error?.message).toBe(
				`${ADD} (Deal: Update, HTTP 400): add Reason or End Reasons under Update Fields.`,
			);
			expect(error?.description).toBe('The service calls it VALIDATION_FAILED.');
		});

		test('columns of the input have no place in the form; an error item has the code', async () => {
			const id = await open();
			const { items } = await fixture.run('deal.update', {
				parameters: { fieldsFrom: 'input' },
				input: [{ id, phase: WON }],
				continueOnFail: true,
			});
			expect(items[0]?.json).toEqual({
				error: `${ADD} (Deal: Update, HTTP 400): add Reason or End Reasons among the columns.`,
				details: {
					...{ httpStatus: 400, code: 'VALIDATION_FAILED', outcome: 'refused' },
					messages: [ADD],
					...{ item: 0, record: { id } },
				},
			});
		});

		test('rows sent together', async () => {
			const { error } = await fixture.run('deal.updateMany', {
				parameters: {
					...{ dealType: byId(1), dealId: '={{ $json.id }}' },
					updateFields: { phase: byId(WON) },
				},
				input: [{ id: await open() }],
			});
			expect(error?.message).toContain(ADD);
			expect(error?.message).toContain('Reason or End Reasons under Update Fields');
			expect(error?.message).not.toContain('VALIDATION_FAILED');
		});

		test('filters, and names that the form does not have', async () => {
			const messages = ['updatedAtFrom must be a date-time', 'zuluTime must be a date-time'];
			await fixture.steer('POST', '/faults', [
				{
					match: { path: '/v2/customers' },
					times: 1,
					status: 400,
					body: { error: 'Bad Request', messages },
				},
			]);
			const { error } = await fixture.run('customer.getMany', {
				parameters: { filters: { updatedAtFrom: '2026-01-01' } },
			});
			expect(error?.message).toBe(
				'Updated From must be a date-time, and 1 more (Customer: Get Many, HTTP 400): correct Updated From under Filters.',
			);
			expect(error?.description).toBe(
				'Updated From must be a date-time\nzuluTime must be a date-time\nThe service calls it Bad Request.',
			);
		});
	});

	describe('one error tells all that is wrong in an item', () => {
		const WRONG = {
			...{ name: 'Wrong', expectedContractDate: '2026-02-30', customer: byId('x') },
			...{ dealType: byId(1), phase: { __rl: true, mode: 'name', value: 'Nowhere' } },
			...{ product: byId(1), probability: byId(1), channel: byId(1), user: byId(1) },
			additionalFields: { amount: 'many', dealProductDetails: [{ quantity: 'few' }] },
		};
		const PROBLEMS = [
			/^There are 5 things to correct:$/,
			/^- Expected Contract Date is "2026-02-30", which is not a real date; /,
			/^- Customer is "x"/,
			/^- Phase is "Nowhere", which is no name in its list: /,
			/^- Amount is "many"/,
			/^- Quantity is "few"/,
		];
		const expectProblems = (message: unknown, problems: readonly RegExp[]) => {
			const lines = String(message).split('\n');
			expect(lines).toHaveLength(problems.length);
			for (const [at, line] of lines.entries()) expect(line).toMatch(problems[at] as RegExp);
		};

		test('of a record: names, dates and numbers at once, and nothing is sent', async () => {
			await fixture.requests();
			const { error } = await fixture.run('deal.create', { parameters: WRONG });
			expectProblems(error?.message, PROBLEMS);
			const sent = await fixture.requests();
			expect(sent.filter(({ path }) => path === '/v2/deals')).toEqual([]);
		});

		test('of columns of the input, in an error item', async () => {
			const { additionalFields, phase, ...rest } = WRONG;
			const input = [
				{ ...rest, ...additionalFields, customer: 'x:', dealType: 1, phase: phase.value },
			];
			const { items } = await fixture.run('deal.createMany', {
				...{ parameters: { fieldsFrom: 'input' }, input, continueOnFail: true },
			});
			const [head, date, , ...others] = PROBLEMS as [RegExp, RegExp, ...RegExp[]];
			expectProblems(items[0]?.json.error, [head, date, /^- Customer is "x:"/, ...others]);
		});

		test('of columns of the input, what none of them gives beside what is wrong in the others', async () => {
			await fixture.requests();
			const { error } = await fixture.run('deal.create', {
				parameters: { fieldsFrom: 'input' },
				input: [
					{ name: 'Wrong', expectedContractDate: '2026-02-30', customer: 1, dealType: 'Nowhere' },
				],
			});
			expectProblems(error?.message, [
				/^There are 3 things to correct:$/,
				/^- Expected Contract Date is "2026-02-30", which is not a real date; /,
				/^- Deal Type is "Nowhere", which is no name in its list: /,
				/^- No column of this item gives .*Phase \(phase\).*, which each new deal needs/,
			]);
			const sent = await fixture.requests();
			expect(sent.filter(({ path }) => path === '/v2/deals')).toEqual([]);
		});

		test('of the conditions of a search', async () => {
			const { error } = await fixture.run('deal.search', {
				parameters: {
					conditions: {
						values: [
							{ field: 'createdAt', operator: 'greaterThan', value: 'soon' },
							{ field: 'amount', operator: 'contains', value: '1' },
							{ field: 'nothing', operator: 'equals', value: '1' },
						],
					},
				},
			});
			expectProblems(error?.message, [
				/^There are 3 things to correct:$/,
				/^- Created At is "soon", which is not a real date/,
				/^- Contains does not fit Amount/,
				/^- The search can't compare "nothing"/,
			]);
		});

		test('at most ten, and how many more there are', async () => {
			const rows = Array.from({ length: 13 }, (_, at) => ({ quantity: `few ${at}` }));
			const { error } = await fixture.run('deal.update', {
				parameters: { dealId: byId(1), updateFields: { dealProductDetails: rows } },
			});
			const lines = String(error?.message).split('\n');
			expect([lines.length, lines[0]]).toEqual([12, 'There are 13 things to correct:']);
			expect(lines.at(-1)).toBe('… and 3 more');
		});
	});

	test('rows that an answer to one record names are no items of the node', async () => {
		const [first, second, third] = await fixture.write('contact', [{}, {}, {}]);
		const body = { error: 'BAD_REQUEST', bulkErrors: [{ index: 0, massages: ['bad name'] }] };
		const match = { method: 'DELETE', path: `/v2/contacts/${second}` };
		await fixture.steer('POST', '/faults', [{ match, times: 1, status: 502, body, after: true }]);
		const { error } = await fixture.run('contact.delete', {
			parameters: { contactId: '={{ $json.id }}' },
			input: [first, second, third].map((id) => ({ id })),
		});
		expect(error?.message).toMatch(/^The service failed: bad name \(.*it is not known whether/);
		expect(error).toMatchObject({ context: { itemIndex: 1 } });
		expect(error?.description).toContain(`with the IDs ${first}`);
	});
});
