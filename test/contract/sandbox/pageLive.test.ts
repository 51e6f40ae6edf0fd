/** The sandbox's page for people: what happens as it happens, what can be switched, no trace left. */
import { optionsSchema } from '../../../sandbox/contract/options';
import { SandboxClient } from '../support/sandboxClient';

let api: SandboxClient;
let base: string;
beforeAll(async () => {
	api = await SandboxClient.start({ seed: 'empty' });
	base = new URL(api.sandbox.admin).origin;
});
afterAll(() => api.close());
beforeEach(() => api.reset());

interface Live {
	requests: Array<{ method: string; path: string; query: string; status: number | null }>;
	pace: Array<{ name: string; seconds: Array<[accepted: number, refused: number]> }>;
	faults: Array<{ number: number; left: number }>;
	options: { rateLimit: number };
	writes: number;
}

const json = async <Body>(path: string): Promise<Body> => {
	const response = await fetch(base + path);
	expect(response.status).toBe(200);
	// The caller names the shape that it goes on with.
	return (await response.json()) as Body;
};
const live = () => json<Live>('/page/live');

describe('what happens', () => {
	test('the last requests, the newest first, with what they were answered', async () => {
		await api.get('/deals?limit=1');
		await api.get('/users/me', { token: api.sandbox.credentials.team });
		await api.get('/roles', { token: null });
		const time = expect.any(String) as unknown;
		expect((await live()).requests).toEqual(
			[
				{ path: '/v2/roles', query: '', status: 401, tokenKind: null, tokenNumber: null },
				{ path: '/v2/users/me', query: '', status: 403, tokenKind: 'team', tokenNumber: 2 },
				{
					...{ path: '/v2/deals', query: 'limit=1', status: 200 },
					...{ tokenKind: 'personal', tokenNumber: 1 },
				},
			].map((entry, index) => ({ ...entry, method: 'GET', time, number: 3 - index })),
		);
	});

	test('no answer holds a token, wherever the caller put it', async () => {
		const { personal, team, v1 } = api.sandbox.credentials;
		await fetch(`${api.sandbox.v2}/deals?token=${personal}&key=${v1}`);
		await fetch(`${api.sandbox.v2}/${team}`);
		await api.get('/deals');
		const { requests } = await live();
		expect(requests.map(({ path, query }) => `${path}?${query}`)).toEqual([
			'/v2/deals?',
			'/v2/(token)?',
			'/v2/deals?token=(token)&key=(token)',
		]);
		for (const path of ['/', '/page/about', '/page/live', '/page/records?domain=1&kind=user']) {
			const text = await (await fetch(base + path)).text();
			for (const token of [personal, team, v1]) expect(text).not.toContain(token);
		}
	});

	test('the pace of each who is limited: accepted and refused in each of sixty seconds', async () => {
		await api.options({ rateLimit: 2 });
		await Promise.all(Array.from({ length: 7 }, () => api.get('/roles')));
		await api.get('/roles', { token: api.sandbox.credentials.team });
		const stats = await api.steer<{ refusedWith429: number }>('/stats');
		const { pace } = await live();
		expect(pace.map(({ name }) => name)).toEqual([
			expect.stringMatching(/^Personal token of \w+/),
			'Team token of domain 1',
		]);
		const sums = pace.map(({ seconds }) => {
			expect(seconds).toHaveLength(60);
			const sum = (part: 0 | 1) => seconds.reduce((total, second) => total + second[part], 0);
			return [sum(0), sum(1)];
		});
		// On a busy machine the seven may be spread over more than a second.
		expect(sums[0]?.[0]).toBeGreaterThanOrEqual(2);
		expect(sums[0]?.[1]).toBe(stats.refusedWith429);
		expect(sums[0]?.[1]).toBeGreaterThan(0);
		expect((sums[0]?.[0] ?? 0) + (sums[0]?.[1] ?? 0)).toBe(7);
		expect(sums[1]).toEqual([1, 0]);
		for (const [accepted] of pace[0]?.seconds ?? []) expect(accepted).toBeLessThanOrEqual(2);
		await api.reset();
		expect((await live()).pace).toEqual([]);
	});

	test('a write can be told by its number, a read has none', async () => {
		const { writes } = await live();
		await api.get('/customers');
		expect((await live()).writes).toBe(writes);
		await api.post('/customers', { name: 'x' });
		expect((await live()).writes).toBeGreaterThan(writes);
	});

	test('the page leaves no trace in requests, statistics, logs, limits and faults', async () => {
		await api.options({ rateLimit: 1 });
		await api.steer('/faults', [{ times: 1, status: 500 }]);
		for (const path of [
			'/',
			'/page/page.js',
			'/page/about',
			'/page/credentials',
			'/page/nothing',
		]) {
			await fetch(base + path);
		}
		for (let index = 0; index < 5; index++) await live();
		await json('/page/records?domain=1&kind=customer&search=a');
		expect(await api.steer('/requests')).toEqual([]);
		expect(await api.steer('/stats')).toMatchObject({ requests: 0, refusedWith429: 0 });
		expect(await api.steer('/log')).toEqual({ notifications: [], audits: [] });
		expect(await live()).toMatchObject({ requests: [], pace: [], faults: [{ left: 1 }] });
	});
});

describe('what can be switched', () => {
	test('addresses, domains, and every option with its default and a sentence', async () => {
		const about = await json<{
			addresses: object;
			domains: number[];
			options: Record<string, { description?: string; properties?: Record<string, object> }>;
			defaults: object;
		}>('/page/about');
		const { v1, v2 } = api.sandbox;
		expect(about.addresses).toEqual({ 'API v2': v2, 'API v1': v1 });
		expect(about.domains).toEqual([1, 2]);
		expect(Object.keys(about.options)).toEqual(Object.keys(optionsSchema.properties));
		expect(Object.keys(about.defaults)).toEqual(Object.keys(optionsSchema.properties));
		for (const [name, option] of Object.entries(about.options)) {
			for (const one of Object.values(option.properties ?? { [name]: option })) {
				expect({ name, ...one }).toMatchObject({
					description: expect.stringMatching(/\w+ \w+/) as unknown,
				});
			}
		}
	});

	test('the credentials are those of the ready line', async () => {
		const { personal, team, v1 } = api.sandbox.credentials;
		await api.token({ kind: 'personal' });
		expect(await json('/page/credentials')).toEqual({
			...{ 'Personal token': personal, 'Team token': team, 'API v1 key': v1 },
		});
	});

	test('faults are listed while they wait, and cleared one by one or all at once', async () => {
		const clear = async (path: string) => {
			const { status } = await fetch(api.sandbox.admin + path, { method: 'DELETE' });
			return status;
		};
		await api.steer('/faults', [{ times: 2, status: 503 }, { action: 'hang' }, { status: 500 }]);
		const waiting = await api.steer<Array<{ number: number }>>('/faults');
		expect(waiting).toMatchObject([
			{ left: 2, status: 503 },
			{ left: 1, action: 'hang' },
			{ left: 1 },
		]);
		const [first = 0, second, third] = waiting.map(({ number }) => number);
		expect([second, third]).toEqual([first + 1, first + 2]);
		expect((await api.get('/roles')).status).toBe(503);
		expect(await clear(`/faults/${second}`)).toBe(200);
		expect(await clear(`/faults/${second}`)).toBe(404);
		expect(await clear('/faults/x')).toBe(404);
		expect((await live()).faults).toEqual([
			{ number: first, left: 1, status: 503 },
			{ number: third, left: 1, status: 500 },
		]);
		expect(await clear('/faults')).toBe(200);
		expect(await api.steer('/faults')).toEqual([]);
		expect((await api.get('/roles')).status).toBe(200);
	});
});
