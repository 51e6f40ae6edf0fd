/** The commands that the README and CONTRIBUTING name: every one exists and reports how it went. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { temporaryFolder } from '../support/temporaryFolder';

const root = resolve(__dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
const taskNames = [...read('scripts/tasks.mjs').matchAll(/^\t(\w+): \[/gm)].map(([, name]) => name);

test('every npm script goes through scripts/run.mjs and names one of its tasks', () => {
	for (const command of Object.values(scripts)) {
		const task = /^node scripts\/run\.mjs (\w+)$/.exec(command)?.[1];
		expect(taskNames).toContain(task);
	}
});

test('every file that a task runs exists', () => {
	const files = [...read('scripts/tasks.mjs').matchAll(/'([\w/-]+\.(?:ts|mjs|json))'/g)];
	expect(files.length).toBeGreaterThan(5);
	for (const [, file] of files) expect([file, existsSync(join(root, file!))]).toEqual([file, true]);
});

test('an unknown task ends with exit code 2 and names those that exist', () => {
	const { status, stderr } = spawnSync(process.execPath, ['scripts/run.mjs', 'nope'], {
		cwd: root,
		encoding: 'utf8',
	});
	expect(status).toBe(2);
	expect(stderr).toContain('build, lint, typecheck');
});

test('a failing step ends the task with its exit code', () => {
	const run = ['scripts/run.mjs', 'sandbox', '--seed', 'no-such-seed'];
	expect(spawnSync(process.execPath, run, { cwd: root }).status).toBe(1);
});

describe('what a task puts into the temporary folder is removed', () => {
	const folder = temporaryFolder('tasks');
	const env = { ...process.env, TMPDIR: folder, TMP: folder, TEMP: folder };

	test('when it fails', () => {
		const run = ['scripts/run.mjs', 'sandbox', '--seed', 'no-such-seed'];
		expect(spawnSync(process.execPath, run, { cwd: root, env }).status).toBe(1);
		expect(readdirSync(folder)).toEqual([]);
	});

	test('when it is interrupted', async () => {
		const task = spawn(process.execPath, ['scripts/run.mjs', 'sandbox', '--port', '0'], {
			cwd: root,
			env,
			stdio: ['ignore', 'pipe', 'inherit'],
		});
		await once(task.stdout, 'data');
		expect(readdirSync(folder)).toHaveLength(1);
		task.kill('SIGTERM');
		await once(task, 'close');
		expect(readdirSync(folder)).toEqual([]);
	});
});

describe('the documents', () => {
	const pages = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'SECURITY.md'].concat(
		readdirSync(join(root, 'docs'))
			.filter((name) => name.endsWith('.md'))
			.map((name) => `docs/${name}`),
	);

	test.each(pages)('%s links only to what exists', (page) => {
		const links = [...read(page).matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].map(([, link]) => link!);
		const missing = links.filter((link) => !existsSync(join(root, dirname(page), link)));
		expect(missing).toEqual([]);
	});

	test.each(pages)('%s names only commands that exist', (page) => {
		const named = [...read(page).matchAll(/npm (?:run )?(test|(?<=run )[\w-]+)/g)].map(
			([, name]) => name,
		);
		expect(named.filter((name) => !Object.keys(scripts).includes(name!))).toEqual([]);
	});

	test('the README shows the two commands before it explains how to install', () => {
		const readme = read('README.md');
		expect(readme.indexOf('npm run demo')).toBeLessThan(readme.indexOf('## Install'));
		expect(readme.indexOf('npm test')).toBeLessThan(readme.indexOf('## Install'));
	});
});
