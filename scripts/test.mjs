/**
 * Runs jest and ends with one line for people and machines: `N passed, N failed`. A run that leaves
 * folders behind has failed as well. With `--dialect=NAME` it runs the tests of the operations,
 * unless other tests are named, on a sandbox that speaks that dialect (docs/sandbox.md), without
 * the tests that test/leftOut.json names, with the reason why they can't hold there. The variable
 * SANDBOX_DIALECT chooses another dialect.
 */
import { spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ownFolders } from './runFolder.mjs';

const DIALECT = /^--dialect=/;
const asked = process.argv.slice(2).filter((each) => !DIALECT.test(each));
const [dialect] = process.argv.filter((each) => DIALECT.test(each));
const isDialect = dialect !== undefined;
if (isDialect) {
	if (asked.every((each) => each.startsWith('-'))) asked.push('test/operations');
	// Each file first checks an account of the deployment, which takes time.
	asked.push('--testTimeout=180000');
}
const environment = {
	...(isDialect && { SANDBOX_DIALECT: dialect.replace(DIALECT, '') }),
	...process.env,
};
const leftOut = Object.entries(
	JSON.parse(readFileSync('test/leftOut.json', 'utf8'))[environment.SANDBOX_DIALECT] ?? {},
);
if (leftOut.length > 0) {
	const titles = leftOut.map(([title]) => title.replace(/[.*+?^$()[\]{}\\|]/g, '\\$&'));
	asked.push(`--testNamePattern=^(?!.*(?:${titles.join('|')}))`);
	for (const [title, why] of leftOut) console.log(`left out: "${title}": ${why}`);
}
const before = new Set(ownFolders());
const result = join(tmpdir(), `jest-result-${process.pid}.json`);
const jest = createRequire(import.meta.url).resolve('jest/bin/jest');
// jest's workers outlive a jest that is killed, so signals go to its whole process group. In watch
// mode it gets no group of its own, or it could not read the keyboard.
const ownGroup = process.platform !== 'win32' && !asked.some((each) => /^--watch/.test(each));
// Most objects of tests live for a moment: with more room for them, V8's collector copies less.
const room = '--max-semi-space-size=64';
const child = spawn(process.execPath, [room, jest, '--json', `--outputFile=${result}`, ...asked], {
	stdio: ['inherit', 'ignore', 'inherit'],
	detached: ownGroup,
	env: environment,
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
	process.on(signal, () => {
		if (child.exitCode !== null || child.signalCode !== null) return;
		if (ownGroup) process.kill(-child.pid, signal);
		else if (signal !== 'SIGINT') child.kill(signal);
	});
}
let [code, signal] = await new Promise((resolve) =>
	child.on('close', (...ended) => resolve(ended)),
);
if (signal) process.exit(signal === 'SIGINT' ? 130 : 143);
try {
	const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites, numPendingTests } = JSON.parse(
		readFileSync(result, 'utf8'),
	);
	// A file that could not even be loaded counts as one failure.
	const failed = numFailedTests + numRuntimeErrorTestSuites;
	const skipped = numPendingTests > 0 ? `, ${numPendingTests} skipped` : '';
	if (failed > 0 && code === 0) code = 1;
	if (numPassedTests + failed === 0) code ||= 1;
	const left = ownFolders().filter((name) => !before.has(name));
	if (left.length > 0) {
		console.error(`The tests left behind, in the temporary folder: ${left.join(', ')}`);
		code ||= 1;
	}
	console.log(`${numPassedTests} passed, ${failed} failed${skipped}`);
} catch {
	console.error('jest left no result');
	code ||= 1;
}
rmSync(result, { force: true });
process.exit(code);
