/** Where the sandbox has its operations in a dialect, and where the check says that they are. */
import { versions } from '../../../../sandbox/app';
import { dialectsNamed } from '../../../../sandbox/dialects/catalogue';
import { routeTable } from '../../../../sandbox/dialects/routeTable';
import { routesOfToken } from '../../../../nodes/SalesManagement/api/endpoints';
import { isRead, ROUTES, type OperationId } from '../../../../nodes/SalesManagement/api/routes';
import { checkAccount } from '../../../../nodes/SalesManagement/operations/check/account';
import type { Finding } from '../../../../nodes/SalesManagement/operations/check/finding';
import { clientFor } from '../../../support/connectorClient';
import { startTestSandbox, usual } from '../../../support/testSandbox';
import { isOdd } from './steered';

/** An address without the names of its parameters, which each side spells in its own way. */
const plain = (method: string, path: string) => `${method} ${path.replace(/\{\w+\}/g, '{}')}`;

export interface Wrong {
	readonly operation: string;
	readonly proposed: string;
	readonly truth: readonly string[];
	readonly isRead: boolean;
	/** Whether an item says that its address was not found. */
	readonly isTold: boolean;
}

/** Operations of which an item says so. */
const toldIn = (findings: readonly Finding[]): string[] =>
	findings.flatMap(({ check, verdict, evidence, endpointOverrides }) => {
		if (check === 'routes:unknown') return evidence.replace(/^.*: /, '').split(', ');
		const isMissing = check.startsWith('route:') && verdict !== 'asDescribed';
		return isMissing && !endpointOverrides ? [check.slice('route:'.length)] : [];
	});

/** A token with a v1 key beside it, on an account of another service; what its overrides get wrong. */
export async function checkedAt(dialects: readonly string[], includeWrites: boolean) {
	const sandbox = await startTestSandbox({ set: usual, dialects: [...dialects] });
	try {
		const client = clientFor(sandbox, { kind: 'personalToken' });
		const beside = clientFor(sandbox, { kind: 'v1ApiKey' });
		const { parts, summary } = await checkAccount({ client, beside, includeWrites });
		expect(parts.flatMap((part) => part.findings).filter(isOdd)).toEqual([]);
		const routes = routesOfToken(JSON.stringify(summary.overrides));
		const table = routeTable(versions, dialectsNamed(dialects));
		// A token uses the key beside it for what only v1 has; a credential of the key alone, for all.
		const wrong = (['v2', 'v1'] as const).flatMap((version, at) => {
			const told = toldIn(parts[at]?.findings ?? []);
			return (Object.keys(ROUTES[version]) as OperationId[]).flatMap((id): Wrong[] => {
				const truth = table
					.filter((entry) => entry.version === version && entry.id === id)
					.map(({ outside }) => plain(outside.method, outside.path));
				const route = routes[version][id];
				const proposed = route ? plain(route.method, route.path) : '';
				const rest = { truth, isRead: isRead(id), isTold: told.includes(id) };
				return truth.includes(proposed)
					? []
					: [{ operation: `${version} ${id}`, proposed, ...rest }];
			});
		});
		const requests = client.usage.requests + beside.usage.requests;
		return { parts, summary, wrong, requests };
	} finally {
		await sandbox.close();
	}
}
