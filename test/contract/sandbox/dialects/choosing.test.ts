/** Dialects are chosen at the start and while the sandbox runs (docs/sandbox.md). */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dialects } from '../../../../sandbox/dialects/catalogue';
import { startSandbox } from '../../../../sandbox';
import { ask } from '../../support/dialectTranscript';
import { SandboxClient } from '../../support/sandboxClient';

interface Listed {
	name: string;
	says: string;
	concerns: string;
	chosen: boolean;
}

let api: SandboxClient;
beforeAll(async () => {
	api = await SandboxClient.start({ dialects: ['current-user-at-me', 'windows-exclusive'] });
});
beforeEach(() => api.reset());
afterAll(() => api.close());

const list = () => api.steer<Listed[]>('/dialects');
const chosen = async () => (await list()).filter((one) => one.chosen).map(({ name }) => name);
const choose = (names: unknown) => api.steer('/dialects', names, 'PUT');
const options = () => api.steer<Record<string, unknown>>('/options');
const statusOf = async (path: string) => (await ask(api, 'GET', path)).status;

test('at least 45 dialects are listed, with what they say and whether they are chosen', async () => {
	const all = await list();
	expect(all.map(({ name }) => name)).toEqual(dialects.map(({ name }) => name));
	expect(all.filter(({ concerns }) => concerns !== 'the deployment').length).toBeGreaterThan(44);
	expect(all.find(({ name }) => name === 'current-user-at-me')).toEqual({
		name: 'current-user-at-me',
		says: 'The current user is not below users.',
		allowedBy: 'v2 §4 E1, v1 §4 E1',
		concerns: 'the address of the current user',
		sees: 'GET /me',
		of: [],
		chosen: true,
	});
	expect(await chosen()).toEqual(['current-user-at-me', 'windows-exclusive']);
});

test('each says in one sentence what differs', () => {
	for (const { name, says, allowedBy, sees } of dialects) {
		expect(name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
		expect(says).toMatch(/^[A-Z].*\.$/);
		expect(says.slice(0, -1)).not.toMatch(/\. /);
		expect([name, allowedBy, sees]).toEqual([
			name,
			expect.stringMatching(/./),
			expect.stringMatching(/./),
		]);
	}
	expect(new Set(dialects.map(({ name }) => name)).size).toBe(dialects.length);
});

test('those of the start are spoken from the first request on, and after a reset', async () => {
	expect([await statusOf('/v2/me'), await statusOf('/v2/users/me')]).toEqual([200, 404]);
	expect(await options()).toMatchObject({ windowEnds: 'exclusive' });
	await choose([]);
	expect([await statusOf('/v2/me'), await statusOf('/v2/users/me')]).toEqual([404, 200]);
	expect(await options()).toMatchObject({ windowEnds: 'inclusive' });
	await api.reset();
	expect([await statusOf('/v2/me'), await statusOf('/v2/users/me')]).toEqual([200, 404]);
	expect(await options()).toMatchObject({ windowEnds: 'exclusive' });
});

test('the options of a dialect are as they had been once it is no longer spoken', async () => {
	await choose([]);
	await api.options({ rateLimit: 7, windowEnds: 'exclusive' });
	await choose(['two-requests-a-second', 'windows-half-open']);
	expect(await options()).toMatchObject({ rateLimit: 2, windowEnds: 'half-open' });
	await choose(['windows-half-open']);
	expect(await options()).toMatchObject({ rateLimit: 7, windowEnds: 'half-open' });
	await choose([]);
	expect(await options()).toMatchObject({ rateLimit: 7, windowEnds: 'exclusive' });
});

test.each([
	[['route-kebab'], /there is no dialect route-kebab; the nearest ones are routes-kebab-case, /],
	[['Lists-In-Data'], /there is no dialect Lists-In-Data; the nearest ones are lists-in-data, /],
	[
		['lists-in-data', 'bare-lists'],
		/lists-in-data and bare-lists both concern the envelope of lists/,
	],
	[['other-deployment', 'search-underscored'], /both concern the addresses of searches/],
	[{ dialects: [] }, /array/],
])('%j is refused, and nothing changes', async (names, message) => {
	await expect(choose(names)).rejects.toThrow(message);
	await expect(choose(names)).rejects.toThrow('400');
	expect(await chosen()).toEqual(['current-user-at-me', 'windows-exclusive']);
});

test('a sandbox with an unknown dialect does not start', async () => {
	await expect(startSandbox({ dialects: ['lists-in-dato'] })).rejects.toThrow(
		'there is no dialect lists-in-dato; the nearest ones are lists-in-data, ',
	);
});

test('a whole deployment goes with what it does not concern, and with its own parts', async () => {
	await choose(['other-deployment', 'search-first', 'no-date']);
	expect(await chosen()).toEqual(['search-first', 'no-date', 'other-deployment']);
	const { headers } = await ask(api, 'GET', '/v2/me');
	expect(headers).not.toHaveProperty('date');
});

test('the log of requests shows what the client asked for, and its answer', async () => {
	await choose([
		'routes-under-api',
		'updates-by-put',
		'limit-called-per-page',
		'missing-route-403',
	]);
	await ask(api, 'GET', '/v2/api/customers?per_page=2&limit=5');
	await ask(api, 'PUT', '/v2/api/customers/1', { body: { address: 'Moved' } });
	await ask(api, 'GET', '/v2/customers');
	const told = await api.steer<Array<Record<string, unknown>>>('/requests');
	expect(told.map(({ method, path, query, status }) => [method, path, query, status])).toEqual([
		['GET', '/v2/api/customers', 'per_page=2&limit=5', 200],
		['PUT', '/v2/api/customers/1', '', 200],
		['GET', '/v2/customers', '', 403],
	]);
});

test('a fault strikes the address that the client asks for, and goes out as it is given', async () => {
	await choose(['current-user-at-me', 'errors-list', 'no-date']);
	const body = { error: 'DOWN' };
	await api.steer('/faults', [{ match: { path: '/v2/me' }, status: 502, body }]);
	const { status, body: told, headers } = await ask(api, 'GET', '/v2/me');
	expect([status, told]).toEqual([502, body]);
	expect(headers).toHaveProperty('date');
	expect(await statusOf('/v2/me')).toBe(200);
});

test('every parameter that a dialect does not concern stays as it was sent', async () => {
	await choose(['limit-called-per-page', 'updates-by-put']);
	const path = '/v2/customers/all/actions?users[][id]=1&users%5B%5D%5Bid%5D=2&per_page=1';
	const { status, body } = await ask(api, 'GET', path);
	expect([status, (body as { actions: unknown[] }).actions.length]).toEqual([200, 1]);
});

test.each(['bulk-answers-objects', 'bulk-answers-ids'])(
	'%s changes the answers of bulk calls, and not those of getMany',
	async (name) => {
		await choose(['bare-lists']);
		const { body } = await ask(api, 'GET', '/v2/customers?limit=2');
		expect(body).toHaveLength(2);
		await choose(['bare-lists', name]);
		expect((await ask(api, 'GET', '/v2/customers?limit=2')).body).toEqual(body);
	},
);

test('docs/sandbox.md has a row for each, in order', () => {
	const text = readFileSync(join(__dirname, '../../../../docs/sandbox.md'), 'utf8');
	const [, part = ''] = text.split('\n## Dialects\n');
	const rows = [...(part.split('\n## ')[0] ?? '').matchAll(/^\| `([\w-]+)` *\|(.*)\|$/gm)];
	const cells = rows.map(([, name, rest = '']) => [
		name,
		...rest.split(' | ').map((cell) => cell.trim()),
	]);
	const inCell = (sees: string) => `\`${sees.replaceAll('|', '\\|')}\``;
	expect(cells).toEqual(
		dialects.map(({ name, says, allowedBy, sees }) => [name, says, allowedBy, inCell(sees)]),
	);
});
