/** Account: Check is named where somebody needs it: in the credential, behind a missing address, in docs/. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OperationId } from '../../../../nodes/SalesManagement/api/routes';
import { endpointOverrides } from '../../../../credentials/shared';
import { SalesManagementPersonalTokenApi } from '../../../../credentials/SalesManagementPersonalTokenApi.credentials';
import { SalesManagementTeamTokenApi } from '../../../../credentials/SalesManagementTeamTokenApi.credentials';
import { SalesManagementV1KeyApi } from '../../../../credentials/SalesManagementV1KeyApi.credentials';
import { lenientClient } from '../../support/lenientClient';

const NAMED = /Account(?::| >) Check/;

test.each([
	[SalesManagementPersonalTokenApi],
	[SalesManagementTeamTokenApi],
	[SalesManagementV1KeyApi],
])('%p says that it proposes what to enter', (Credential) => {
	const field = new Credential().properties.find(
		({ name }) => name === endpointOverrides('v2').name,
	);
	expect(field?.description).toMatch(NAMED);
});

const failure = async (operation: OperationId, status: number) =>
	await lenientClient(() => ({ status, body: { error: 'NO' } }))
		.send({ operation, path: { id: 1 } })
		.catch((error: unknown) => (error as Error).message);

test.each([403, 404, 405, 410])(
	'a %s names it, whether the documents show the address or not: a deployment may have moved it',
	async (status) => {
		expect(await failure('deal.get', status)).toMatch(NAMED);
		expect(await failure('deal.getMany', status)).toMatch(NAMED);
	},
);

test.each(['docs/troubleshooting.md', 'docs/first-hour.md', 'docs/decisions.md', 'README.md'])(
	'%s names it',
	(page) => {
		const text = readFileSync(join(__dirname, '../../../..', page), 'utf8').replace(/_/g, '');
		expect(text).toMatch(NAMED);
	},
);
