/** Where nothing, or not all, could be looked at, the summary says so, and what to do: it is no account without differences. */
import { checkAccount } from '../../../nodes/SalesManagement/operations/check/account';
import type { Client } from '../../../nodes/SalesManagement/api/types';
import { clientFor } from '../../support/connectorClient';
import { beside, startSteered, type Request, type Steered } from './support/steered';

let steered: Steered;
beforeAll(async () => {
	steered = await startSteered();
});
afterAll(async () => await steered.close());

const summary = async (client: Client, key?: Client) => {
	const { item } = (await checkAccount({ client, beside: key })).summary;
	return { verdict: item.verdict, advice: item.advice };
};

test.each<['personalToken' | 'teamToken' | 'v1ApiKey', RegExp]>([
	['personalToken', /does not accept the token .* check it, .* Base URL/],
	['teamToken', /does not accept the token/],
	['v1ApiKey', /does not accept the API key/],
])('%s: a secret that is not accepted', async (kind, says) => {
	const client = clientFor(steered.sandbox, { kind, secret: 'svcp_none-of-this-service' });
	expect(await summary(client)).toEqual({
		verdict: 'unclear',
		advice: expect.stringMatching(says) as string,
	});
});

test('a key beside the token that is not accepted', async () => {
	const key = clientFor(steered.sandbox, { kind: 'v1ApiKey', secret: 'none' });
	const { advice } = await summary(steered.client(), key);
	expect(advice).toMatch(/does not accept the V1 API Key .* V1 Base URL/);
});

test('a day’s quota that is used up', async () => {
	await steered.admin('POST', '/reset', {});
	await steered.admin('PATCH', '/options', { dailyLimit: 12 });
	const { verdict, advice } = await summary(steered.client());
	await steered.admin('POST', '/reset', {});
	expect(verdict).toBe('asDescribed');
	expect(advice).toMatch(/some of it could not: read the advice/);
});

test('all of it could be looked at', async () => {
	const { verdict, advice } = await summary(steered.client(), steered.client('v1ApiKey'));
	expect({ verdict, advice }).toEqual({
		verdict: 'asDescribed',
		advice: 'Nothing differs from what this node expects.',
	});
});

const REFUSAL = { headers: { 'content-type': 'application/json' }, body: { error: 'FORBIDDEN' } };

/** A service in which these statuses are all that reads are answered. */
const refusing = (client: Client, status: (request: Request, isTable: boolean) => number) =>
	beside(client, async (request, send, route) => {
		const isTable = route === undefined || !route.path.includes('no_such_address');
		const answered = status(request, isTable);
		return answered === 200
			? await send()
			: { ...REFUSAL, status: answered, serverTime: Date.now() };
	});

const NO_RIGHTS = /^Next to nothing could be seen: .* refuses \d+ reads .* Ask whoever administers/;

test.each<['personalToken' | 'teamToken' | 'v1ApiKey', string, number]>([
	['personalToken', 'and a missing address is told', 404],
	['teamToken', 'and a missing address is told', 404],
	['v1ApiKey', 'and a missing address is told', 404],
	['personalToken', 'missing addresses too', 403],
	['personalToken', 'and a missing address has another status', 405],
])('%s: each read is forbidden, %s', async (kind, _, missing) => {
	const client = refusing(steered.client(kind), (_request, isTable) => (isTable ? 403 : missing));
	const { verdict, advice } = await summary(client);
	expect(advice).toMatch(NO_RIGHTS);
	expect(verdict).toBe(missing === 404 ? 'unclear' : 'differs');
});

test('a user without any permission', async () => {
	await steered.admin('PATCH', '/options', { permissionSettings: true });
	const { token: secret } = await steered.admin<{ token: string }>('POST', '/tokens', {
		kind: 'personal',
		permissions: [],
	});
	const client = clientFor(steered.sandbox, { kind: 'personalToken', secret });
	const { verdict, advice } = await summary(client);
	await steered.admin('PATCH', '/options', { permissionSettings: null });
	expect({ verdict, advice }).toEqual({
		verdict: 'unclear',
		advice: expect.stringMatching(
			/^Next to nothing could be compared: .* shows this credential no customer and no deal. .* right to read/,
		) as string,
	});
});

test('some reads are forbidden: nothing differs in the others', async () => {
	const client = refusing(steered.client(), ({ operation }) =>
		operation.startsWith('contact.') ? 403 : 200,
	);
	const { verdict, advice } = await summary(client);
	expect(verdict).toBe('asDescribed');
	expect(advice).toMatch(/^Nothing differs in what could be looked at, .* or not permitted/);
});
