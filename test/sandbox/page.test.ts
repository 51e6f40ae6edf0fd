/** The sandbox's page for people: who is let in, what it shows, and that it leaves no trace. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fetch, request } from 'undici';
import tables from './page.json';
import { optionsSchema } from '../../sandbox/contract/options';
import { dialects } from '../../sandbox/dialects/catalogue';
import { help } from '../../sandbox/help';
import { faultSchema } from '../../sandbox/http/faults';
import { recordsIn, times, withSandbox, type Fields } from './support/client';

const api = withSandbox({ seed: 'small', hasReference: true });
let base: string;
beforeAll(() => {
	base = new URL(api.sandbox.admin).origin;
});

const json = async <Body = Fields>(path: string): Promise<Body> => {
	const response = await fetch(`${base}/page${path}`);
	if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
	// The caller names the shape that it goes on with.
	return (await response.json()) as Body;
};

describe('the files', () => {
	test.each(tables.parts)(
		'$path is $name, and loads and runs nothing from elsewhere',
		async ({ path, name, type }) => {
			const response = await fetch(base + path);
			const file = readFileSync(join(__dirname, '../../sandbox/page', name), 'utf8');
			expect(await response.text()).toBe(file);
			expect(Object.fromEntries(response.headers)).toMatchObject({
				'content-type': type,
				'content-security-policy':
					"default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; " +
					"img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
				'x-content-type-options': 'nosniff',
				'cache-control': 'no-store',
			});
			// No text ever becomes markup or code.
			expect(file).not.toMatch(
				/innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|Function\(/,
			);
		},
	);

	test('every input has a label', () => {
		const html = readFileSync(join(__dirname, '../../sandbox/page/page.html'), 'utf8');
		const ids = [...html.matchAll(/<(?:input|select)\b[^>]*\bid="(\w+)"/g)].map(([, id]) => id);
		expect(ids).toHaveLength(html.match(/<(input|select)\b/g)?.length ?? 0);
		const unlabelled = ids.filter(
			(id) => !html.includes(`for="${id}"`) && !RegExp(`<label>[^<]*<input id="${id}"`).test(html),
		);
		expect(unlabelled).toEqual([]);
	});
});

describe('who is let in', () => {
	/** A request with headers that `fetch` does not let a caller set. */
	const ask = async (method: 'GET' | 'POST' | 'DELETE', path: string, headers: object) => {
		const { statusCode, body } = await request(base + path, { method, headers: { ...headers } });
		await body.dump();
		return statusCode;
	};
	const named = (name: string) => ({ host: `${name}:${new URL(base).port}` });
	const rows: Array<[who: string, headers: () => Record<string, string>, status: number]> = [
		['a foreign name for this machine', () => named('rebound.example'), 403],
		['a page of another origin', () => ({ origin: 'https://evil.example' }), 403],
		['one of no origin', () => ({ origin: 'null' }), 403],
		[
			'an image in another page',
			() => ({ 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }),
			403,
		],
		['this machine', () => named('127.0.0.1'), 200],
		['its address in IPv6', () => ({ host: '[::1]:4010' }), 200],
		['a script', () => ({ 'sec-fetch-mode': 'cors' }), 200],
		['the page itself', () => ({ origin: base, 'sec-fetch-site': 'same-origin' }), 200],
		[
			'its address typed in',
			() => ({ 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' }),
			200,
		],
	];
	test.each(rows)('%s', async (_, headers, status) => {
		for (const [method, path] of [
			['GET', '/'],
			['GET', '/page/credentials'],
			['GET', '/page/live'],
			['GET', '/openapi/v2.json'],
			['GET', '/__sandbox/requests'],
			['DELETE', '/__sandbox/faults'],
			// The same place, as a browser may spell it.
			['DELETE', '/%5F_sandbox/faults'],
		] as const) {
			expect([path, await ask(method, path, headers())]).toEqual([path, status]);
		}
	});

	test('a link may lead to the page, a form may not be sent to it, which says why', async () => {
		const foreign = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' };
		expect(await ask('GET', '/', foreign)).toBe(200);
		await api.records('customer', [{ name: 'Kept' }]);
		expect(await ask('POST', '/__sandbox/reset', foreign)).toBe(403);
		const headers = { origin: 'https://evil.example' };
		const refused = await fetch(`${api.sandbox.admin}/reset`, { method: 'POST', headers });
		expect(await refused.json()).toEqual({
			error: 'FORBIDDEN',
			messages: [expect.stringContaining('other origins')],
		});
		expect(await api.steer('GET /stats')).toMatchObject({ records: { customer: 44 } });
	});
});

interface Live extends Fields {
	requests: Fields[];
}
const live = () => json<Live>('/live');

describe('what happens', () => {
	beforeEach(() => api.reset('empty'));

	const roles = (token?: string) =>
		api.call('v2', 'GET /roles', undefined, { token }).catch(() => undefined);

	test('the last requests, the newest first, with their faults and without any token', async () => {
		const { personal, team, v1 } = api.sandbox.credentials;
		await api.steer(
			'POST /faults',
			['reset', 'garbage'].map((action) => ({ action })),
		);
		await roles();
		await roles(team);
		await fetch(`${api.sandbox.v2}/${team}?token=${personal}&key=${v1}`);
		const { requests } = await live();
		expect(requests).toMatchObject([
			{ path: '/v2/(token)', query: 'token=(token)&key=(token)', status: 401, tokenKind: null },
			{ path: '/v2/roles', tokenKind: 'team', tokenNumber: 2, fault: 'garbage' },
			{ path: '/v2/roles', status: null, tokenKind: 'personal', tokenNumber: 1, fault: 'reset' },
		]);
		for (const path of ['/options', '/live', '/records?kind=user']) {
			const text = JSON.stringify(await json(path));
			for (const token of [personal, team, v1]) expect(text).not.toContain(token);
		}
	});

	test('what was ignored: how many requests held it, but for tokens (S8)', async () => {
		const { personal } = api.sandbox.credentials;
		for (const name of ['color', 'color', personal]) await api.ok('v2', `GET /deals?${name}=x`);
		const ignored = { 'v2 deal.getMany: color': 2, 'v2 deal.getMany: (token)': 1 };
		expect([await live(), await api.steer('GET /stats')]).toMatchObject([{ ignored }, { ignored }]);
		await api.reset();
		expect((await live()).ignored).toEqual({});
	});

	test('the page leaves no trace in requests, statistics, limits and faults', async () => {
		await api.options({ rateLimit: 1 });
		await api.steer('POST /faults', [{ times: 1, status: 500 }]);
		for (const path of ['/', '/docs/', '/page/page.js', '/page/options']) await fetch(base + path);
		for (let count = 0; count < 3; count++) await live();
		expect(await api.steer('GET /requests')).toEqual([]);
		expect(await api.steer('GET /stats')).toMatchObject({ requests: 0, refusedWith429: 0 });
		expect(await live()).toMatchObject({ requests: [], faults: [{ left: 1 }] });
	});
});

describe('what can be switched', () => {
	interface Option {
		default?: unknown;
		description?: string;
		enum?: unknown[];
	}
	const options = Object.entries<Option>(optionsSchema.properties);

	test('every option with its default and a sentence; credentials', async () => {
		const { credentials } = api.sandbox;
		expect(Object.keys(await json('/options'))).toEqual(options.map(([name]) => name));
		await api.token({ kind: 'personal' });
		expect(await json('/credentials')).toEqual({
			'Personal token': credentials.personal,
			'Team token': credentials.team,
			'V1 API key': credentials.v1,
		});
	});

	test('--help says of each what it is, options with their default first', () => {
		const lines = help.split('\n').map((line) => line.trim().replace(/ {2,}/, ' | '));
		for (const { name, says } of dialects) expect(lines).toContain(`${name} | ${says}`);
		for (const name of Object.keys(faultSchema.properties)) {
			expect(lines.find((line) => line.startsWith(`${name} | `))).toMatch(/\w+ \w+/);
		}
		for (const [name, { default: usual, enum: choices = [], description = '' }] of options) {
			const others = choices.filter((value) => value !== usual);
			const values = [usual, ...others].map((value) => JSON.stringify(value)).join(', ');
			expect(description).toMatch(/\w+ \w+/);
			expect(lines).toContain(`${name} | ${values}: ${description}`);
		}
	});
});

describe('records', () => {
	beforeAll(() => api.reset());

	interface List extends Fields {
		totalCount: number;
		nextCursor?: string | null;
	}
	const browse = (query: Record<string, string>) =>
		json<List>(`/records?${new URLSearchParams(query).toString()}`);
	const names = (list: Fields) => recordsIn(list).map(({ name }) => name);

	test('each kind with its number, of the first domain', async () => {
		const kinds = [
			'customer',
			'deal',
			'contact',
			'customerAction',
			'dealAction',
			'contactAction',
			'user',
			'customObject ticket',
			'customObject asset',
		];
		const counts = kinds.map(async (each) => {
			const [kind = '', definition = ''] = each.split(' ');
			const { totalCount, ...lists } = await browse({ kind, definition });
			expect(recordsIn(lists)[0]?.id).toEqual(expect.any(Number));
			return totalCount;
		});
		expect(await Promise.all(counts)).toEqual([40, 60, 80, 50, 50, 75, 5, 75, 75]);
	});

	test('pages follow each other, the last changed first; a search finds parts of texts', async () => {
		await api.records(
			'customer',
			times(100, () => ({})),
		);
		await api.records('customer', [{ name: 'Zanzibar 100% Works' }]);
		const first = await browse({ kind: 'customer' });
		expect([names(first)[0], recordsIn(first).length]).toEqual(['Zanzibar 100% Works', 100]);
		const next = await browse({ kind: 'customer', cursor: String(first.nextCursor) });
		expect([recordsIn(next).length, next.nextCursor]).toEqual([41, null]);
		expect(names(await browse({ kind: 'customer', searchWord: 'zanzi' }))).toHaveLength(1);
		expect(names(await browse({ kind: 'customer', searchWord: "' OR 1=1 --" }))).toEqual([]);
	});

	test.each(tables.refusedQueries)('$query is refused with $status', async ({ query, status }) => {
		await expect(browse(query as never)).rejects.toThrow(status);
	});
});
