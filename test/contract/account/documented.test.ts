/** On a service as the documents have it nothing differs, whatever it holds, and whoever works beside the check. */
import { checkAccount } from '../../../nodes/SalesManagement/operations/check/account';
import type { Client, CredentialKind, Seen } from '../../../nodes/SalesManagement/api/types';
import { sendingBy } from '../../../nodes/SalesManagement/api/client';
import type { Sandbox, SeedName } from '../../../sandbox';
import { allPermissions, permittedKinds } from '../../../sandbox/domain/permissions';
import { clientFor } from '../../support/connectorClient';
import { startTestSandbox, usual } from '../../support/testSandbox';
import { drawCount, draws, SEED } from './support/drawn';

const KINDS: readonly CredentialKind[] = ['personalToken', 'teamToken', 'v1ApiKey'];

async function differing(client: Client, includeWrites = false) {
	const { parts, summary } = await checkAccount({ client, includeWrites });
	expect(summary.counts.asDescribed).toBeGreaterThan(5);
	return parts
		.flatMap(({ findings }) => findings)
		.filter(({ verdict }) => verdict === 'differs')
		.map(({ check, evidence }) => [check, evidence]);
}

const NOT_ACCEPTED = /does not accept the credential/;

/** All that is said where a credential is of no use: nothing is claimed, proposed or written. */
async function refusal(client: Client): Promise<string> {
	const { parts, summary } = await checkAccount({ client, includeWrites: true });
	const findings = parts.flatMap((part) => part.findings);
	const routes = findings.filter(({ check }) => check.startsWith('route:'));
	expect(routes.filter(({ verdict }) => verdict === 'asDescribed')).toEqual([]);
	expect(findings.filter(({ verdict }) => verdict === 'differs')).toEqual([]);
	expect(summary.overrides).toEqual({});
	expect(client.usage.requests).toBeLessThan(20);
	return JSON.stringify(findings);
}

describe.each<SeedName>(['empty', 'large'])('%s', (seed) => {
	let sandbox: Sandbox;
	beforeAll(async () => {
		sandbox = await startTestSandbox({ set: usual, seed });
	});
	afterAll(async () => await sandbox.close());

	test.each(KINDS)('%s finds nothing that differs', async (kind) => {
		expect(await differing(clientFor(sandbox, { kind }), true)).toEqual([]);
	});

	test.each(KINDS)('%s at the other interface is told to be refused', async (kind) => {
		const baseUrl = kind === 'v1ApiKey' ? sandbox.v2 : sandbox.v1;
		expect(await refusal(clientFor(sandbox, { kind, baseUrl }))).toMatch(NOT_ACCEPTED);
	});

	test.each<[CredentialKind, keyof Sandbox['credentials']]>([
		['personalToken', 'v1'],
		['teamToken', 'v1'],
		['v1ApiKey', 'personal'],
		['v1ApiKey', 'team'],
	])('%s with the secret of another kind, %s, is told to be refused', async (kind, other) => {
		const secret = sandbox.credentials[other];
		expect(await refusal(clientFor(sandbox, { kind, secret }))).toMatch(NOT_ACCEPTED);
	});
});

describe('with permission settings (v2 §5)', () => {
	let sandbox: Sandbox;
	beforeAll(async () => {
		sandbox = await startTestSandbox({ set: { ...usual, permissionSettings: true } });
	});
	afterAll(async () => await sandbox.close());

	const admin = async <Answer>(path: string, body?: object): Promise<Answer> => {
		const headers = { 'content-type': 'application/json' };
		const given = body && { method: 'POST', headers, body: JSON.stringify(body) };
		return (await (await fetch(`${sandbox.admin}${path}`, given)).json()) as Answer;
	};

	const every = (...rights: string[]) =>
		permittedKinds.flatMap((kind) => rights.map((right) => `${kind}.${right}`));
	const draw = draws();
	const drawn = Array.from({ length: 2 * drawCount(3) }, (_, at): [string, string[]] => [
		`drawn ${at} by ${SEED}`,
		allPermissions.filter(() => draw(2) === 0),
	]);

	test.each<[string, string[]]>([
		['nothing', []],
		['reading', every('read')],
		['reading what is their own', every('read_own')],
		['writing, and reading what is their own', every('read_own', 'write')],
		['writing alone', every('write')],
		...drawn,
	])('whose owner is allowed %s: nothing differs, or is left unsaid', async (_, permissions) => {
		const { token: secret } = await admin<{ token: string }>('/tokens', {
			...{ kind: 'personal', userId: 2, permissions },
		});
		const client = () => clientFor(sandbox, { kind: 'personalToken', secret });
		expect((await checkAccount({ client: client() })).summary.counts.differs).toBe(0);
		const before = (await admin<Array<{ number: number }>>('/requests?since=0')).at(-1)?.number;
		const { parts } = await checkAccount({ client: client(), includeWrites: true });
		const findings = parts.flatMap((part) => part.findings);
		expect(findings.filter(({ verdict }) => verdict === 'differs')).toEqual([]);
		const made = await admin<Array<{ method: string; path: string; status: number }>>(
			`/requests?since=${before}`,
		);
		const count = (method: string, path: RegExp) =>
			made.filter((each) => each.method === method && path.test(each.path) && each.status === 200)
				.length;
		const left = findings.filter(({ check }) => check.startsWith('remains:')).length;
		const created = count('POST', /\/(customers|contacts|actions)(\/bulk)?$/);
		expect(count('DELETE', /./) + left).toBe(created);
	});
});

/** A client beside which somebody creates and changes a record after each answer. */
function beside(sandbox: Sandbox, kind: CredentialKind): Client {
	const client = clientFor(sandbox, { kind });
	const writer = clientFor(sandbox, { kind: 'personalToken' });
	let count = 0;
	const write = async () => {
		const page = (await writer.send({ operation: 'deal.getMany', query: { limit: 1 } })).body;
		const [{ id }] = (page as { deals: [{ id: number }] }).deals;
		await writer.send({ operation: 'deal.update', path: { id }, body: { memo: `${count++}` } });
		await writer.send({ operation: 'customer.create', body: { name: `Other ${count}` } });
	};
	const look: Client['look'] = async (...asked): Promise<Seen> => {
		const seen = await client.look(...asked);
		await write();
		return seen;
	};
	return Object.create(sendingBy(client, client.send), { look: { value: look } }) as Client;
}

test.each(KINDS)('%s: records that change meanwhile are no difference', async (kind) => {
	const sandbox = await startTestSandbox({ set: usual });
	try {
		expect(await differing(beside(sandbox, kind))).toEqual([]);
	} finally {
		await sandbox.close();
	}
});
