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
const npm = onWindows ? 'npm.cmd' : 'npm';
/** Read at once: whoever ends npm before this line is noticed by nobody. */
const parent = process.ppid;
/** How to end what is running, and the exit code once somebody wants the task to end. */
let endRunning = () => {};
let interrupted = 0;
let isInstalling = false;
/** npm ends at once, unless one of what it runs does not. */
const PATIENCE_MS = 5_000;
/** Whatever NODE_ENV or a user's .npmrc leaves out, is needed here. */
const INSTALL = ['ci', '--include=dev', '--include=optional', '--include=peer'];

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

/** Runs `npm ci` quietly: its own output only if it fails. */
async function install() {
	const started = Date.now();
	process.stderr.write('Installing development packages (npm ci, a minute or two) …\n');
	const { code, output } = await npmInstall();
	if (interrupted) return interrupted;
	const isWhole = code === 0 && isInstalled();
	const verdict = isWhole ? 'Installed' : 'Installation failed';
	process.stderr.write(`${verdict} after ${Math.round((Date.now() - started) / 1_000)} s.\n`);
	if (isWhole) return 0;
	process.stderr.write(output);
	if (code !== 0) return code;
	const advice = 'Look at `npm config ls` for what npm is told to leave out.';
	process.stderr.write(
		`npm ci ended well, but packages of package-lock.json are missing. ${advice}\n`,
	);
	return 1;
}

/** As the head of a process group of its own, so that what npm started ends with it. */
async function npmInstall() {
	let output = '';
	const child = spawn(npm, INSTALL, {
		cwd: root,
		stdio: ['ignore', 'pipe', 'pipe'],
		shell: onWindows,
		detached: !onWindows,
	});
	let forced;
	endRunning = () => {
		signalGroup(child, 'SIGTERM');
		forced ??= setTimeout(() => signalGroup(child, 'SIGKILL'), PATIENCE_MS);
	};
	child.stdout.on('data', (text) => (output += text));
	child.stderr.on('data', (text) => (output += text));
	const code = await ending(child);
	clearTimeout(forced);
	// What npm started may have outlived it.
	if (interrupted) signalGroup(child, 'SIGKILL');
	endRunning = () => {};
	return { code, output };
}

function signalGroup(child, signal) {
	if (child.pid === undefined) return;
	try {
		if (onWindows) child.kill(signal);
		else process.kill(-child.pid, signal);
	} catch {
		// Nobody of the group is left.
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
	const child = spawn(program, [...fixed, ...rest], {
		cwd: root,
		env: environment,
		stdio: 'inherit',
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
	setTimeout(() => endRunning('SIGINT'), isInstalling ? 0 : 2_000).unref();
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
	isInstalling = true;
	const failed = await install();
	isInstalling = false;
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
