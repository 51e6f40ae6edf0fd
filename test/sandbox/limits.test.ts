/** How much is answered: a second, a day, a response (v2 §8; v1 §7, §8; S3). */
import tables from './limits.json';
import { recordsIn, times, withSandbox, type Fields } from './support/client';

const api = withSandbox({ set: { rateLimit: 5 } });
/** Real time, by which a second is measured; it stands still until a test moves it on. */
let now = performance.now();
beforeEach(async () => {
	jest.spyOn(performance, 'now').mockImplementation(() => now);
	await api.reset();
});
afterEach(() => jest.restoreAllMocks());

type Kind = 'personal' | 'team' | 'v1';
const tokenOf = (kind: Kind) => api.sandbox.credentials[kind];
const ask = (token: string) =>
	api.call<Fields>(token.startsWith('svc') ? 'v2' : 'v1', 'GET /roles', undefined, { token });
/** How many of so many requests are answered, and not refused for a limit. */
async function answered(count: number, token: string): Promise<number> {
	const statuses = await Promise.all(times(count, async () => (await ask(token)).status));
	expect(statuses.filter((status) => status !== 200 && status !== 429)).toEqual([]);
	return statuses.filter((status) => status === 200).length;
}

describe('5 requests a second', () => {
	test.each<Kind>(['personal', 'team', 'v1'])(
		'more of a %s token get 429 with Retry-After; the window slides; 429s are counted apart',
		async (kind) => {
			const token = tokenOf(kind);
			expect(await answered(9, token)).toBe(5);
			const refused = await ask(token);
			expect([refused.status, refused.headers['retry-after']]).toEqual([429, '1']);
			expect(refused.body).toEqual({ error: 'TOO_MANY_REQUESTS', messages: [expect.any(String)] });
			expect(await api.steer('GET /stats')).toMatchObject({ requests: 10, refusedWith429: 5 });
			now += 999;
			expect(await answered(1, token)).toBe(0);
			// Those refused count for nothing.
			now += 1;
			expect(await answered(9, token)).toBe(5);
		},
	);

	test('Retry-After is an option', async () => {
		await api.options({ retryAfterHeader: false, rateLimit: 1 });
		await ask(tokenOf('personal'));
		const refused = await ask(tokenOf('personal'));
		expect([refused.status, refused.headers['retry-after']]).toEqual([429, undefined]);
	});

	test.each(tables.counted)(
		'counted per user over personal tokens, per domain over team tokens, per key of v1: $kind',
		async ({ kind, same, other, left }) => {
			expect(await answered(4, tokenOf(kind as 'team'))).toBe(4);
			expect(await answered(4, await api.token({ kind, ...same }))).toBe(left);
			expect(await answered(5, await api.token({ kind, ...other }))).toBe(5);
		},
	);

	test('0 switches it off; advancing the clock does not open the window', async () => {
		await answered(5, tokenOf('personal'));
		await api.advance(5000);
		expect(await answered(1, tokenOf('personal'))).toBe(0);
		await api.options({ rateLimit: 0 });
		expect(await answered(30, tokenOf('personal'))).toBe(30);
	});
});

describe('the daily count', () => {
	const DAY = 24 * 60 * 60 * 1000;
	/** A day does not end while it is counted. */
	const noon = (Math.floor(Date.now() / DAY) + 0.5) * DAY;
	beforeEach(() => {
		jest.spyOn(Date, 'now').mockReturnValue(noon);
	});

	test('per kind of token, reset at UTC midnight', async () => {
		await api.options({ rateLimit: 0, dailyLimit: { personal: 3, team: 5, v1: 1 } });
		expect([
			await answered(6, tokenOf('personal')),
			await answered(6, tokenOf('team')),
			await answered(6, tokenOf('v1')),
		]).toEqual([3, 5, 1]);
		const retryAfter = Number((await ask(tokenOf('personal'))).headers['retry-after']);
		expect(retryAfter).toBe(DAY / 2 / 1000);
		await api.advance(retryAfter * 1000);
		expect(await answered(6, tokenOf('personal'))).toBe(3);
	});

	test('requests refused by the rate do not count; a number sets all three limits', async () => {
		await api.options({ dailyLimit: 8 });
		const dailyLimit = { personal: 8, team: 8, v1: 8 };
		expect(await api.steer('GET /options')).toMatchObject({ dailyLimit });
		await answered(20, tokenOf('personal'));
		await api.options({ rateLimit: 0 });
		expect(await answered(10, tokenOf('personal'))).toBe(3);
	});

	test('the limits of the documents are the defaults', async () => {
		await api.options({ rateLimit: null, dailyLimit: null });
		expect(await api.steer('GET /options')).toMatchObject({
			rateLimit: 5,
			dailyLimit: { personal: 50_000, team: 200_000, v1: 50_000 },
			maxResponseBytes: 10 * 1024 * 1024,
		});
	});
});

test('a response of v1 above 10 MB, counted in bytes, is a 500 that says how to go on', async () => {
	await api.options({ rateLimit: 0 });
	// 300 memos have 3.6 million letters, but 10.8 million bytes.
	await api.records(
		'deal',
		times(300, () => ({ memo: 'あ'.repeat(12_000) })),
	);
	const page = (limit: number) => api.call<Fields>('v1', `GET /deals?limit=${limit}`);
	expect((await page(150)).status).toBe(200);
	const { status, body } = await page(300);
	expect([status, body.error]).toEqual([500, 'INTERNAL_SERVER_ERROR']);
	expect(body.messages).toEqual([
		expect.stringMatching(/size of \d+ bytes exceeds the limit of 10485760 bytes.*limit parameter/),
	]);
	await api.options({ maxResponseBytes: 1_000_000 });
	expect((await page(150)).status).toBe(500);
	expect(recordsIn((await page(10)).body)).toHaveLength(10);
});
