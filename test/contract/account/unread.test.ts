/** Where nothing, or not all, could be looked at, the summary says so, and what to do: it is no account without differences. */
import { checkAccount } from '../../../nodes/SalesManagement/operations/check/account';
import type { Client } from '../../../nodes/SalesManagement/api/types';
import { clientFor } from '../../support/connectorClient';
import { startSteered, type Steered } from './support/steered';

let steered: Steered;
beforeAll(async () => {
	steered = await startSteered();
});
afterAll(async () => await steered.close());

const summary = async (client: Client, beside?: Client) => {
	const { item } = (await checkAccount({ client, beside })).summary;
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
