/** The sandbox's command line in a process of its own, without npm between it and the signals. */
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { fetch } from 'undici';
import tables from './process.json';
import { startSandbox, type Ready } from '../../sandbox';
import { readArguments } from '../../sandbox/arguments';
import { Database } from '../../sandbox/domain/store/database';
import { raw } from '../../sandbox/domain/store/sql';
import { temporaryFolder } from '../support/temporaryFolder';

const children: ChildProcessWithoutNullStreams[] = [];
afterAll(() => {
	for (const child of children) child.kill('SIGKILL');
});
const folder = temporaryFolder('sandbox');

function start(...args: string[]) {
	const command = ['--import', 'tsx', 'sandbox/cli.ts', ...args];
	const child = spawn(process.execPath, command, { cwd: join(__dirname, '../..') });
	children.push(child);
	const said = { complaints: '' };
	child.stderr.on('data', (chunk: Buffer) => (said.complaints += chunk.toString()));
	return { child, said };
}

async function run(...args: string[]) {
	const { child, said } = start('--port', '0', ...args);
	const end = async (signal: NodeJS.Signals = 'SIGTERM') => {
		child.kill(signal);
		return (await once(child, 'exit')) as unknown[];
	};
	for await (const line of createInterface({ input: child.stdout })) {
		child.stdout.resume();
		return { child, end, said, ready: JSON.parse(line) as Ready };
	}
	throw new Error(`the sandbox ended: ${said.complaints}`);
}

const call = (ready: Pick<Ready, 'v2' | 'credentials'>, path: string, body?: unknown) =>
	fetch(ready.v2 + path, {
		method: body === undefined ? 'GET' : 'POST',
		headers: {
			'content-type': 'application/json',
			authorization: `Bearer ${ready.credentials.personal}`,
		},
		body: body === undefined ? undefined : JSON.stringify(body),
	});

describe('the command line (docs/sandbox.md)', () => {
	test.each(['SIGTERM', 'SIGINT'] as const)(
		'says ready in its first line, with options and dialects as asked; %s ends it cleanly',
		async (signal) => {
			const dialects = ['--dialect', 'current-user-at-me,no-date', '--dialect', 'records-in-data'];
			const { ready, end, said } = await run(
				'--seed',
				'empty',
				'--set',
				'rateLimit=0',
				...dialects,
			);
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
			const options = await (await fetch(`${ready.admin}/options`)).json();
			expect(options).toMatchObject({ rateLimit: 0 });
			const me = await call(ready, '/me');
			expect([me.status, me.headers.has('date')]).toEqual([200, false]);
			expect(await me.json()).toEqual({ data: expect.objectContaining({ id: 1 }) });
			expect(await end(signal)).toEqual([0, null]);
			expect(said.complaints).toBe('');
		},
	);

	test.each(tables.refused)('$args is refused in words', ({ args, words }) => {
		expect(() => readArguments(args)).toThrow(RegExp(words));
	});

	test('what is refused ends it with exit code 1 and how it is used', async () => {
		const { child, said } = start('--seed', 'huge');
		expect(await once(child, 'exit')).toEqual([1, null]);
		expect(said.complaints).toMatch(/npm run sandbox/);
		expect(said.complaints).not.toMatch(/^\s+at /m);
	});
});

describe('--data FILE (docs/sandbox.md)', () => {
	test('SIGKILL amid bulk writes loses no acknowledged write and leaves no half bulk', async () => {
		const data = join(folder, 'killed.db');
		const batch = 200;
		const acknowledged: string[] = [];
		const kept = ['--data', data, '--set', 'rateLimit=0'];
		const { child, ready: killed } = await run('--seed', 'empty', ...kept);
		const write = async (lane: number): Promise<void> => {
			for (let index = 0; ; index++) {
				const name = `${lane}/${index}`;
				const customers = Array.from({ length: batch }, () => ({ name }));
				const response = await call(killed, '/customers/bulk', { customers });
				await response.text();
				if (response.status === 200) acknowledged.push(name);
			}
		};
		const writers = Promise.allSettled([write(0), write(1), write(2)]);
		while (acknowledged.length < 8) await pause(10);
		child.kill('SIGKILL');
		await writers;
		const ready = await startSandbox({ data, set: { rateLimit: 0 } });
		const found = new Map<string, number>();
		for (let cursor: string | null = ''; cursor !== null;) {
			const response = await call(ready, `/customers?limit=1000&cursor=${cursor}`);
			const page = (await response.json()) as {
				customers: Array<{ name: string }>;
				nextCursor: string | null;
			};
			for (const { name } of page.customers) found.set(name, (found.get(name) ?? 0) + 1);
			cursor = page.nextCursor;
		}
		expect(acknowledged.length).toBeGreaterThanOrEqual(8);
		expect(acknowledged.filter((name) => found.get(name) !== batch)).toEqual([]);
		expect([...found.values()].filter((count) => count !== batch)).toEqual([]);
		await ready.close();
	});

	test('records, credentials and the clock are kept', async () => {
		const data = join(folder, 'kept.db');
		const first = await startSandbox({ data });
		const { id } = (await (await call(first, '/customers', { name: 'Kept' })).json()) as {
			id: number;
		};
		await fetch(`${first.admin}/clock`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ advanceMs: 86_400_000 }),
		});
		await first.close();
		const second = await startSandbox({ data });
		expect(second.credentials).toEqual(first.credentials);
		const kept = await call(second, `/customers/${id}`);
		expect(await kept.json()).toMatchObject({ name: 'Kept' });
		expect(Date.parse(kept.headers.get('date') ?? '') - Date.now()).toBeGreaterThan(86_000_000);
		const list = await (await call(second, '/customers?limit=1')).json();
		expect(list).toMatchObject({ totalCount: 41 });
		await second.close();
	});

	test.each([
		['of another version', 'PRAGMA user_version = 7'],
		['of another program', 'PRAGMA user_version = 0; CREATE TABLE customers (id)'],
	])('a file %s is refused whole and left as it is', async (what, statements) => {
		const data = join(folder, 'other.db');
		if (what.endsWith('version')) await (await startSandbox({ data })).close();
		const file = new Database(data);
		file.exec(statements);
		const held = () => file.rows(raw('SELECT sql FROM sqlite_schema'));
		const before = held();
		const refusal = /other\.db was made by another version of the sandbox.*--data another file/;
		await expect(startSandbox({ data })).rejects.toThrow(refusal);
		expect(held()).toEqual(before);
		file.close();
		rmSync(data);
	});
});
