/** A sandbox that a test of the check steers, and clients beside which something happens. */
import { sendingBy } from '../../../../nodes/SalesManagement/api/client';
import type {
	Client,
	CredentialKind,
	Route,
	Seen,
} from '../../../../nodes/SalesManagement/api/types';
import { checkAccount } from '../../../../nodes/SalesManagement/operations/check/account';
import type { Finding } from '../../../../nodes/SalesManagement/operations/check/finding';
import type { Sandbox } from '../../../../sandbox';
import { clientFor } from '../../../support/connectorClient';
import { startTestSandbox, usual, type TestOptions } from '../../../support/testSandbox';

export interface Steered {
	readonly sandbox: Sandbox;
	/** A call of the sandbox's steering. */
	admin<Answer>(method: string, path: string, body?: unknown): Promise<Answer>;
	client(kind?: CredentialKind): Client;
	close(): Promise<void>;
}

export async function startSteered(options: TestOptions = {}): Promise<Steered> {
	const sandbox = await startTestSandbox({
		checkResponses: false,
		...options,
		set: { ...usual, ...options.set },
	});
	return {
		sandbox,
		async admin<Answer>(method: string, path: string, body?: unknown) {
			const headers = { 'content-type': 'application/json' };
			const given = body === undefined ? {} : { headers, body: JSON.stringify(body) };
			const response = await fetch(`${sandbox.admin}${path}`, { method, ...given });
			const text = await response.text();
			if (!response.ok) throw new Error(`${path}: ${text}`);
			return (text === '' ? undefined : JSON.parse(text)) as Answer;
		},
		client: (kind = 'personalToken') => clientFor(sandbox, { kind }),
		close: async () => await sandbox.close(),
	};
}

export type Request = Parameters<Client['look']>[0];

/** The same client, where something happens before each of its requests. */
export function beside(
	client: Client,
	happens: (request: Request, send: () => Promise<Seen>, route?: Route) => Promise<Seen>,
): Client {
	const look: Client['look'] = async (...asked) =>
		await happens(asked[0], async () => await client.look(...asked), asked[1]);
	return Object.create(sendingBy(client, client.send), { look: { value: look } }) as Client;
}

/** Whether a part of the check ended on an answer that it could not judge. */
export const isOdd = ({ evidence }: Finding): boolean =>
	evidence.includes('a form that this check does not know');

/** All that is found at one interface. */
export async function findings(
	client: Client,
	given: Omit<Parameters<typeof checkAccount>[0], 'client'> = {},
): Promise<readonly Finding[]> {
	const { parts } = await checkAccount({ client, ...given });
	const all = parts.flatMap((part) => part.findings);
	expect(all.filter(isOdd)).toEqual([]);
	return all;
}

/** What differs, as tests compare it. */
export const differing = (all: readonly Finding[]) =>
	all
		.filter(({ verdict }) => verdict === 'differs')
		.map(({ check, evidence }): [string, string] => [check, evidence]);
