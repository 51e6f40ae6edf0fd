/**
 * What a user has in Endpoint Overrides after their first hour with a deployment (docs/first-hour.md):
 * Account: Check, with Include Writes, was run on an account of it, and what its summary proposes was
 * pasted; so once more, where the first run proposes to.
 */
import type { IDataObject } from 'n8n-workflow';
import { startSandbox, type Sandbox } from '../../sandbox';
import { credentialsOf, runNode } from './harness';

/** Endpoint Overrides by what they are for: the credential of a token, and that of a v1 key alone. */
export interface Pasted {
	readonly token: IDataObject;
	readonly v1: IDataObject;
}

/** Runs of the check after which everything has to be found. */
const MOST_RUNS = 2;

/** In the credential of a token, the overrides for the v1 key beside it are marked. */
const MARK = 'v1:';

/** @throws Error where the check fails. */
async function proposed(sandbox: Sandbox, overrides: IDataObject): Promise<IDataObject> {
	const { items, error } = await runNode({
		parameters: {
			...{ authentication: 'personalToken', resource: 'account', operation: 'check' },
			includeWrites: true,
		},
		credentials: credentialsOf(sandbox, {
			requestsPerSecond: 1000,
			endpointOverrides: JSON.stringify(overrides),
		}),
	});
	if (error) throw error;
	return (items.at(-1)?.json.endpointOverrides ?? {}) as IDataObject;
}

/**
 * @param dialects those of the deployment, which has an account with some records.
 * @throws Error where the check fails.
 */
export async function pastedFor(dialects: readonly string[]): Promise<Pasted> {
	const sandbox = await startSandbox({ dialects, hasReference: false, set: { rateLimit: 0 } });
	try {
		let token: IDataObject = {};
		for (let run = 0; run < MOST_RUNS; run++) token = await proposed(sandbox, token);
		const marked = Object.entries(token).filter(([id]) => id.startsWith(MARK));
		const v1 = Object.fromEntries(marked.map(([id, route]) => [id.slice(MARK.length), route]));
		return { token, v1 };
	} finally {
		await sandbox.close();
	}
}
