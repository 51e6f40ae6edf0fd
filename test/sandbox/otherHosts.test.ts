/** `--host`: a sandbox that containers and other machines reach, what it says of that, and whom it still refuses. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fetch, request } from 'undici';
import { startSandbox, type Ready, type Sandbox } from '../../sandbox';
import { readArguments } from '../../sandbox/arguments';

const own = Object.values(networkInterfaces())
	.flatMap((some = []) => some)
	.find(({ family, internal }) => family === 'IPv4' && !internal)?.address;

/** The statuses of the API, of the steering and of the page at addresses of a first line. */
async function statuses({ v2, admin, credentials }: Ready, headers = {}): Promise<number[]> {
	const authorization = `Bearer ${credentials.personal}`;
	const paths = [`${v2}/users/me`, `${admin}/stats`, new URL('/', admin).href];
	const answers = paths.map(async (path) => {
		const { statusCode, body } = await request(path, { headers: { authorization, ...headers } });
		await body.dump();
		return statusCode;
	});
	return await Promise.all(answers);
}

describe('on all addresses of this machine', () => {
	let sandbox: Sandbox;
	beforeAll(async () => {
		const set = { rateLimit: 0 };
		sandbox = await startSandbox({ seed: 'empty', hasReference: false, host: '0.0.0.0', set });
	});
	afterAll(() => sandbox.close());

	test('the addresses of the first line lead to it from a container, too', async () => {
		expect(new URL(sandbox.v2).hostname).toBe(own ?? '127.0.0.1');
		expect(await statuses(sandbox)).toEqual([200, 200, 200]);
	});

	test('so do the name that Docker gives this machine, and its usual names', async () => {
		const { port } = new URL(sandbox.v2);
		for (const name of ['host.docker.internal', 'localhost', '127.0.0.1']) {
			expect(await statuses(sandbox, { host: `${name}:${port}` })).toEqual([200, 200, 200]);
		}
	});

	test('a foreign name that points here opens neither the page nor the steering', async () => {
		for (const host of ['rebound.example', '203.0.113.9', 'host.docker.internal.example']) {
			expect(await statuses(sandbox, { host })).toEqual([200, 403, 403]);
		}
	});
});

test('without it nothing but this machine is let in', async () => {
	const sandbox = await startSandbox({ seed: 'empty', hasReference: false });
	expect(new URL(sandbox.v2).hostname).toBe('127.0.0.1');
	const { port } = new URL(sandbox.v2);
	await expect(fetch(`http://${own ?? '127.0.0.2'}:${port}/`)).rejects.toThrow();
	await sandbox.close();
	expect(readArguments([])).toMatchObject({ host: '127.0.0.1' });
	expect(() => readArguments(['--host='])).toThrow(/--host is an address/);
});

// That nothing is said where nobody else gets in, process.test.ts holds.
test('it warns on standard error that others get in', async () => {
	const command = '--import tsx sandbox/cli.ts --port 0 --seed empty --host 0.0.0.0'.split(' ');
	const child = spawn(process.execPath, command, { cwd: join(__dirname, '../..') });
	const said: string[] = [];
	child.stderr.on('data', (chunk: Buffer) => said.push(chunk.toString()));
	const closed = once(child, 'close');
	const lines: string[] = [];
	for await (const line of createInterface({ input: child.stdout })) {
		if (lines.push(line) === 4) child.kill('SIGTERM');
	}
	await closed;
	expect(JSON.parse(lines[0] ?? '')).toMatchObject({ ready: true });
	expect(said.join('')).toMatch(
		/^Warning: it listens on 0\.0\.0\.0\. Whoever reaches this machine .*\n.* in a container host\.docker\.internal\.\n$/,
	);
});
