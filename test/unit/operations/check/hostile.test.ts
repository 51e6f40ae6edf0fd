/** Whatever answers at the address, the check ends soon, claims nothing and repeats no secret. */
import type { CredentialKind } from '../../../../nodes/SalesManagement/api/types';
import { checkAccount } from '../../../../nodes/SalesManagement/operations/check/account';
import { reportOf } from '../../../../nodes/SalesManagement/operations/check/report';
import { lenientClient } from '../../support/lenientClient';
import { SECRET, type Respond } from '../../support/testClient';

const KINDS: readonly CredentialKind[] = ['personalToken', 'teamToken', 'v1ApiKey'];

const html = '<!DOCTYPE html><html><body>Welcome</body></html>';
const SERVICES: ReadonlyArray<[string, Respond]> = [
	['refuses every credential', () => ({ status: 401, body: { error: 'NO' } })],
	['forbids everything', () => ({ status: 403, body: { error: 'NO' } })],
	['has nothing', () => ({ status: 404, body: html })],
	['has nothing any more', () => ({ status: 410, body: '' })],
	['knows no method', () => ({ status: 405, body: { error: 'NO' } })],
	[
		'leads elsewhere',
		() => ({ status: 302, headers: { location: 'https://x.example' }, body: '' }),
	],
	['shows a page everywhere', () => ({ status: 200, body: html })],
	['answers an object everywhere', () => ({ status: 200, body: {} })],
	['answers an empty list everywhere', () => ({ status: 200, body: [] })],
	['answers with nothing', () => ({ status: 204, body: '' })],
	['answers with text', () => ({ status: 200, body: 'OK' })],
	['repeats what it is sent', ({ url }) => ({ status: 200, body: { url, token: SECRET } })],
];

const cases = KINDS.flatMap((kind) => SERVICES.map(([name, respond]) => ({ kind, name, respond })));

test.each(cases)('$kind at what $name', async ({ kind, respond }) => {
	const client = lenientClient(respond, undefined, kind);
	const { parts, summary } = await checkAccount({ client, includeWrites: true });
	const findings = parts.flatMap((part) => part.findings);
	const routes = findings.filter(({ check }) => check.startsWith('route:'));
	expect(routes.filter(({ verdict }) => verdict === 'asDescribed')).toEqual([]);
	expect(summary.overrides).toEqual({});
	expect(summary.item.verdict).not.toBe('asDescribed');
	expect(client.requests.length).toBeLessThanOrEqual(80 + 5 * routes.length + 20);
	expect(reportOf(parts, summary) + JSON.stringify([parts, summary])).not.toContain(SECRET);
});
