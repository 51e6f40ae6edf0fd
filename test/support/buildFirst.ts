/**
 * Builds `dist/` for the tests that look at what is published, while the other worker of jest goes on
 * with other tests. All of them are in one file, or one would remove what the other looks at.
 */
import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';

/** @throws Error if the build fails; why stands on standard error */
export function buildFirst(): void {
	const root = resolve(__dirname, '../..');
	const { status } = spawnSync(process.execPath, [join(root, 'scripts/run.mjs'), 'build'], {
		cwd: root,
		stdio: ['ignore', 'ignore', 'inherit'],
	});
	if (status !== 0) throw new Error('The build failed');
}
