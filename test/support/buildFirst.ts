/**
 * Builds `dist/` before a run in which a test looks at what is published. Other runs need no build:
 * one file of unit tests shall not wait for it.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** The tests that read `dist/`; a test sees to it that the list is complete. */
export const NEEDS_BUILD = ['test/unit/package.test.ts'];

/** What this reads of jest's configuration. */
interface Run {
	readonly rootDir: string;
	readonly testPathPatterns: {
		isSet(): boolean;
		toExecutor(options: { rootDir: string }): { isMatch(path: string): boolean };
	};
}

export default function buildFirst({ rootDir, testPathPatterns }: Run): void {
	const { isMatch } = chosen(rootDir, testPathPatterns);
	if (!NEEDS_BUILD.some((path) => isMatch(join(rootDir, path)))) return;
	const { status } = spawnSync(process.execPath, [join(rootDir, 'scripts/run.mjs'), 'build'], {
		cwd: rootDir,
		stdio: ['ignore', 'ignore', 'inherit'],
	});
	if (status !== 0) throw new Error('The build failed, so no test was run');
}

/** Without a pattern every file may run. */
function chosen(rootDir: string, patterns: Run['testPathPatterns']) {
	const executor = patterns.toExecutor({ rootDir });
	return { isMatch: (path: string) => !patterns.isSet() || executor.isMatch(path) };
}
