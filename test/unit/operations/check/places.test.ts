/** Where an answer is keyed by something of the account, the report shows no key. */
import { checkAccount } from '../../../../nodes/SalesManagement/operations/check/account';
import { reportOf } from '../../../../nodes/SalesManagement/operations/check/report';
import { lenientClient } from '../../support/lenientClient';
import type { Respond } from '../../support/testClient';

/** No value anywhere, so that only its form tells it from a name of the service's own. */
const KEY = 'tanakashoji';
const record = { id: 3, name: 'A' };

async function told(respond: Respond, comparedWith?: string): Promise<string> {
	const client = lenientClient(respond);
	const { parts, summary } = await checkAccount({ client, includeWrites: true, comparedWith });
	return reportOf(parts, summary) + JSON.stringify([parts, summary]);
}

const BODIES: Array<[string, unknown]> = [
	['a list', { [KEY]: [record] }],
	['a holder of lists', { [KEY]: { customers: [record], totalCount: 1 } }],
	['a record', { [KEY]: record }],
	[
		'a property of a record',
		{ customers: [{ ...record, [KEY]: 1 }], deals: [{ ...record, [KEY]: 1 }] },
	],
	['a property of a property', { data: { [KEY]: 1 } }],
];

test.each(BODIES)('%s that is named after somebody', async (_, body) => {
	expect(await told(() => ({ status: 200, body }))).not.toContain(KEY);
});

test.each([400, 404, 422])('an error of %s by the name of somebody', async (status) => {
	const body = { error: 'NO', messages: { [KEY]: ['may not be'] }, [KEY]: 'no' };
	const isSomeThere: Respond = ({ url }) =>
		url.endsWith('/customers') || /customers\/\d$/.test(url)
			? { status: 200, body: { ...record, customers: [record] } }
			: { status, body };
	expect(await told(isSomeThere)).not.toContain(KEY);
});

test('a header of a rate that is named after somebody', async () => {
	const headers = { [`x-ratelimit-${KEY}`]: '5', 'x-ratelimit-remaining': '3' };
	const text = await told(() => ({ status: 404, headers, body: { error: 'NO' } }));
	expect(text).not.toContain(KEY);
	expect(text).toContain('x-ratelimit-remaining');
});

test('times that are texts of any kind', async () => {
	// No clock shows these digits, so that the time in the report itself is never taken for them.
	const shown = { ...record, createdAt: 'tel. 03-5432-9876', updatedAt: 'tel. 03-5432+98:76' };
	const text = await told(() => ({ status: 200, body: { customers: [shown], deals: [shown] } }));
	expect(text).not.toMatch(/98:?76/);
});

test('an earlier report that was made up', async () => {
	const earlier = JSON.stringify({ 'v2 address:missing': `${KEY}: 090-1234-5678`, [KEY]: KEY });
	const text = await told(() => ({ status: 404, body: { error: 'NO' } }), earlier);
	expect(text).toMatch(/v2 address:missing was otherwise/);
	expect(text).not.toContain(KEY);
	expect(text).not.toContain('090-1234');
});
