/**
 * Every npm script goes through here: `node scripts/run.mjs <task> [arguments]`. What is missing is
 * installed first, so that any task works as the first command in a fresh clone. The exit code is
 * that of the first step that fails. What a task puts into the temporary folder is removed when it
 * ends, also when it fails or is interrupted. Plain Node, because nothing else is there yet.
 */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeRunFolder } from './runFolder.mjs';
import { tasks } from './tasks.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
/** The step that is running, and the exit code once somebody wants the task to end. */
let running;
let interrupted = 0;

/** Whether each package that the lock file names is in node_modules in that version. */
function isInstalled() {
	const installed = readLock(join(root, 'node_modules', '.package-lock.json'));
	const wanted = readLock(join(root, 'package-lock.json'));
	if (!installed || !wanted) return false;
	return Object.entries(wanted).every(([path, { version, optional, devOptional, peer }]) => {
		// Packages for other machines are named in the lock file, but never installed.
		if (path === '' || ((optional || devOptional || peer) && !installed[path])) return true;
		return installed[path]?.version === version;
	});
}

function readLock(file) {
	return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : undefined;
}

/** Runs `npm ci` quietly, with one line that shows it is alive; its own output only if it fails. */
async function install() {
	const started = Date.now();
	const seconds = () => Math.round((Date.now() - started) / 1_000);
	const what = 'Installing development packages (npm ci, usually under a minute)';
	const live = process.stderr.isTTY;
	process.stderr.write(live ? what : `${what}\n`);
	const ticker = setInterval(
		() => process.stderr.write(live ? `\r${what} ${seconds()} s` : `… ${seconds()} s\n`),
		live ? 1_000 : 10_000,
	);
	let output = '';
	const child = spawn(npm, ['ci'], {
		cwd: root,
		stdio: ['ignore', 'pipe', 'pipe'],
		shell: process.platform === 'win32',
	});
	child.stdout.on('data', (text) => (output += text));
	child.stderr.on('data', (text) => (output += text));
	const code = await ending(child);
	clearInterval(ticker);
	const verdict = code === 0 ? 'Installed' : 'Installation failed';
	process.stderr.write(`${live ? '\n' : ''}${verdict} after ${seconds()} s.\n`);
	if (code !== 0) {
		process.stderr.write(output);
		process.exit(code);
	}
}

async function run(task, rest, environment) {
	for (const [index, step] of tasks[task].entries()) {
		const last = index === tasks[task].length - 1;
		const code =
			typeof step === 'string'
				? await run(step, [], environment)
				: await execute(step, last ? rest : [], environment);
		if (code !== 0) return code;
	}
	return 0;
}

async function execute([command, ...fixed], rest, environment) {
	if (interrupted) return interrupted;
	const program = command === 'node' ? process.execPath : command;
	const onWindows = process.platform === 'win32' && command !== 'node';
	running = spawn(program, [...fixed, ...rest], {
		cwd: root,
		env: environment,
		stdio: 'inherit',
		shell: onWindows,
	});
	return await ending(running);
}

function ending(child) {
	return new Promise((resolve) => {
		child.on('error', (error) => {
			process.stderr.write(`${error.message}\n`);
			resolve(127);
		});
		child.on('close', (code, signal) => resolve(code ?? (signal === 'SIGINT' ? 130 : 143)));
	});
}

const [task = '', ...rest] = process.argv.slice(2);
if (!Object.hasOwn(tasks, task)) {
	process.stderr.write(`Unknown task "${task}". There are: ${Object.keys(tasks).join(', ')}\n`);
	process.exit(2);
}
if (!isInstalled()) await install();
const runFolder = makeRunFolder();
// Ctrl+C reaches the child by itself; it ends in its own way, and its code is handed on. Whoever
// interrupts this process alone means the child too, which by then would be ending.
process.on('SIGINT', () => {
	interrupted = 130;
	setTimeout(() => running?.kill('SIGINT'), 2_000).unref();
});
function terminate() {
	interrupted = 143;
	running?.kill('SIGTERM');
}
process.on('SIGTERM', terminate).on('SIGHUP', terminate);
// A terminated npm ends without a word to what it runs; only the new parent shows that it is gone.
const parent = process.ppid;
if (process.env.npm_lifecycle_event !== undefined) {
	setInterval(() => process.ppid !== parent && terminate(), 1_000).unref();
}
const code = await run(task, rest, {
	...process.env,
	...runFolder.environment,
	PATH: [join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter),
});
const removed = await runFolder.remove();
if (!removed) process.stderr.write(`${runFolder.path} could not be removed\n`);
process.exit(removed ? code : code || 1);
