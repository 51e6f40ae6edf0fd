/**
 * Runs every npm script: `node scripts/run.mjs <task> [arguments]`. Missing packages are installed
 * first, so that any task works as the first command in a fresh clone. The exit code is that of the
 * first step that fails. Files that a task puts into the temporary folder are removed when it ends,
 * also after a failure or an interruption. Plain Node, because no package is there yet.
 */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeRunFolder } from './runFolder.mjs';
import { tasks } from './tasks.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const onWindows = process.platform === 'win32';
/** Read at once, so that npm's end is noticed from here on. */
const parent = process.ppid;
/** Ends the running step; replaced by each step. */
let endRunning = () => {};
/** The exit code of a task that is interrupted; 0 until then. */
let interrupted = 0;
/** Installs all packages, also those that NODE_ENV or a user's .npmrc would leave out. */
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

/** Installs the packages. npm's output goes to standard error: standard output is the task's own. */
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
// Ctrl+C reaches the step as well, which ends in its own way; its exit code is handed on. A signal
// to this process alone does not reach the step: it gets one after 2 s, by when it would be ending anyway.
process.on('SIGINT', () => {
	interrupted = 130;
	setTimeout(() => endRunning('SIGINT'), 2_000).unref();
});
function terminate() {
	interrupted = 143;
	endRunning('SIGTERM');
}
process.on('SIGTERM', terminate).on('SIGHUP', terminate);
// When npm is terminated, it does not tell its child; only the child's new parent shows it.
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
