import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Ready } from '../../../sandbox';
import { temporaryFolder } from '../../support/temporaryFolder';

const root = join(__dirname, '../../..');
const children: ChildProcessWithoutNullStreams[] = [];
afterAll(() => {
	for (const child of children) child.kill('SIGKILL');
});
const folder = temporaryFolder('sandbox');

/** The sandbox's command line in a process of its own, without npm between it and the signals. */
async function run(
	...args: string[]
): Promise<{ child: ChildProcessWithoutNullStreams; ready: Ready }> {
	const command = ['--import', 'tsx', 'sandbox/cli.ts', '--port', '0', ...args];
	const child = spawn(process.execPath, command, { cwd: root });
	children.push(child);
	let complaints = '';
	child.stderr.on('data', (chunk: Buffer) => (complaints += chunk.toString()));
	for await (const line of createInterface({ input: child.stdout })) {
		child.stdout.resume();
		return { child, ready: JSON.parse(line) as Ready };
	}
	throw new Error(`the sandbox ended: ${complaints}`);
}

const call = (ready: Ready, method: string, path: string, body?: unknown) =>
	fetch(ready.v2 + path, {
		method,
		headers: {
			'content-type': 'application/json',
			authorization: `Bearer ${ready.credentials.team}`,
		},
		...(body === undefined ? {} : { body: JSON.stringify(body) }),
	});

describe('the command line (design: sandbox)', () => {
	test.each(['SIGTERM', 'SIGINT'] as const)(
		'says ready in its first line, and %s ends it cleanly',
		async (signal) => {
			const { child, ready } = await run('--seed', 'empty', '--set', 'rateLimit=0');
			expect(ready).toEqual({
				ready: true,
				v1: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/v1$/),
				v2: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/v2$/),
				admin: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/__sandbox$/),
				credentials: {
					personal: expect.stringMatching(/^svcp_/),
					team: expect.stringMatching(/^svct_/),
					v1: expect.stringMatching(/^\w{20,}$/),
				},
				domains: [{ id: 1 }, { id: 2 }],
			});
			const options = (await (await fetch(`${ready.admin}/options`)).json()) as {
				rateLimit: number;
			};
			expect(options.rateLimit).toBe(0);
			child.kill(signal);
			expect(await once(child, 'exit')).toEqual([0, null]);
		},
	);

	test('--dialect takes several names, with commas or one by one', async () => {
		const several = ['--dialect', 'current-user-at-current,no-date', '--dialect', 'records-named'];
		const { child, ready } = await run('--seed', 'empty', ...several);
		const response = await fetch(`${ready.v2}/users/current`, {
			headers: { authorization: `Bearer ${ready.credentials.personal}` },
		});
		expect(response.status).toBe(200);
		expect(response.headers.has('date')).toBe(false);
		expect(await response.json()).toEqual({ user: expect.objectContaining({ id: 1 }) });
		child.kill('SIGTERM');
		expect(await once(child, 'exit')).toEqual([0, null]);
	});

	test.each([
		['--seed', 'huge'],
		['--set', 'rateLimit=fast'],
		['--set', 'nothing=1'],
		['--port', 'x'],
		['--dialect', 'lists-in-dato'],
	])('%s %s is refused in words, with exit code 1', async (...args) => {
		const child = spawn(process.execPath, ['--import', 'tsx', 'sandbox/cli.ts', ...args], {
			cwd: root,
		});
		children.push(child);
		let complaints = '';
		child.stderr.on('data', (chunk: Buffer) => (complaints += chunk.toString()));
		const [code] = (await once(child, 'exit')) as [number];
		expect(code).toBe(1);
		expect(complaints).toMatch(/npm run sandbox/);
		expect(complaints).not.toMatch(/^\s+at /m);
	});
});

describe('--data FILE (design: sandbox)', () => {
	const batch = 200;
	const customers = (name: string) => Array.from({ length: batch }, () => ({ name }));

	/** How many customers have each name. */
	async function countByName(ready: Ready): Promise<Map<string, number>> {
		const counts = new Map<string, number>();
		let cursor: string | null = '';
		while (cursor !== null) {
			const response = await call(ready, 'GET', `/customers?limit=1000&cursor=${cursor}`);
			const page = (await response.json()) as {
				customers: Array<{ name: string }>;
				nextCursor: string | null;
			};
			for (const { name } of page.customers) counts.set(name, (counts.get(name) ?? 0) + 1);
			cursor = page.nextCursor;
		}
		return counts;
	}

	test('SIGKILL amid bulk writes loses no acknowledged write and leaves no half bulk', async () => {
		const data = join(folder, 'killed.db');
		const acknowledged: string[] = [];
		for (let round = 0; round < 3; round++) {
			const { child, ready } = await run('--seed', 'empty', '--data', data, '--set', 'rateLimit=0');
			const write = async (lane: number): Promise<void> => {
				for (let index = 0; ; index++) {
					const name = `${round}/${lane}/${index}`;
					const response = await call(ready, 'POST', '/customers/bulk', {
						customers: customers(name),
					});
					await response.text();
					if (response.status === 200) acknowledged.push(name);
				}
			};
			const before = acknowledged.length;
			const writers = Promise.allSettled([write(0), write(1), write(2)]);
			while (acknowledged.length < before + 8) await new Promise(setImmediate);
			child.kill('SIGKILL');
			await writers;
		}
		const { child, ready } = await run('--data', data, '--set', 'rateLimit=0');
		const counts = await countByName(ready);
		expect(acknowledged.length).toBeGreaterThanOrEqual(24);
		expect(acknowledged.filter((name) => counts.get(name) !== batch)).toEqual([]);
		expect([...counts].filter(([, count]) => count !== batch)).toEqual([]);
		child.kill('SIGTERM');
		await once(child, 'exit');
	});

	test('records, credentials, issued tokens and the clock are kept', async () => {
		const data = join(folder, 'kept.db');
		const first = await run('--seed', 'small', '--data', data);
		const created = await call(first.ready, 'POST', '/customers', { name: 'Kept' });
		const { id } = (await created.json()) as { id: number };
		await fetch(`${first.ready.admin}/clock`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ advanceMs: 86_400_000 }),
		});
		first.child.kill('SIGTERM');
		await once(first.child, 'exit');

		const second = await run('--seed', 'small', '--data', data);
		expect(second.ready.credentials).toEqual(first.ready.credentials);
		const read = await call(second.ready, 'GET', `/customers/${id}`);
		expect(await read.json()).toMatchObject({ name: 'Kept' });
		const ahead = Date.parse(read.headers.get('date') ?? '') - Date.now();
		expect(ahead).toBeGreaterThan(86_000_000);
		const list = await call(second.ready, 'GET', '/customers?limit=1');
		expect(await list.json()).toMatchObject({ totalCount: 41 });
		second.child.kill('SIGTERM');
		await once(second.child, 'exit');
	});
});
