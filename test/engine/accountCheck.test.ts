/** Account: Check: it reads, finds nothing that differs where all is as documented, and leaves nothing behind. */
import type { IDataObject } from 'n8n-workflow';
import { isRead, ROUTES, type OperationId } from '../../nodes/SalesManagement/api/routes/routes';
import { textOf as textOfValue } from '../../nodes/SalesManagement/values';
import { DOCUMENTED, documented } from '../support/documented';
import { usual } from '../support/testSandbox';
import {
	byId,
	startNodeFixture,
	type LoggedRequest,
	type NodeFixture,
} from './support/nodeFixture';
import { credentialsOf } from '../support/harness';

let fixture: NodeFixture;
beforeAll(async () => {
	fixture = await startNodeFixture({ set: usual });
});
afterAll(async () => await fixture.close());

const KINDS = ['personalToken', 'teamToken', 'v1ApiKey'] as const;

type Kind = (typeof KINDS)[number];

const checkOf =
	(of: () => NodeFixture) =>
	async (authentication: Kind, parameters: IDataObject = {}) =>
		await of().records('account.check', { authentication, parameters });
const check = checkOf(() => fixture);

const differing = (items: IDataObject[]) =>
	items
		.filter(({ verdict }) => verdict === 'differs')
		.map(({ check, evidence }) => [check, evidence]);

/** Everything but reads, searches included. */
const writesAmong = (requests: readonly LoggedRequest[]) =>
	requests.filter(({ method, path }) => method !== 'GET' && !path.endsWith('/search'));

/** The reads that an interface has. */
const readsOf = (version: 'v1' | 'v2') =>
	(Object.keys(ROUTES[version]) as OperationId[]).filter(isRead).map((id) => `route:${id}`);

describe.each(KINDS)('%s', (kind) => {
	test('every read is looked at, at its address, and nothing is written', async () => {
		await fixture.requests();
		const items = await check(kind);
		const requests = await fixture.requests();
		const routes = items.filter((each) => textOfValue(each.check).startsWith('route:'));
		// Beside a token there is a v1 key, for what only v1 has.
		const reads = new Set([...(kind === 'v1ApiKey' ? [] : readsOf('v2')), ...readsOf('v1')]);
		expect(routes.map((each) => each.check).sort()).toEqual([...reads].sort());
		expect(routes.filter(({ verdict }) => verdict !== 'asDescribed')).toEqual([]);
		expect(items.at(-1)).toMatchObject({ check: 'summary' });
		expect(requests.length).toBeGreaterThan(40);
		expect(requests.length).toBeLessThanOrEqual(80);
		expect(writesAmong(requests)).toEqual([]);
	});

	test.each([true, false])(
		'with permission settings, all rights %s, nothing else differs',
		async (all) => {
			const before = new Set(differing(await check(kind)).map(([name]) => name));
			await fixture.steer('PATCH', '/options', { permissionSettings: true });
			const { token } = (await fixture.steer('POST', '/tokens', {
				kind: 'personal',
				...(all ? {} : { permissions: ['customer.read', 'deal.read_own'] }),
			})) as { token: string };
			const { sandbox } = fixture;
			const credentials = { ...sandbox.credentials, personal: token };
			try {
				const items = await fixture.records('account.check', {
					authentication: kind,
					credentials: credentialsOf({ ...sandbox, credentials }, { requestsPerSecond: 1000 }),
				});
				expect(differing(items).filter(([name]) => !before.has(name))).toEqual([]);
			} finally {
				await fixture.steer('PATCH', '/options', { permissionSettings: null });
			}
		},
	);

	test('the same service has the same fingerprint, and nothing has changed since its report', async () => {
		// A field that somebody emptied has its usual name.
		const { items } = await fixture.run('account.check', {
			authentication: kind,
			parameters: { binaryPropertyName: '' },
		});
		const report = await textOf(items.at(-1)?.binary?.data);
		expect(report).toMatch(/^# Account check/);
		const again = await check(kind, { comparedWith: report });
		expect(again.at(-1)).toMatchObject({
			fingerprint: items.at(-1)?.json.fingerprint,
			changes: [],
			hasChanged: false,
		});
	});
});

documented('it compares with the documents, so that elsewhere something differs', () => {
	let asDocumented: NodeFixture;
	beforeAll(async () => {
		asDocumented = await startNodeFixture({ ...DOCUMENTED, set: usual });
	});
	afterAll(async () => await asDocumented.close());
	const checked = checkOf(() => asDocumented);

	describe.each(KINDS)('%s', (kind) => {
		test('nothing differs', async () => {
			const items = await checked(kind);
			expect(differing(items)).toEqual([]);
			expect(items.at(-1)).toMatchObject({ check: 'summary', verdict: 'asDescribed' });
		});
	});

	test('nothing differs in what is written either', async () => {
		expect(differing(await checked('personalToken', { includeWrites: true }))).toEqual([]);
	});
});

const textOf = async (file: { data: string } | undefined) =>
	await Promise.resolve(Buffer.from(file?.data ?? '', 'base64').toString());

test('with a v1 key beside the token both interfaces are looked at', async () => {
	const { sandbox } = fixture;
	const credentials = credentialsOf(sandbox, {
		requestsPerSecond: 1000,
		v1ApiKey: sandbox.credentials.v1,
		v1BaseUrl: sandbox.v1,
	});
	await fixture.requests();
	const items = await fixture.records('account.check', { credentials });
	expect((await fixture.requests()).length).toBeLessThanOrEqual(80);
	const seen = new Set(items.map((each) => each.interface));
	expect([...seen]).toEqual(expect.arrayContaining(['v1', 'v2']));
	expect(items).toContainEqual(
		expect.objectContaining({
			interface: 'v1',
			check: 'route:domainSetting.get',
			verdict: 'asDescribed',
		}),
	);
});

test('Include Writes makes and removes its own records, and leaves the others alone', async () => {
	const all = async () =>
		await Promise.all(
			['customer.getMany', 'contact.getMany', 'user.getMany', 'userGroup.getMany'].map(
				async (operation) => await fixture.records(operation, { parameters: { returnAll: true } }),
			),
		);
	const actions = async () =>
		await fixture.records('customerAction.getMany', {
			parameters: { returnAll: true, customerId: byId('all') },
		});
	const before = [await all(), await actions()];
	await fixture.requests();
	const items = await check('personalToken', { includeWrites: true });
	expect(writesAmong(await fixture.requests()).length).toBeGreaterThan(10);
	expect(items).toContainEqual(
		expect.objectContaining({ check: 'remains', verdict: 'asDescribed' }),
	);
	expect([await all(), await actions()]).toEqual(before);
});

test('v1 has no way to delete a customer, so that nothing is written there', async () => {
	await fixture.requests();
	const items = await check('v1ApiKey', { includeWrites: true });
	expect(writesAmong(await fixture.requests())).toEqual([]);
	expect(items).toContainEqual(expect.objectContaining({ check: 'writes', verdict: 'unclear' }));
});

test('what can’t be deleted is listed with its ID', async () => {
	const match = { method: 'DELETE' };
	await fixture.steer('POST', '/faults', [{ match, times: 4, status: 403, body: { error: 'NO' } }]);
	const items = await check('personalToken', { includeWrites: true });
	const remains = items.filter((each) => textOfValue(each.check).startsWith('remains'));
	expect(remains).toHaveLength(4);
	for (const [at, kind] of ['customerAction', 'contact', 'customer', 'customer'].entries()) {
		expect(remains[at]).toMatchObject({ verdict: 'notPermitted' });
		expect(remains[at]?.evidence).toMatch(new RegExp(`^${kind} \\d+ could not be deleted$`));
		expect(remains[at]?.advice).toMatch(/n8n check/);
	}
});

test('it runs once, however many items come in', async () => {
	await fixture.requests();
	const { items } = await fixture.run('account.check', { input: [{ a: 1 }, { a: 2 }, { a: 3 }] });
	expect((await fixture.requests()).length).toBeLessThanOrEqual(80);
	expect(items.filter(({ json }) => json.check === 'summary')).toHaveLength(1);
});

test('an expression may give the summary of an earlier check, or its shapes', async () => {
	const earlier = (await check('personalToken')).at(-1);
	for (const comparedWith of ['={{ $json }}', '={{ $json.shapes }}']) {
		const items = await fixture.records('account.check', {
			parameters: { comparedWith },
			input: [earlier ?? {}],
		});
		expect(items.at(-1)).toMatchObject({ changes: [], hasChanged: false });
	}
});

test('a text that is no report is refused', async () => {
	const { error } = await fixture.run('account.check', { parameters: { comparedWith: 'hello' } });
	expect(error?.message).toMatch(/Earlier Report holds no shapes/);
});

test('a token that is not accepted is told, after a few requests', async () => {
	const { sandbox } = fixture;
	const credentials = { ...sandbox.credentials, personal: 'svcp_not-a-token-of-this-service' };
	await fixture.requests();
	const items = await fixture.records('account.check', {
		credentials: credentialsOf({ ...sandbox, credentials }, { requestsPerSecond: 1000 }),
	});
	expect((await fixture.requests()).length).toBeLessThan(20);
	expect(JSON.stringify(items)).toMatch(/does not accept the credential/);
});
