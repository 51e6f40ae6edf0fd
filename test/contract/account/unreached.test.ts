/** A connection that breaks for a moment ends nothing; an interface that can't be reached at all is named, and the other one is checked. */
import { systemClock } from '../../../nodes/SalesManagement/api/clock';
import { checkAccount } from '../../../nodes/SalesManagement/operations/check/account';
import type { Client } from '../../../nodes/SalesManagement/api/types';
import { clientFor } from '../../support/connectorClient';
import { serve } from '../../unit/support/testClient';
import { beside, differing, findings, startSteered, type Steered } from './support/steered';

let steered: Steered;
beforeAll(async () => {
	steered = await startSteered();
});
afterAll(async () => await steered.close());

const RESET = { action: 'reset' };

async function checkedWith(fault: object, isFailing: (number: number) => boolean) {
	let asked = 0;
	const client = beside(steered.client(), async (_, send) => {
		asked++;
		await steered.admin('DELETE', '/faults');
		if (isFailing(asked)) await steered.admin('POST', '/faults', [fault]);
		return await send();
	});
	try {
		const all = await findings(client, { objectKey: 'ticket' });
		return { all, requests: client.usage.requests };
	} finally {
		await steered.admin('DELETE', '/faults');
	}
}

test.each<[string, (number: number) => boolean]>([
	['the first two', (number) => number <= 2],
	['each third', (number) => number % 3 === 0],
])('a connection that breaks at %s of the requests is tried again', async (_, isFailing) => {
	const { all, requests } = await checkedWith(RESET, isFailing);
	expect(differing(all)).toEqual([]);
	expect(all.filter(({ evidence }) => /No response came/.test(evidence))).toEqual([]);
	expect(requests).toBeLessThanOrEqual(80);
});

test.each([503, 500, 408])('so is a first request that is answered %d', async (status) => {
	const fault = { status, body: '<html>busy</html>' };
	const { all } = await checkedWith(fault, (number) => number === 1);
	expect(differing(all)).toEqual([]);
	const { all: twice } = await checkedWith(fault, (number) => number <= 2);
	const missing = differing(twice).map(([check]) => check);
	expect(missing).toEqual(status === 500 ? ['address:missing'] : []);
});

test('a connection that always breaks is an error, which says where to look', async () => {
	await expect(checkedWith(RESET, () => true)).rejects.toThrow(
		/connection broke .* service is running and that the Base URL of the credential is right\.$/,
	);
});

/** An address at which nothing listens any more. */
let closed: string;
beforeAll(async () => {
	const server = await serve(() => ({}));
	closed = server.url;
	await server.close();
});

/** The waits between the attempts. */
beforeEach(() => void jest.spyOn(systemClock, 'sleep').mockResolvedValue(undefined));
afterEach(() => jest.restoreAllMocks());

const WORDS = { secret: 'V1 API Key', baseUrl: 'V1 Base URL', which: '' };

const nobody = (kind: 'personalToken' | 'v1ApiKey', version: string) =>
	clientFor(steered.sandbox, {
		kind,
		baseUrl: `${closed}/${version}`,
		...(kind === 'v1ApiKey' && { words: WORDS }),
	});

async function checked(client: Client, key: Client) {
	const { parts, summary } = await checkAccount({ client, beside: key });
	const [own = [], v1 = []] = parts.map((part) => part.findings);
	return { own, v1, item: summary.item };
}

test('a V1 Base URL that can’t be reached is named, and the rest is checked', async () => {
	const { own, v1, item } = await checked(steered.client(), nobody('v1ApiKey', 'v1'));
	expect(v1).toMatchObject([
		{
			check: 'address:reached',
			verdict: 'unclear',
			advice: expect.stringMatching(/the V1 Base URL of the credential is right/) as string,
		},
	]);
	expect(own.filter(({ verdict }) => verdict === 'asDescribed').length).toBeGreaterThan(50);
	expect(item).toMatchObject({
		verdict: 'unclear',
		advice: expect.stringMatching(/^The service refuses connections: .* V1 Base URL/) as string,
	});
	expect(JSON.stringify([own, v1, item])).not.toContain('127.0.0.1');
});

test('so is a Base URL, beside a key that answers', async () => {
	const { own, v1, item } = await checked(
		nobody('personalToken', 'v2'),
		steered.client('v1ApiKey'),
	);
	expect(own.map(({ check }) => check)).toEqual(['address:reached']);
	expect(own[0]?.advice).toMatch(/the Base URL of the credential is right/);
	expect(v1.find(({ check }) => check === 'route:domainSetting.get')?.verdict).toBe('asDescribed');
	expect(item.advice).toMatch(/^The service refuses connections: .* Base URL/);
});

test('where neither can be reached, the error names both', async () => {
	await expect(checked(nobody('personalToken', 'v2'), nobody('v1ApiKey', 'v1'))).rejects.toThrow(
		/both the Base URL and the V1 Base URL/,
	);
});
