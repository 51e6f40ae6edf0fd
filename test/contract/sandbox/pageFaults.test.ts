/** What a person who tries faults and addresses by hand is told. */
import { request } from 'node:http';
import { SandboxClient } from '../support/sandboxClient';

let api: SandboxClient;
let base: string;
beforeAll(async () => {
	api = await SandboxClient.start({ seed: 'empty', hasReference: true });
	base = new URL(api.sandbox.admin).origin;
});
afterAll(() => api.close());
beforeEach(() => api.reset());

async function inject(fault: object): Promise<{ status: number; text: string }> {
	const response = await fetch(`${api.sandbox.admin}/faults`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify([fault]),
	});
	return { status: response.status, text: await response.text() };
}

interface Entry {
	path: string;
	status: number | null;
	tokenKind: string | null;
	fault?: string;
}
async function lastRequest(): Promise<Entry | undefined> {
	const live = (await (await fetch(`${base}/page/live`)).json()) as { requests: Entry[] };
	return live.requests[0];
}

test.each(['v2/deals', '/v2/deals?limit=1', ''])(
	'a path that no request can have, %j, is refused with how to write it',
	async (path) => {
		const { status, text } = await inject({ match: { path } });
		expect(status).toBe(400);
		expect(text).toContain('begins with a slash and has no query, as in /v2/deals');
	},
);

test('a request that met a fault shows whose token it carried', async () => {
	await inject({ status: 503 });
	await api.get('/roles');
	expect(await lastRequest()).toMatchObject({ status: 503, tokenKind: 'personal' });
});

test('a broken connection is told from a request that is under way', async () => {
	await inject({ action: 'reset' });
	await expect(api.get('/roles')).rejects.toThrow();
	expect(await lastRequest()).toMatchObject({
		status: null,
		tokenKind: 'personal',
		fault: 'reset',
	});
});

test('a damaged response is told, too', async () => {
	await inject({ action: 'garbage' });
	await api.get('/roles').catch(() => undefined);
	expect(await lastRequest()).toMatchObject({ tokenKind: 'personal', fault: 'garbage' });
});

test.each(['page=99999999999999999999', 'id=99999999999999999999', 'of=deal&ofId=1e30'])(
	'a number that no record has, %s, is refused',
	async (query) => {
		const response = await fetch(`${base}/page/records?domain=1&kind=customer&${query}`);
		expect(response.status).toBe(400);
	},
);

test.each(['/docs', '/docs/', '/openapi/v2.json'])(
	'%s answers to names of this machine only',
	async (path) => {
		const status = async (host: string) =>
			await new Promise((done, fail) => {
				const asking = request(`${base}${path}`, { headers: { host } }, (response) => {
					response.resume();
					done(response.statusCode);
				});
				asking.on('error', fail).end();
			});
		expect(await status('rebound.example')).toBe(403);
		expect(await status(new URL(base).host)).toBeLessThan(400);
	},
);
