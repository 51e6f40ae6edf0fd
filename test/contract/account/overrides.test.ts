/** What the check proposes, pasted into the credential, leads each operation to where it is. */
import { versions } from '../../../sandbox/app';
import { dialectsNamed } from '../../../sandbox/dialects/catalogue';
import { routeTable } from '../../../sandbox/dialects/routeTable';
import { routesOfToken } from '../../../nodes/SalesManagement/api/endpoints';
import { ROUTES, type OperationId } from '../../../nodes/SalesManagement/api/routes';
import { checkAccount } from '../../../nodes/SalesManagement/operations/check/account';
import { clientFor } from '../../support/connectorClient';
import { startTestSandbox, usual } from '../../support/testSandbox';

const OTHER = 'other-deployment';

/** An address without the names of its parameters, which each side spells in its own way. */
const plain = (method: string, path: string) => `${method} ${path.replace(/\{\w+\}/g, '{}')}`;

/** The addresses that an operation has in this deployment. */
const truth = (version: string, operation: string): string[] =>
	routeTable(versions, dialectsNamed([OTHER]))
		.filter((entry) => entry.version === version && entry.id === operation)
		.map(({ outside }) => plain(outside.method, outside.path));

test('every operation of another deployment is where the overrides say, reads and writes', async () => {
	const sandbox = await startTestSandbox({ set: usual, dialects: [OTHER] });
	try {
		const client = clientFor(sandbox, { kind: 'personalToken' });
		const beside = clientFor(sandbox, { kind: 'v1ApiKey' });
		const { summary } = await checkAccount({ client, beside, includeWrites: true });
		const routes = routesOfToken(JSON.stringify(summary.overrides));
		// A token uses the key beside it for what only v1 has; a credential of the key alone, for all.
		const operations = (['v2', 'v1'] as const).flatMap((version) =>
			Object.keys(ROUTES[version]).map((id) => [version, id] as const),
		);
		const wrong = operations.flatMap(([version, id]) => {
			const route = routes[version][id as OperationId];
			const proposed = route && plain(route.method, route.path);
			return truth(version, id).includes(proposed ?? '')
				? []
				: [[version, id, proposed, truth(version, id)]];
		});
		expect(wrong).toEqual([]);
		expect(Object.keys(summary.overrides).length).toBeGreaterThan(30);
	} finally {
		await sandbox.close();
	}
});
