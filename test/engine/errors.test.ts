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

	test('rows that an answer to one record names are no items of the node', async () => {
		const [first, second, third] = await fixture.write('contact', [{}, {}, {}]);
		const body = { error: 'BAD_REQUEST', bulkErrors: [{ index: 0, massages: ['bad name'] }] };
		const match = { method: 'DELETE', path: `/v2/contacts/${second}` };
		await fixture.steer('POST', '/faults', [{ match, times: 1, status: 502, body, after: true }]);
		const { error } = await fixture.run('contact.delete', {
			parameters: { contactId: '={{ $json.id }}' },
			input: [first, second, third].map((id) => ({ id })),
		});
		expect(error?.message).toMatch(/^BAD_REQUEST: bad name \(.*it is not known whether/);
		expect(error).toMatchObject({ context: { itemIndex: 1 } });
		expect(error?.description).toContain(`with the IDs ${first}`);
	});
});
