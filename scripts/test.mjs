/** Runs jest and closes with one line that people and machines can read: `N passed, N failed`. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folder = mkdtempSync(join(tmpdir(), 'jest-result-'));
const result = join(folder, 'result.json');
const jest = createRequire(import.meta.url).resolve('jest/bin/jest');
const child = spawn(
	process.execPath,
	[jest, '--json', `--outputFile=${result}`, ...process.argv.slice(2)],
	{ stdio: ['inherit', 'ignore', 'inherit'] },
);
let code = await new Promise((resolve) => child.on('close', (ended) => resolve(ended ?? 1)));
try {
	const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites, numPendingTests } = JSON.parse(
		readFileSync(result, 'utf8'),
	);
	// A file that could not even be loaded counts as one failure.
	const failed = numFailedTests + numRuntimeErrorTestSuites;
	const skipped = numPendingTests > 0 ? `, ${numPendingTests} skipped` : '';
	if (failed > 0 && code === 0) code = 1;
	if (numPassedTests + failed === 0) code ||= 1;
	console.log(`${numPassedTests} passed, ${failed} failed${skipped}`);
} catch {
	console.error('jest left no result');
	code ||= 1;
}
rmSync(folder, { recursive: true, force: true });
process.exit(code);
