/**
 * Makes `dist/`, as it is published. With `--watch` it goes on: what changes is compiled or copied
 * at once, until Ctrl+C.
 */
import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const packages = join(root, 'node_modules');
const tsc = [join(packages, 'typescript/bin/tsc'), '-p', 'tsconfig.build.json'];
const gulp = (task) => [join(packages, 'gulp/bin/gulp.js'), '--silent', task];

const running = new Set();

/** Runs a tool to its end, or until this process is told to end. */
function run(argv) {
	const child = spawn(process.execPath, argv, {
		cwd: root,
		stdio: ['ignore', 'inherit', 'inherit'],
	});
	running.add(child);
	return new Promise((resolve) =>
		child.on('close', (code) => {
			running.delete(child);
			resolve(code ?? 1);
		}),
	);
}

async function buildOnce() {
	for (const step of [gulp('clean'), tsc, gulp('assets')]) {
		const code = await run(step);
		if (code !== 0) return code;
	}
	return 0;
}

/** Ends when it is interrupted, which is how it is meant to end; or when one of the two fails. */
async function watch() {
	let interrupted = false;
	const stop = () => {
		interrupted = true;
		for (const child of running) child.kill();
	};
	process.on('SIGINT', stop).on('SIGTERM', stop);
	const cleaned = await run(gulp('clean'));
	if (cleaned !== 0 || interrupted) return interrupted ? 0 : cleaned;
	const both = [run([...tsc, '--watch', '--preserveWatchOutput']), run(gulp('watchAssets'))];
	const code = await Promise.race(both);
	for (const child of running) child.kill();
	await Promise.all(both);
	return interrupted ? 0 : code;
}

const [mode, ...more] = process.argv.slice(2);
if (more.length > 0 || (mode !== undefined && mode !== '--watch')) {
	process.stderr.write('The build takes one option: --watch\n');
	process.exit(2);
}
process.exit(mode === '--watch' ? await watch() : await buildOnce());
