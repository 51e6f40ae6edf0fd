import { setTimeout as delay } from 'node:timers/promises';
import { SandboxClient } from '../support/sandboxClient';

let api: SandboxClient;
beforeAll(async () => {
	api = await SandboxClient.start({ seed: 'empty', set: { rateLimit: 5 } });
});
afterAll(() => api.close());
beforeEach(() => api.reset());

const day = 24 * 60 * 60 * 1000;

/** One request a token, all within the window; a burst that a busy machine drew out is sent again. */
async function statuses(tokens: string[]): Promise<number[]> {
	for (let tries = 5; ; tries--) {
		const began = performance.now();
		const list = await Promise.all(
			tokens.map(async (token) => (await api.get('/roles', { token })).status),
		);
		if (performance.now() - began < 900 || tries === 0) return list;
		await delay(1_100);
	}
}

const count = (list: number[], status: number) => list.filter((one) => one === status).length;
const times = (number: number, token: string) => Array.from({ length: number }, () => token);

describe('5 requests a second (v2 §8)', () => {
	test('at most rateLimit are accepted; the others get 429 with Retry-After', async () => {
		const { personal } = api.sandbox.credentials;
		const burst = await statuses(times(9, personal));
		expect([count(burst, 200), count(burst, 429)]).toEqual([5, 4]);
		const refused = await api.get('/roles');
		expect(refused.status).toBe(429);
		expect(refused.headers.get('retry-after')).toBe('1');
		expect(refused.body).toEqual({ error: 'TOO_MANY_REQUESTS', messages: [expect.any(String)] });
	});

	test('the window slides: five more after a second, refused ones count for nothing', async () => {
		const { personal } = api.sandbox.credentials;
		await statuses(times(20, personal));
		await delay(1050);
		const burst = await statuses(times(9, personal));
		expect(count(burst, 200)).toBe(5);
	});

	test('Retry-After is an option', async () => {
		await api.options({ retryAfterHeader: false, rateLimit: 1 });
		await api.get('/roles');
		const refused = await api.get('/roles');
		expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, null]);
	});

	test('counted per user over all personal tokens of that user', async () => {
		const { personal } = api.sandbox.credentials;
		const second = await api.token({ kind: 'personal', userId: 1 });
		const colleague = await api.token({ kind: 'personal', userId: 2 });
		const both = await statuses([...times(4, personal), ...times(4, second)]);
		expect(count(both, 200)).toBe(5);
		expect(count(await statuses(times(5, colleague)), 200)).toBe(5);
	});

	test('counted per domain over all team tokens', async () => {
		const { team, personal } = api.sandbox.credentials;
		const second = await api.token({ kind: 'team', domainId: 1 });
		const abroad = await api.token({ kind: 'team', domainId: 2 });
		const both = await statuses([...times(4, team), ...times(4, second)]);
		expect(count(both, 200)).toBe(5);
		expect(count(await statuses(times(5, abroad)), 200)).toBe(5);
		expect(count(await statuses(times(5, personal)), 200)).toBe(5);
	});

	test('0 switches it off; advancing the clock does not open the window', async () => {
		const { personal } = api.sandbox.credentials;
		await statuses(times(5, personal));
		await api.advance(5000);
		expect((await api.get('/roles')).status).toBe(429);
		await api.options({ rateLimit: 0 });
		expect(count(await statuses(times(30, personal)), 200)).toBe(30);
	});
});

describe('the daily count (v2 §8)', () => {
	beforeEach(() => api.options({ rateLimit: 0 }));

	test('a day’s requests per kind of token, reset at UTC midnight', async () => {
		await api.options({ dailyLimit: { personal: 3, team: 5, v1: 1 } });
		const { personal, team } = api.sandbox.credentials;
		expect(count(await statuses(times(6, personal)), 200)).toBe(3);
		expect(count(await statuses(times(6, team)), 200)).toBe(5);
		const refused = await api.get('/roles');
		const untilMidnight = (day - (Date.now() % day)) / 1000;
		const retryAfter = Number(refused.headers.get('retry-after'));
		expect(Math.abs(retryAfter - untilMidnight)).toBeLessThan(30);
		await api.advance(retryAfter * 1000);
		expect(count(await statuses(times(6, personal)), 200)).toBe(3);
	});

	test('a number sets all three', async () => {
		await api.options({ dailyLimit: 2 });
		expect(await api.steer('/options')).toMatchObject({
			dailyLimit: { personal: 2, team: 2, v1: 2 },
		});
		const { personal, team } = api.sandbox.credentials;
		expect(count(await statuses(times(3, personal)), 200)).toBe(2);
		expect(count(await statuses(times(3, team)), 200)).toBe(2);
	});

	test('requests refused by the rate do not count', async () => {
		await api.options({ dailyLimit: 8, rateLimit: 5 });
		const { personal } = api.sandbox.credentials;
		await statuses(times(20, personal));
		await api.options({ rateLimit: 0 });
		expect(count(await statuses(times(10, personal)), 200)).toBe(3);
	});

	test('the limits of the documents are the defaults (v2 §8, S3)', async () => {
		await api.options({ rateLimit: null, dailyLimit: null });
		expect(await api.steer('/options')).toMatchObject({
			rateLimit: 5,
			dailyLimit: { personal: 50_000, team: 200_000, v1: 50_000 },
		});
	});
});
