/** Makes `dist/`, as it is published. */
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const packages = join(root, 'node_modules');
const gulp = (task) => [join(packages, 'gulp/bin/gulp.js'), '--silent', task];
const tsc = [join(packages, 'typescript/bin/tsc'), '-p', 'tsconfig.build.json'];

for (const step of [gulp('clean'), tsc, gulp('assets')]) {
	const stdio = ['ignore', 'inherit', 'inherit'];
	const { status } = spawnSync(process.execPath, step, { cwd: root, stdio });
	if (status !== 0) process.exit(status ?? 1);
}
