/** jest's global setup, in the process that starts the others. */
const { execFileSync } = require('node:child_process');
const { mkdtempSync, readdirSync, rmSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');

/**
 * Options of V8 for what tests do. Most objects live for a moment: with more room for them, the collector copies less.
 * Most code runs a few times only: it is optimized later, since that takes more time than it saves, and what is compiled
 * is kept for the next file of tests. The first saved 12 %, the second a sixth of the rest, the third 3 %.
 */
const OPTIONS = ['--max-semi-space-size=64', '--interrupt-budget=1000000', '--no-flush-bytecode'];

module.exports = () => {
	useFolderOfItsOwn();
	// Node 24 has no --interrupt-budget, and Node does not start with an option that it lacks.
	const known = execFileSync(process.execPath, ['--v8-options'], { encoding: 'utf8' });
	const has = (option) => known.includes(`${option.replace('--no-', '--').split('=')[0]} `);
	process.execArgv.push(...OPTIONS.filter(has));
};

/**
 * Makes a temporary folder for all processes of a run, since workers that jest ends can't remove what is theirs. A run
 * whose tests leave folders of their own there has failed.
 */
function useFolderOfItsOwn() {
	const folder = mkdtempSync(join(tmpdir(), 'n8n-sales-run-'));
	Object.assign(process.env, { TMPDIR: folder, TMP: folder, TEMP: folder });
	process.on('exit', () => {
		const left = readdirSync(folder).filter((name) => name.startsWith('n8n-sales-'));
		rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
		if (left.length === 0) return;
		process.stderr.write(`The tests left behind, in the temporary folder: ${left.join(', ')}\n`);
		process.exitCode ||= 1;
	});
}
