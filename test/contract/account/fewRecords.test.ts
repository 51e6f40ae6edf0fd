/** An account with one record of each kind: what can't be told from it is unclear, and never differs. */
import { checkAccount } from '../../../nodes/SalesManagement/operations/check/account';
import type { Finding } from '../../../nodes/SalesManagement/operations/check/finding';
import type { CredentialKind } from '../../../nodes/SalesManagement/api/types';
import type { Sandbox } from '../../../sandbox';
import { clientFor } from '../../support/connectorClient';
import { startTestSandbox, usual } from '../../support/testSandbox';

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await startTestSandbox({ set: usual, seed: 'empty' });
	const write = async (kind: string, row: object): Promise<{ id: number }> => {
		const headers = { 'content-type': 'application/json' };
		const body = JSON.stringify([row]);
		const response = await fetch(`${sandbox.admin}/records/${kind}`, {
			method: 'POST',
			headers,
			body,
		});
		const [id = 0] = (await response.json()) as number[];
		return { id };
	};
	const customer = await write('customer', { name: 'One' });
	const deal = await write('deal', { name: 'One', customer });
	const contact = await write('contact', { name: 'One', customer });
	await write('customerAction', { customer });
	await write('dealAction', { deal });
	await write('contactAction', { contact });
	await write('customObject', { customObjectDefKey: 'ticket' });
});
afterAll(async () => await sandbox.close());

async function findings(kind: CredentialKind): Promise<readonly Finding[]> {
	const client = clientFor(sandbox, { kind });
	const { parts } = await checkAccount({ client, includeWrites: true, objectKey: 'ticket' });
	return parts.flatMap((part) => part.findings);
}

const KINDS: readonly CredentialKind[] = ['personalToken', 'teamToken', 'v1ApiKey'];

test.each(KINDS)('%s: nothing differs, each read is seen', async (kind) => {
	const all = await findings(kind);
	expect(all.filter(({ verdict }) => verdict === 'differs')).toEqual([]);
	const routes = all.filter(({ check }) => check.startsWith('route:'));
	expect(routes.filter(({ verdict }) => verdict !== 'asDescribed')).toEqual([]);
});

test.each(KINDS)(
	'%s: of pages, order and windows it is said why nothing can be told',
	async (kind) => {
		const all = await findings(kind);
		const several = all.filter(({ check }) => /^(?:pages|limit|sort|window):(?!user)/.test(check));
		expect(several.length).toBeGreaterThan(10);
		expect(several.filter(({ verdict }) => verdict !== 'unclear')).toEqual([]);
		for (const { evidence } of several) {
			expect(evidence).toMatch(
				/on one page|less than the 2|no two records|no record of another time|more than 100/,
			);
		}
	},
);
