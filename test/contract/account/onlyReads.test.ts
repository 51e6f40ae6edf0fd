/** Whatever is entered under Endpoint Overrides, a check without Include Writes sends no write. */
import { differing, findings, startSteered, type Steered } from './support/steered';
import { clientFor } from '../../support/connectorClient';

let steered: Steered;
beforeAll(async () => {
	steered = await startSteered();
});
afterAll(async () => await steered.close());

interface Logged {
	readonly number: number;
	readonly method: string;
	readonly path: string;
}

const log = async (since = 0) => await steered.admin<Logged[]>('GET', `/requests?since=${since}`);

test.each([
	[{ 'customer.get': 'DELETE /customers/{id}' }],
	[{ 'contact.get': 'PATCH /contacts/{id}' }],
	[{ 'customerAction.get': 'DELETE /customers/{customer_id}/actions/{id}' }],
	[{ 'customer.getMany': 'POST /customers' }],
	[{ 'customer.search': 'POST /customers' }],
	[{ 'customer.search': 'POST /kunden', 'customer.create': 'POST /kunden' }],
	[{ 'role.getMany': 'DELETE /roles' }],
])('%j', async (overrides) => {
	const before = (await log()).at(-1)?.number ?? 0;
	const client = clientFor(steered.sandbox, { kind: 'personalToken', overrides });
	const all = await findings(client, { objectKey: 'ticket' });
	const made = await log(before);
	expect(made.length).toBeGreaterThan(30);
	expect(made.filter(({ method, path }) => method !== 'GET' && !path.endsWith('/search'))).toEqual(
		[],
	);
	expect(differing(all)).toEqual([]);
	const [operation] = Object.keys(overrides);
	expect(all.find(({ check }) => check === `route:${operation}`)).toMatchObject({
		verdict: 'unclear',
		evidence: expect.stringMatching(/was entered for it, which may write/) as string,
		advice: expect.stringMatching(/Endpoint Overrides/) as string,
	});
});
