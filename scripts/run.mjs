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
const onWindows = process.platform === 'win32';
/** Read at once: whoever ends npm before this line is noticed by nobody. */
const parent = process.ppid;
/** How to end what is running, and the exit code once somebody wants the task to end. */
let endRunning = () => {};
let interrupted = 0;
/** Whatever NODE_ENV or a user's .npmrc leaves out, is needed here. */
const INSTALL = ['npm', 'ci', '--include=dev', '--include=optional', '--include=peer'];

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

/** What npm says of it goes to standard error: a task's own output is its result. */
async function install() {
	process.stderr.write('Installing development packages (npm ci, a minute or two) …\n');
	const code = await execute(INSTALL, [], process.env, ['ignore', 2, 2]);
	if (code !== 0 || isInstalled()) return code;
	process.stderr.write('Packages of package-lock.json are missing: look at `npm config ls`.\n');
	return 1;
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

async function execute([command, ...fixed], rest, environment, stdio = 'inherit') {
	if (interrupted) return interrupted;
	const program = command === 'node' ? process.execPath : command;
	const child = spawn(program, [...fixed, ...rest], {
		cwd: root,
		env: environment,
		stdio,
		shell: onWindows && command !== 'node',
	});
	endRunning = (signal) => child.kill(signal);
	return await ending(child);
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
// Ctrl+C reaches a step by itself; it ends in its own way, and its code is handed on. Whoever
// interrupts this process alone means the step too, which by then would be ending.
process.on('SIGINT', () => {
	interrupted = 130;
	setTimeout(() => endRunning('SIGINT'), 2_000).unref();
});
function terminate() {
	interrupted = 143;
	endRunning('SIGTERM');
}
process.on('SIGTERM', terminate).on('SIGHUP', terminate);
// A terminated npm ends without a word to what it runs; only the new parent shows that it is gone.
if (process.env.npm_lifecycle_event !== undefined) {
	setInterval(() => process.ppid !== parent && terminate(), 1_000).unref();
}
if (!isInstalled()) {
	const failed = await install();
	if (failed) process.exit(failed);
}
const runFolder = makeRunFolder();
const code = await run(task, rest, {
	...process.env,
	...runFolder.environment,
	PATH: [join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter),
});
const removed = await runFolder.remove();
if (!removed) process.stderr.write(`${runFolder.path} could not be removed\n`);
process.exit(removed ? code : code || 1);
