/** How much is answered: a second, a day, a response (v2 §8; v1 §7, §8; S3). */
import { setTimeout as delay } from 'node:timers/promises';
import { Api, recordsIn, times, type Fields, type Version } from './support/client';

let api: Api;
beforeAll(async () => {
	api = await Api.start({ set: { rateLimit: 5 } });
});
afterAll(async () => await api.close());
beforeEach(async () => await api.reset());

const tokensOf = () => {
	const { personal, team, v1 } = api.sandbox.credentials;
	return { personal, team, v1 };
};
const versionOf = (token: string): Version => (token.startsWith('svc') ? 'v2' : 'v1');
const ask = async (token: string) =>
	await api.call<Fields>(versionOf(token), 'GET /roles', undefined, { token });
/** How many of a burst are answered; one that a busy machine drew out is sent again. */
async function answered(...tokens: string[]): Promise<number> {
	for (let tries = 5; ; tries--) {
		const began = performance.now();
		const list = await Promise.all(tokens.map(async (token) => (await ask(token)).status));
		expect(list.filter((status) => status !== 200 && status !== 429)).toEqual([]);
		if (performance.now() - began < 900 || tries === 0) {
			return list.filter((status) => status === 200).length;
		}
		await delay(1_100);
	}
}
const burst = (count: number, token: string) => times(count, () => token);

describe('5 requests a second', () => {
	test.each(['personal', 'team', 'v1'] as const)(
		'more of a %s token get 429 with Retry-After; the window slides',
		async (kind) => {
			const token = tokensOf()[kind];
			expect(await answered(...burst(9, token))).toBe(5);
			const refused = await ask(token);
			expect([refused.status, refused.headers['retry-after']]).toEqual([429, '1']);
			expect(refused.body).toEqual({ error: 'TOO_MANY_REQUESTS', messages: [expect.any(String)] });
			// Those refused count for nothing.
			await delay(1050);
			expect(await answered(...burst(9, token))).toBe(5);
		},
	);

	test('Retry-After is an option', async () => {
		await api.options({ retryAfterHeader: false, rateLimit: 1 });
		const { personal } = tokensOf();
		await ask(personal);
		const refused = await ask(personal);
		expect([refused.status, refused.headers['retry-after']]).toEqual([429, undefined]);
	});

	test.each([
		['personal', { userId: 1 }, { userId: 2 }, 5],
		['team', { domainId: 1 }, { domainId: 2 }, 5],
		['v1', { domainId: 1 }, { domainId: 2 }, 8],
	] as const)(
		'counted per user over personal tokens, per domain over team tokens, per key of v1: %s',
		async (kind, same, other, together) => {
			const first = tokensOf()[kind];
			const [second, third] = [
				await api.token({ kind, ...same }),
				await api.token({ kind, ...other }),
			];
			expect(await answered(...burst(4, first), ...burst(4, second))).toBe(together);
			expect(await answered(...burst(5, third))).toBe(5);
		},
	);

	test('0 switches it off; advancing the clock does not open the window', async () => {
		const { personal } = tokensOf();
		await answered(...burst(5, personal));
		await api.advance(5000);
		expect((await ask(personal)).status).toBe(429);
		await api.options({ rateLimit: 0 });
		expect(await answered(...burst(30, personal))).toBe(30);
	});
});

describe('the daily count', () => {
	test('per kind of token, reset at UTC midnight', async () => {
		await api.options({ rateLimit: 0, dailyLimit: { personal: 3, team: 5, v1: 1 } });
		const { personal, team, v1 } = tokensOf();
		expect([
			await answered(...burst(6, personal)),
			await answered(...burst(6, team)),
			await answered(...burst(6, v1)),
		]).toEqual([3, 5, 1]);
		const day = 24 * 60 * 60 * 1000;
		const retryAfter = Number((await ask(personal)).headers['retry-after']);
		expect(Math.abs(retryAfter - (day - (Date.now() % day)) / 1000)).toBeLessThan(30);
		await api.advance(retryAfter * 1000);
		expect(await answered(...burst(6, personal))).toBe(3);
	});

	test('requests refused by the rate do not count; a number sets all three limits', async () => {
		await api.options({ dailyLimit: 8 });
		const dailyLimit = { personal: 8, team: 8, v1: 8 };
		expect(await api.steer('GET /options')).toMatchObject({ dailyLimit });
		const { personal } = tokensOf();
		await answered(...burst(20, personal));
		await api.options({ rateLimit: 0 });
		expect(await answered(...burst(10, personal))).toBe(3);
	});

	test('the limits of the documents are the defaults', async () => {
		await api.options({ rateLimit: null, dailyLimit: null });
		expect(await api.steer('GET /options')).toMatchObject({
			...{ rateLimit: 5, dailyLimit: { personal: 50_000, team: 200_000, v1: 50_000 } },
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
	const page = async (limit: number) => await api.call<Fields>('v1', `GET /deals?limit=${limit}`);
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
