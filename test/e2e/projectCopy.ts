/** A copy of the project's files, in which a test may change sources as a developer would. */
import { cpSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../scripts/n8n-host/packed';

const COPIED = [
	...['nodes', 'credentials', 'sandbox', 'scripts', 'examples', 'gulpfile.js', 'LICENSE'],
	...['README.md', 'CHANGELOG.md', 'package.json', 'package-lock.json', '.npmrc'],
	...['tsconfig.json', 'tsconfig.build.json'],
];

export function copyProject(folder: string): string {
	for (const name of COPIED) cpSync(join(root, name), join(folder, name), { recursive: true });
	symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
	return folder;
}
