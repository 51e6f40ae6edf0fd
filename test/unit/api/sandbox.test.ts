/** The API layer against the sandbox, which was written independently from the documents. */
import type { IDataObject } from 'n8n-workflow';
import { sendBulk } from '../../../nodes/SalesManagement/api/bulk';
import { connect } from '../../../nodes/SalesManagement/api/connect';
import type { ServiceError } from '../../../nodes/SalesManagement/api/errors';
import type { Client, CredentialKind } from '../../../nodes/SalesManagement/api/types';
import { startSandbox, type Sandbox } from '../../../sandbox';
import { idsOf, read } from '../support/pagedService';
import { contextWith } from '../support/contextWith';
import { failureOf } from '../support/testClient';

let sandbox: Sandbox;

beforeAll(async () => {
	sandbox = await startSandbox({ hasReference: false });
});

afterAll(async () => await sandbox.close());

const steer = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
	const response = await fetch(`${sandbox.admin}${path}`, {
		method,
		headers: { 'content-type': 'application/json' },
		body: body === undefined ? undefined : JSON.stringify(body),
	});
	const text = await response.text();
	return (text === '' ? undefined : JSON.parse(text)) as T;
};

beforeEach(async () => {
	await steer('POST', '/reset', {});
	await steer('PATCH', '/options', { rateLimit: 0 });
});

async function client(kind: CredentialKind = 'personalToken', more = {}): Promise<Client> {
	const { personal, team, v1 } = sandbox.credentials;
	const fields: Record<string, string> = {
		personalToken: { baseUrl: sandbox.v2, accessToken: personal },
		teamToken: { baseUrl: sandbox.v2, accessToken: team },
		v1ApiKey: { baseUrl: sandbox.v1, apiKey: v1 },
	}[kind];
	return await connect(contextWith(kind, { ...fields, requestsPerSecond: 1000, ...more }), kind);
}

const refused = async () =>
	(await steer<{ refusedWith429: number }>('GET', '/stats')).refusedWith429;

test('a deal is created, read, changed, deleted, and then unknown', async () => {
	const v2 = await client();
	const [like] = (await read(v2, { operation: 'deal.getMany' }, { limit: 1 }))[0]!.records;
	const ref = (name: string) => ({ id: (like![name] as IDataObject).id });
	const { body } = await v2.send({
		operation: 'deal.create',
		body: {
			name: 'New',
			expectedContractDate: '2026-12-01',
			...Object.fromEntries(
				['customer', 'dealType', 'phase', 'product', 'probability', 'channel', 'user'].map(
					(name) => [name, ref(name)],
				),
			),
			reason: 'as asked',
		},
	});
	const path = { id: (body as { id: number }).id };
	await v2.send({ operation: 'deal.update', path, body: { name: 'Newer' } });
	expect((await v2.send({ operation: 'deal.get', path })).body).toMatchObject({ name: 'Newer' });
	expect(await v2.send({ operation: 'deal.delete', path })).toMatchObject({ status: 200 });
	const error = await failureOf<ServiceError>(v2.send({ operation: 'deal.get', path }));
	expect(error.status).toBe(404);
	expect(error.message).toMatch(/^deal \d+ does not exist \(Deal: Get, HTTP 404\): check the IDs/);
});

test.each([
	'deal.getMany',
	'customer.getMany',
	'contact.getMany',
	'user.getMany',
	'role.getMany',
] as const)('%s comes whole, whatever the page size (v2 §4)', async (operation) => {
	const v2 = await client('teamToken');
	const all = idsOf(await read(v2, { operation }));
	expect(all.length).toBeGreaterThan(1);
	expect(new Set(all).size).toBe(all.length);
	expect(idsOf(await read(v2, { operation }, { pageSize: 7 }))).toEqual(all);
	expect(idsOf(await read(v2, { operation }, { limit: 2 }))).toEqual(all.slice(0, 2));
});

test('an error of each kind says what to do', async () => {
	const me = { operation: 'user.getCurrent' } as const;
	const wrong = await client('personalToken', { accessToken: 'svcp_unknown' });
	expect((await failureOf(wrong.send(me))).message).toMatch(/HTTP 401\): check the token/);
	expect((await failureOf((await client('teamToken')).send(me))).message).toMatch(
		/a team token belongs to no user/,
	);
	const v2 = await client();
	const invalid = v2.send({ operation: 'customer.create', body: { closingMonth: 13 } });
	expect(await failureOf<ServiceError>(invalid)).toMatchObject({ status: 400, outcome: 'refused' });
	await steer('POST', '/faults', [{ times: 1, status: 200, body: '<html></html>' }]);
	expect((await failureOf(v2.send(me))).message).toMatch(/^The address returned an HTML page/);
});

test.each(['reset', 'truncate'])(
	'a connection that breaks (%s) is survived by a read',
	async (action) => {
		await steer('POST', '/faults', [{ times: 1, action }]);
		const { body } = await (await client()).send({ operation: 'user.getCurrent' });
		expect(body).toMatchObject({ id: expect.any(Number) });
	},
);

test('at five requests a second the service refuses none (v2 §8)', async () => {
	await steer('PATCH', '/options', { rateLimit: 5 });
	const nodes = await Promise.all(
		[1, 2].map(async () => await client('teamToken', { requestsPerSecond: 5 })),
	);
	await Promise.all(
		Array.from(
			{ length: 16 },
			async (_, n) => await nodes[n % 2]!.send({ operation: 'role.getMany' }),
		),
	);
	expect(await refused()).toBe(0);
});

test('when others use up the limit, 429s are waited for and nothing fails', async () => {
	await steer('PATCH', '/options', { rateLimit: 5, retryAfterHeader: false });
	const v2 = await client('teamToken', { requestsPerSecond: 20 });
	const answers = await Promise.all(
		Array.from({ length: 8 }, async () => await v2.send({ operation: 'role.getMany' })),
	);
	expect(answers.every(({ status }) => status === 200)).toBe(true);
	expect(await refused()).toBeGreaterThan(0);
});

test('the daily quota is an error that says when it resets (v2 §8)', async () => {
	await steer('PATCH', '/options', { dailyLimit: 1 });
	const v2 = await client();
	await v2.send({ operation: 'user.getCurrent' });
	const error = await failureOf(v2.send({ operation: 'user.getCurrent' }));
	expect(error.message).toMatch(/HTTP 429\): if the daily quota is used up, it resets at \d{4}-/);
});

test('bulk: the good rows go through, the bad ones keep their own error (v2 §4.4)', async () => {
	const v2 = await client();
	const rows = Array.from({ length: 40 }, (_, n) => ({ name: n % 13 === 5 ? '' : `Bulk ${n}` }));
	const before = idsOf(await read(v2, { operation: 'customer.getMany' })).length;
	const results = await sendBulk({
		rows,
		isolate: true,
		send: async (customers) =>
			(await v2.send({ operation: 'customer.createMany', body: { customers: [...customers] } }))
				.body as number[],
	});
	const failed = results.flatMap((result, index) => ('error' in result ? [index] : []));
	expect(failed).toEqual([5, 18, 31]);
	expect(idsOf(await read(v2, { operation: 'customer.getMany' })).length).toBe(before + 37);
});
