/**
 * Runs n8n's own lint, this project's rules and Prettier, in two rows at the same time, one for
 * each core: the rules on the tests in one row, everything else in the other. Fails if any of them
 * fails.
 */
import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const packages = join(root, 'node_modules');
const eslint = join(packages, 'eslint/bin/eslint.js');
const rules = [eslint, '--config', 'eslint.rules.mjs', '--max-warnings', '0'];
const prettier = join(packages, 'prettier/bin/prettier.cjs');
const rows = [
	[[...rules, 'test']],
	[
		[join(root, 'scripts/n8n-lint.mjs')],
		[...rules, '.', '--ignore-pattern', 'test/'],
		// Only the text of a file decides whether it passes, so texts that passed are remembered.
		[prettier, '--check', '--log-level', 'warn', '--cache', '--cache-strategy', 'content', '.'],
	],
];

const running = new Set();
let isEnding = false;

/** Runs a lint and returns its exit code. */
function run(argv) {
	if (isEnding) return 1;
	const child = spawn(process.execPath, argv, { cwd: root, stdio: 'inherit' });
	running.add(child);
	return new Promise((resolve) =>
		child.on('close', (code) => {
			running.delete(child);
			resolve(code ?? 1);
		}),
	);
}

/** Runs all lints of a row, also after one that fails, and returns the exit code of the last failure. */
async function runRow(row) {
	let worst = 0;
	for (const argv of row) worst = (await run(argv)) || worst;
	return worst;
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
	process.on(signal, () => {
		isEnding = true;
		for (const child of running) child.kill(signal);
	});
}
const codes = await Promise.all(rows.map(runRow));
process.exit(codes.find((code) => code !== 0) ?? 0);
