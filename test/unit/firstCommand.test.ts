/** The first command in a fresh clone, which installs what is missing; npm is one that pretends. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
	chmodSync,
	copyFileSync,
	existsSync,
	mkdirSync,
	readFileSync,
	rmSync,
	writeFileSync,
} from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { temporaryFolder } from '../support/temporaryFolder';

const root = resolve(__dirname, '../..');
const folder = temporaryFolder('first-command');
const pidsFile = join(folder, 'pids');

/** Writes down its arguments; hangs with a child of its own, or ends well. */
const npm = (behaviour: string) => `#!${process.execPath}
const fs = require('node:fs');
const { spawn } = require('node:child_process');
fs.writeFileSync(${JSON.stringify(join(folder, 'arguments'))}, process.argv.slice(2).join(' '));
const hang = () => setTimeout(() => {}, 60_000);
if (${JSON.stringify(behaviour)} === 'hangs') {
	process.on('SIGINT', () => {}).on('SIGTERM', () => process.exit(1));
	const child = spawn(process.execPath, ['-e', '(' + hang + ')()'], { stdio: 'inherit' });
	fs.writeFileSync(${JSON.stringify(`${pidsFile}.new`)}, process.pid + ' ' + child.pid);
	fs.renameSync(${JSON.stringify(`${pidsFile}.new`)}, ${JSON.stringify(pidsFile)});
	hang();
} else if (${JSON.stringify(behaviour)} === 'installs') {
	fs.mkdirSync('node_modules', { recursive: true });
	fs.copyFileSync('package-lock.json', 'node_modules/.package-lock.json');
}
`;

/** A clone with nothing but what the first command needs, and the environment to run it in. */
function clone(name: string, behaviour: 'hangs' | 'installs' | 'installs nothing') {
	const path = join(folder, name);
	for (const part of ['scripts', 'bin']) mkdirSync(join(path, part), { recursive: true });
	const files = ['scripts/run.mjs', 'scripts/runFolder.mjs', 'scripts/tasks.mjs'];
	for (const file of files) copyFileSync(join(root, file), join(path, file));
	const packages = { '': {}, 'node_modules/tool': { version: '1.0.0', dev: true } };
	writeFileSync(join(path, 'package-lock.json'), JSON.stringify({ packages }));
	writeFileSync(join(path, 'scripts/build.mjs'), 'console.log("built");\n');
	writeFileSync(join(path, 'bin/npm'), npm(behaviour));
	chmodSync(join(path, 'bin/npm'), 0o755);
	const { npm_lifecycle_event: _, ...env } = process.env;
	return {
		path,
		env: { ...env, NODE_ENV: 'production', PATH: [join(path, 'bin'), env.PATH].join(delimiter) },
	};
}

async function ended(child: ChildProcess) {
	let output = '';
	for (const stream of [child.stdout, child.stderr]) {
		stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
	}
	const [code] = (await once(child, 'close')) as [number | null];
	return { code, output };
}

const isAlive = (pid: number) => {
	try {
		// A killed one counts until the system has taken note of its end.
		return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
	} catch {
		return false;
	}
};

async function until(holds: () => boolean): Promise<boolean> {
	for (let tries = 0; tries < 300 && !holds(); tries += 1) await pause(50);
	return holds();
}

test('it asks for the packages of development, whatever the environment says', async () => {
	const { path, env } = clone('whole', 'installs');
	const run = spawn(process.execPath, ['scripts/run.mjs', 'build'], { cwd: path, env });
	const { code, output } = await ended(run);
	expect([code, output]).toEqual([0, expect.stringMatching(/Installed after[^]*built/)]);
	expect(readFileSync(join(folder, 'arguments'), 'utf8')).toMatch(/^ci .*--include=dev/);
});

test('an installation that leaves something out is told, and nothing is run', async () => {
	const { path, env } = clone('part', 'installs nothing');
	const run = spawn(process.execPath, ['scripts/run.mjs', 'build'], { cwd: path, env });
	const { code, output } = await ended(run);
	expect(code).toBe(1);
	expect(output).toContain('packages of package-lock.json are missing');
	expect(output).not.toContain('built');
});

describe('interrupted while npm installs, it ends npm and what npm runs', () => {
	/** Starts it, and answers the processes of the npm that hangs. */
	async function installing(name: string, command: string[], extra = {}) {
		const { path, env } = clone(name, 'hangs');
		const [program = '', ...args] = command;
		const child = spawn(program, args, { cwd: path, env: { ...env, ...extra } });
		expect(await until(() => existsSync(pidsFile))).toBe(true);
		const pids = readFileSync(pidsFile, 'utf8').split(' ').map(Number);
		expect(pids.map(isAlive)).toEqual([true, true]);
		rmSync(pidsFile);
		return { child, pids };
	}

	test.each([
		['SIGINT', 130],
		['SIGTERM', 143],
		['SIGHUP', 143],
	] as const)('by %s', async (signal, expected) => {
		const { child, pids } = await installing(signal, [
			process.execPath,
			'scripts/run.mjs',
			'build',
		]);
		child.kill(signal);
		const { code, output } = await ended(child);
		expect([code, output]).toEqual([expected, expect.not.stringContaining('failed')]);
		expect(await until(() => !pids.some(isAlive))).toBe(true);
	});

	test('by the end of the npm that runs it', async () => {
		const script = `"${process.execPath}" scripts/run.mjs build & wait`;
		const started = await installing('parent', ['sh', '-c', script], {
			npm_lifecycle_event: 'build',
		});
		started.child.kill('SIGKILL');
		expect(await until(() => !started.pids.some(isAlive))).toBe(true);
	});
});
