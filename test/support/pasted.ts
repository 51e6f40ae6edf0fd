/**
 * What a user has in Endpoint Overrides after their first hour with a deployment (docs/account-check.md):
 * Account: Check was run on an account of it, and what its first item proposes was pasted; so was what the
 * error of an update says to enter.
 */
import type { IDataObject } from 'n8n-workflow';
import { startSandbox } from '../../sandbox';
import { ROUTES } from '../../nodes/SalesManagement/api';
import { textOf } from '../../nodes/SalesManagement/shared';
import { credentialsOf, runNode } from '../../harness';
import { byId } from './nodeFixture';

/** Endpoint Overrides by what they are for: the credential of a token, and that of a v1 key alone. */
export interface Pasted {
	readonly token: IDataObject;
	readonly v1: IDataObject;
}

/** In the credential of a token, the overrides for the v1 key beside it are marked. */
const MARK = 'v1:';

/** Where updates take another method, the documents show that of one only (v2 §4.6). */
const updates = ['v2', 'v1'].flatMap((version) =>
	Object.entries(ROUTES[version as 'v1' | 'v2'])
		.filter(([id]) => id.endsWith('.update') && `${version} ${id}` !== 'v2 deal.update')
		.map(([id, { path }]) => ({ name: version === 'v1' ? `${MARK}${id}` : id, path })),
);

/**
 * @param dialects those of the deployment, which has an account with some records.
 * @throws Error where the check fails.
 */
export async function pastedFor(dialects: readonly string[]): Promise<Pasted> {
	const sandbox = await startSandbox({
		dialects,
		hasReference: false,
		set: { rateLimit: 0, unknownParameters: 'refuse' },
	});
	const run = async (resource: string, operation: string, parameters: IDataObject = {}) =>
		await runNode({
			parameters: { authentication: 'personalToken', resource, operation, ...parameters },
			credentials: credentialsOf(sandbox, { requestsPerSecond: 1000 }),
		});
	try {
		const { items, error } = await run('account', 'check', { objectKey: 'ticket' });
		if (error) throw error;
		const token = { ...(items[0]?.json.endpointOverrides as IDataObject | undefined) };
		const updateFields = { address: 'Elsewhere' };
		const updated = await run('customer', 'update', { customerId: byId(1), updateFields });
		if (updated.error?.message.includes('may take PUT')) {
			for (const { name, path } of updates) {
				token[name] = `PUT ${textOf(token[name] ?? path).replace(/^\w+ /, '')}`;
			}
		}
		const marked = Object.entries(token).filter(([id]) => id.startsWith(MARK));
		const v1 = Object.fromEntries(marked.map(([id, route]) => [id.slice(MARK.length), route]));
		return { token, v1 };
	} finally {
		await sandbox.close();
	}
}
