/** Where nothing, or not all, can be seen, the check ends soon, claims nothing, and says what to do. */
import { returnToNow, skipWaits } from '../support/timeTravel';
import {
	answering,
	BREAKS,
	FORBIDDEN,
	KINDS,
	matching,
	MISSING,
	startAccount,
	type Account,
	type Answered,
	type Given,
	type Kind,
} from './support/account';

let account: Account;
beforeAll(async () => {
	account = await startAccount();
});
afterAll(async () => await account.close());

const NOT_THEIRS = 'svcp_none-of-this-service';
const WRITES = { includeWrites: true };

/** What is told where nothing was seen. */
async function unseen(given: Given) {
	const checked = await account.check({ parameters: WRITES, ...given });
	const { confirmed, overrides, writes, summary } = checked;
	expect(confirmed(/^route:/)).toEqual([]);
	expect(overrides).toEqual({});
	expect(writes.filter((each) => !each.startsWith('POST /customers'))).toEqual([]);
	expect(summary.verdict).not.toBe('asDescribed');
	return checked;
}

describe('a secret that is not accepted', () => {
	test.each<[Kind, string, Record<string, string>]>([
		['personalToken', 'token', { accessToken: NOT_THEIRS }],
		['teamToken', 'token', { accessToken: NOT_THEIRS }],
		['v1ApiKey', 'API key', { apiKey: NOT_THEIRS }],
	])('%s', async (kind, word, credential) => {
		const { asked, summary, differing, told } = await unseen({ kind, credential });
		expect(asked.length).toBeLessThan(20);
		expect(differing).toEqual([]);
		expect(summary.advice).toMatch(
			new RegExp(`does not accept the ${word} .* check it, .* Base URL`),
		);
		expect(told).not.toContain(NOT_THEIRS);
	});

	test.each<[Kind, 'v1' | 'personal']>([
		['personalToken', 'v1'],
		['teamToken', 'v1'],
		['v1ApiKey', 'personal'],
	])('%s, with the secret of another kind', async (kind, other) => {
		const secret = account.sandbox.credentials[other];
		const { differing, told } = await unseen({
			...{ kind, credential: { accessToken: secret, apiKey: secret } },
		});
		expect(differing).toEqual([]);
		expect(told).toMatch(/does not accept the credential/);
		expect(told).not.toContain(secret);
	});

	test('a v1 key beside a token that is', async () => {
		const { summary, confirmed } = await account.check({
			...{ beside: true, credential: { v1ApiKey: 'none' } },
		});
		expect(summary.advice).toMatch(/does not accept the V1 API Key .* V1 Base URL/);
		expect(confirmed(/./).length).toBeGreaterThan(100);
	});
});

describe('an interface that can’t be reached', () => {
	beforeAll(() => skipWaits(async () => undefined));
	afterAll(returnToNow);

	/** Nothing listens there. */
	const NOBODY = 'http://127.0.0.1:9';

	test.each([
		['v2', { baseUrl: `${NOBODY}/v2` }, /the Base URL of the credential is right/, 5],
		['v1', { v1BaseUrl: `${NOBODY}/v1` }, /the V1 Base URL of the credential is right/, 100],
	])('%s is named, and the other one is checked', async (name, credential, says, least) => {
		const { findings, summary, confirmed, told } = await account.check({
			...{ beside: true, credential },
		});
		expect(findings.filter((each) => each.interface === name)).toEqual([
			expect.objectContaining({
				verdict: 'unclear',
				advice: expect.stringMatching(says) as string,
			}),
		]);
		expect(confirmed(/./).length).toBeGreaterThan(least);
		expect(summary.verdict).not.toBe('differs');
		expect(summary.advice).toMatch(/^The service refuses connections: /);
		expect(told).not.toContain('127.0.0.1');
	});

	test('where none can be, the error names both', async () => {
		const credential = { baseUrl: `${NOBODY}/v2`, v1BaseUrl: `${NOBODY}/v1` };
		await expect(account.check({ beside: true, credential })).rejects.toMatchObject({
			message: expect.stringMatching(/both the Base URL and the V1 Base URL/) as string,
		});
	});

	test('a connection that always breaks is an error, which says where to look', async () => {
		await expect(account.check({ happens: () => BREAKS })).rejects.toMatchObject({
			message: expect.stringMatching(
				/connection broke .* service is running and that the Base URL of the credential is right\.$/,
			) as string,
		});
	});

	test('a service that stops answering is asked no more after a few failures', async () => {
		const { asked, findings } = await account.check({
			happens: answering(({ number }) => number > 2, BREAKS),
		});
		expect(asked.length).toBeLessThan(12);
		const untold = findings.filter(({ evidence }) => /stopped answering/.test(evidence));
		expect(untold.length).toBeGreaterThan(5);
	});
});

describe('a credential that may not read', () => {
	test('all is forbidden', async () => {
		const { summary, asked } = await unseen({ happens: () => FORBIDDEN });
		expect(summary.advice).toMatch(/^Next to nothing could be seen: .* refuses \d+ reads/);
		expect(asked.length).toBeLessThanOrEqual(80);
	});

	test('some is: nothing differs in the rest', async () => {
		const isContact = matching('GET', /^\/contacts/);
		const { summary, differing, findings } = await account.check({
			happens: answering(isContact, FORBIDDEN),
		});
		expect(differing).toEqual([]);
		expect(findings.filter(({ verdict }) => verdict === 'notPermitted').length).toBeGreaterThan(0);
		expect(summary).toMatchObject({
			verdict: 'asDescribed',
			advice: expect.stringMatching(
				/^Nothing differs in what could be looked at, .* or not permitted/,
			) as string,
		});
	});
});

const html = '<!DOCTYPE html><html><body>Welcome</body></html>';
const SERVICES: ReadonlyArray<[string, Answered]> = [
	['has nothing', { ...MISSING, body: html }],
	['has nothing any more', { status: 410, body: '' }],
	['knows no method', { status: 405, body: { error: 'NO' } }],
	['leads elsewhere', { status: 302, headers: { location: 'https://x.example' }, body: '' }],
	['shows a page everywhere', { status: 200, body: html }],
	['answers an object everywhere', { status: 200, body: { ok: true } }],
	['answers an empty list everywhere', { status: 200, body: [] }],
	['answers with nothing', { status: 204, body: '' }],
	['answers with text', { status: 200, body: 'OK' }],
];

describe.each(KINDS)('%s at a service that', (kind) => {
	test.each(SERVICES)('%s', async (_, answer) => {
		const { asked, differing } = await unseen({ kind, happens: () => answer });
		const missing = differing.filter(([check]) => check.startsWith('route:'));
		expect(asked.length).toBeLessThanOrEqual(80 + 5 * missing.length + 20);
	});
});

test('a check that is cancelled asks nothing more', async () => {
	const cancel = new AbortController();
	const { asked } = await account.check({
		signal: cancel.signal,
		happens: async ({ number }, pass) => {
			if (number === 10) cancel.abort();
			return await pass();
		},
	});
	expect(asked).toHaveLength(10);
});
