/**
 * jest's global setup: a temporary folder for all processes of a run, since workers that jest ends can't remove what
 * is theirs. A run whose tests leave folders of their own there has failed.
 */
const { mkdtempSync, readdirSync, rmSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');

module.exports = () => {
	const folder = mkdtempSync(join(tmpdir(), 'n8n-sales-run-'));
	Object.assign(process.env, { TMPDIR: folder, TMP: folder, TEMP: folder });
	process.on('exit', () => {
		const left = readdirSync(folder).filter((name) => name.startsWith('n8n-sales-'));
		rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
		if (left.length === 0) return;
		process.stderr.write(`The tests left behind, in the temporary folder: ${left.join(', ')}\n`);
		process.exitCode ||= 1;
	});
};
