/** One run of jest in the copy, watched file by file, and ended as soon as its verdict is certain. */
import { spawn, type ChildProcess } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { join, relative } from 'node:path';
import { createInterface } from 'node:readline';

export interface RunOptions {
	readonly copy: string;
	readonly args: readonly string[];
	readonly environment: Readonly<Record<string, string>>;
	/** How long a test file may take; a mutant that makes it wait for ever is noticed as well. */
	readonly patienceMs: (file: string | undefined) => number;
	/** Whether the first failure ends the run. */
	readonly untilFailure: boolean;
}

export interface Verdict {
	/** The first test that failed, or a word about why there is none. */
	readonly failure?: string;
	/** Every test file that failed. */
	readonly failed: ReadonlySet<string>;
	/** How long each file took, in milliseconds. */
	readonly durations: ReadonlyMap<string, number>;
}

type Message =
	| { readonly begun: string }
	| { readonly failed: string; readonly title: string }
	| { readonly ended: string; readonly ms: number };

const running = new Set<ChildProcess>();
process.on('exit', () => {
	for (const child of running) end(child);
});
for (const [signal, code] of [
	['SIGINT', 130],
	['SIGTERM', 143],
	['SIGHUP', 129],
] as const) {
	process.on(signal, () => process.exit(code));
}

function startJest(
	root: string,
	{ copy, args, environment = {} }: Pick<RunOptions, 'copy' | 'args'> & Partial<RunOptions>,
) {
	const jest = join(root, 'node_modules/jest/bin/jest.js');
	const config = ['--config', 'scripts/mutants/jest/config.cjs'];
	// A group of its own: what the tests started ends with it.
	const child = spawn(process.execPath, [jest, ...config, ...args], {
		cwd: copy,
		env: { ...process.env, ...environment },
		stdio: ['ignore', 'pipe', 'pipe'],
		detached: true,
	});
	running.add(child);
	child.on('close', () => running.delete(child));
	return child;
}

/** The test files that have to do with some sources, as paths in the copy. */
export async function listTests(
	root: string,
	copy: string,
	sources: readonly string[],
): Promise<string[]> {
	const child = startJest(root, { copy, args: ['--listTests', '--findRelatedTests', ...sources] });
	let listed = '';
	child.stdout.on('data', (text: Buffer) => (listed += text.toString()));
	await new Promise((resolve) => child.on('close', resolve));
	return listed
		.split('\n')
		.filter((path) => path.endsWith('.test.ts'))
		.map((path) => relative(realpathSync(copy), path).replaceAll('\\', '/'))
		.sort();
}

export async function runJest(root: string, options: RunOptions): Promise<Verdict> {
	const child = startJest(root, { ...options, args: ['--silent', ...options.args] });
	const durations = new Map<string, number>();
	const failed = new Set<string>();
	let failure: string | undefined;
	let complaint = '';
	let timer = setTimeout(() => {}, 0);
	const fail = (what: string) => {
		failure ??= what;
		if (options.untilFailure) end(child);
	};
	const wait = (file?: string) => {
		clearTimeout(timer);
		timer = setTimeout(() => {
			failure ??= `${file ?? 'jest'}: out of time`;
			end(child);
		}, options.patienceMs(file));
	};
	wait();
	child.stderr.on(
		'data',
		(text: Buffer) => (complaint = (complaint + text.toString()).slice(-2_000)),
	);
	createInterface({ input: child.stdout }).on('line', (line) => {
		const message = messageIn(line);
		if (!message) return;
		if ('begun' in message) wait(message.begun);
		else if ('failed' in message) {
			failed.add(message.failed);
			fail(`${message.failed}: ${message.title}`);
		} else durations.set(message.ended, message.ms);
	});
	const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
	clearTimeout(timer);
	if (code !== 0) failure ??= complaint === '' ? `jest ended with ${String(code)}` : complaint;
	return { failure, failed, durations };
}

function messageIn(line: string): Message | undefined {
	const start = line.indexOf('@@{');
	return start < 0 ? undefined : (JSON.parse(line.slice(start + 2)) as Message);
}

function end({ pid }: ChildProcess): void {
	if (pid === undefined) return;
	try {
		process.kill(-pid, 'SIGKILL');
	} catch {
		// It has ended by itself.
	}
}
