/** The sandbox's page for people: its files, and who is let in. */
import { readdirSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { SandboxClient } from '../support/sandboxClient';

let api: SandboxClient;
let base: string;
beforeAll(async () => {
	api = await SandboxClient.start({ seed: 'empty' });
	base = new URL(api.sandbox.admin).origin;
});
afterAll(() => api.close());

describe('the files', () => {
	const folder = join(__dirname, '../../../sandbox/page');
	const served = ['page.html', 'page.css', 'page.js'];
	const text = (name: string) => readFileSync(join(folder, name), 'utf8');

	test.each([
		['/', 'page.html', 'text/html; charset=utf-8'],
		['/page/page.css', 'page.css', 'text/css; charset=utf-8'],
		['/page/page.js', 'page.js', 'text/javascript; charset=utf-8'],
	])('%s is %s with the headers of a careful server', async (path, name, type) => {
		const response = await fetch(base + path);
		expect(response.status).toBe(200);
		expect(await response.text()).toBe(text(name));
		expect(Object.fromEntries(response.headers)).toMatchObject({
			'content-type': type,
			'content-security-policy':
				"default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; " +
				"img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
			'x-content-type-options': 'nosniff',
			'referrer-policy': 'no-referrer',
			'cross-origin-resource-policy': 'same-origin',
			'cache-control': 'no-store',
		});
	});

	test('these are all that a browser gets', () => {
		const others = readdirSync(folder).filter((name) => !name.endsWith('.ts'));
		expect(others.sort()).toEqual([...served].sort());
	});

	test.each(served)('%s loads nothing from elsewhere', (name) => {
		// The name of the SVG namespace is no address that anything is loaded from.
		const content = text(name).replace("'http://www.w3.org/2000/svg'", '');
		expect(content).not.toMatch(/(https?:)?\/\/[\w-]+\.|@import|url\(/i);
		for (const [, address = ''] of content.matchAll(/\b(?:src|href)="([^"]*)"/g)) {
			expect(address).toMatch(/^(\/page\/page\.(css|js)|\/docs|data:,)$/);
		}
	});

	test('no script and no style stands in the HTML', () => {
		expect(text('page.html')).not.toMatch(
			/<style|\son\w+=|style=|<script(?![^>]*\ssrc=)|javascript:/i,
		);
	});

	test('no text ever becomes markup or code', () => {
		expect(text('page.js')).not.toMatch(
			/innerHTML|outerHTML|insertAdjacentHTML|document\.write|DOMParser|createContextualFragment|srcdoc|setHTML|\beval\b|Function\(/,
		);
	});

	test('each part that is said to be there is there: ids in the script stand in the HTML', () => {
		const html = text('page.html');
		const ids = [...text('page.js').matchAll(/byId\('(\w+)'\)/g)].map(([, id]) => id);
		expect(ids.length).toBeGreaterThan(10);
		for (const id of ids) expect(html).toContain(`id="${id}"`);
	});

	test('every input of the HTML has a label', () => {
		const html = text('page.html');
		const inputs = [...html.matchAll(/<(?:input|select)\b[^>]*\bid="(\w+)"/g)].map(([, id]) => id);
		expect(inputs).toHaveLength(html.match(/<(input|select)\b/g)?.length ?? 0);
		for (const id of inputs) {
			const isWrapped = new RegExp(`<label>[^<]*<input id="${id}"`).test(html);
			expect({ id, isLabelled: isWrapped || html.includes(`for="${id}"`) }).toEqual({
				id,
				isLabelled: true,
			});
		}
	});
});

describe('who is let in', () => {
	/** A request with headers that `fetch` does not let a caller set. */
	const ask = async (method: string, path: string, headers: Record<string, string>) =>
		await new Promise<number>((resolve, reject) => {
			const sent = request(base + path, { method, headers }, (response) => {
				response.resume();
				resolve(response.statusCode ?? 0);
			});
			sent.on('error', reject).end();
		});
	const own = (name: string) => `${name}:${new URL(base).port}`;
	const routes = [
		['GET', '/'],
		['GET', '/page/page.js'],
		['GET', '/page/credentials'],
		['GET', '/page/live'],
		['GET', '/__sandbox/requests'],
		['POST', '/__sandbox/reset'],
		['DELETE', '/__sandbox/faults'],
		// The same route, as a browser may spell it.
		['POST', '/%5F_sandbox/reset'],
	] as const;

	test.each(routes)('%s %s: a foreign name for this machine is refused', async (method, path) => {
		for (const host of [
			'rebound.example',
			own('rebound.example'),
			'127.0.0.1.example',
			'a@localhost',
		]) {
			expect({ host, status: await ask(method, path, { host }) }).toEqual({ host, status: 403 });
		}
		for (const host of [own('127.0.0.1'), own('localhost'), 'localhost:8080', '[::1]:4010']) {
			expect({ host, status: await ask(method, path, { host }) }).toEqual({ host, status: 200 });
		}
	});

	test.each(routes)('%s %s: a web page of another origin is refused', async (method, path) => {
		const refused: Array<Record<string, string>> = [
			{ origin: 'https://evil.example' },
			{ origin: 'null' },
			{ origin: 'http://localhost:5678' },
			{ origin: base.replace('http', 'https') },
			{ 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' },
			{ 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'cors' },
		];
		for (const headers of refused) {
			expect({ headers, status: await ask(method, path, headers) }).toEqual({
				headers,
				status: 403,
			});
		}
	});

	test.each(routes)('%s %s: a script and the page itself are let in', async (method, path) => {
		const allowed: Array<Record<string, string>> = [
			{},
			{ 'sec-fetch-mode': 'cors' },
			{ origin: base, 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' },
			{ 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' },
		];
		for (const headers of allowed) {
			expect({ headers, status: await ask(method, path, headers) }).toEqual({
				headers,
				status: 200,
			});
		}
	});

	test('a link may lead to the page, a form may not be sent to it', async () => {
		const foreign = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' };
		expect(await ask('GET', '/', foreign)).toBe(200);
		expect(await ask('POST', '/__sandbox/reset', foreign)).toBe(403);
	});

	test('what is refused changes nothing, and says why', async () => {
		await api.reset();
		await api.records('customer', [{ name: 'Kept' }]);
		const response = await fetch(`${api.sandbox.admin}/reset`, {
			method: 'POST',
			headers: { origin: 'https://evil.example' },
		});
		expect(await response.json()).toEqual({
			error: 'FORBIDDEN',
			messages: [expect.stringContaining('other origins')],
		});
		const { records } = await api.steer<{ records: { customer: number } }>('/stats');
		expect(records.customer).toBe(1);
	});

	test('the service itself asks for a token, and for nothing else', async () => {
		const authorization = `Bearer ${api.sandbox.credentials.team}`;
		expect(await ask('GET', '/v2/roles', { authorization, host: 'sandbox.example' })).toBe(200);
	});
});
