/** Where nothing, or not all, can be seen, the check ends soon, claims nothing, and says what to do. */
import { returnToNow, skipWaits } from '../support/timeTravel';
import {
	answering,
	BREAKS,
	FORBIDDEN,
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

/** What is told where nothing was seen. */
async function unseen(given: Given) {
	const checked = await account.check({ parameters: { includeWrites: true }, ...given });
	const { confirmed, overrides, writes, summary, asked, differing } = checked;
	expect(confirmed(/^route:/)).toEqual([]);
	expect(overrides).toEqual({});
	expect(writes.filter((each) => !each.startsWith('POST /customers'))).toEqual([]);
	expect(summary.verdict).not.toBe('asDescribed');
	const missing = differing.filter(([check]) => check.startsWith('route:'));
	expect(asked.length).toBeLessThanOrEqual(80 + 5 * missing.length + 20);
	return checked;
}

describe('a secret that is not accepted', () => {
	test.each<[Kind, string]>([
		['personalToken', 'token'],
		['teamToken', 'token'],
		['v1ApiKey', 'API key'],
	])('%s', async (kind, word) => {
		const credential = { accessToken: NOT_THEIRS, apiKey: NOT_THEIRS };
		const { asked, summary, differing, told } = await unseen({ kind, credential });
		expect(asked.length).toBeLessThan(20);
		expect(differing).toEqual([]);
		const says = `does not accept the ${word} .* check it, .* Base URL`;
		expect(summary.advice).toMatch(new RegExp(says));
		expect(told).not.toContain(NOT_THEIRS);
	});

	test('a v1 key, beside a token that is: the token’s interface is checked', async () => {
		const credential = { v1ApiKey: 'none' };
		const { summary, confirmed } = await account.check({ beside: true, credential });
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
			expect.objectContaining({ verdict: 'unclear', advice: expect.stringMatching(says) }),
		]);
		expect(confirmed(/./).length).toBeGreaterThan(least);
		expect(summary.verdict).not.toBe('differs');
		expect(summary.advice).toMatch(/^The service refuses connections: /);
		expect(told).not.toContain('127.0.0.1');
	});

	test.each<[string, Given, RegExp]>([
		[
			'neither is there',
			{ beside: true, credential: { baseUrl: `${NOBODY}/v2`, v1BaseUrl: `${NOBODY}/v1` } },
			/both the Base URL and the V1 Base URL/,
		],
		[
			'the connection always breaks',
			{ happens: () => BREAKS },
			/connection broke .* service is running and that the Base URL of the credential is right\.$/,
		],
	])('where %s, the error says where to look', async (_, given, says) => {
		await expect(account.check(given)).rejects.toMatchObject({
			message: expect.stringMatching(says) as string,
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

test('a credential that may read nothing: next to nothing could be seen', async () => {
	const { summary } = await unseen({ happens: () => FORBIDDEN });
	expect(summary.advice).toMatch(/^Next to nothing could be seen: .* refuses \d+ reads/);
});

test('one that may read some: nothing differs in what could be looked at', async () => {
	const happens = answering(matching('GET', /^\/contacts/), FORBIDDEN);
	const { summary, differing } = await account.check({ happens });
	expect([differing, summary.verdict]).toEqual([[], 'asDescribed']);
	expect(summary.advice).toMatch(
		/^Nothing differs in what could be looked at, .* or not permitted/,
	);
});

const html = '<!DOCTYPE html><html><body>Welcome</body></html>';

test.each<[Kind, string, Answered]>([
	['personalToken', 'has nothing', { ...MISSING, body: html }],
	['v1ApiKey', 'has nothing', { ...MISSING, body: html }],
	['teamToken', 'knows no method', { status: 405, body: { error: 'NO' } }],
	[
		...(['v1ApiKey', 'leads elsewhere'] as const),
		{ status: 302, headers: { location: 'https://x.example' }, body: '' },
	],
	['personalToken', 'shows a page everywhere', { status: 200, body: html }],
	['v1ApiKey', 'answers an object everywhere', { status: 200, body: { ok: true } }],
	['teamToken', 'answers an empty list everywhere', { status: 200, body: [] }],
	['personalToken', 'answers with nothing', { status: 204, body: '' }],
])('%s at a service that %s confirms nothing', async (kind, _, answer) => {
	await unseen({ kind, happens: () => answer });
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
