/** This package, packed as it is published and installed as users install it by hand. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Scratch } from '../scratch';
import { runCommand } from './command';
import { cleanEnvironment } from './environment';
import { INSTALL, npm } from './npm';

export const root = resolve(__dirname, '../..');
export const PACKAGE_NAME = 'n8n-nodes-sales-management';

export async function build(scratch: Scratch): Promise<void> {
	await runCommand(scratch, {
		command: process.execPath,
		args: [join(root, 'node_modules/gulp/bin/gulp.js'), 'build'],
		cwd: root,
		env: cleanEnvironment(),
	});
}

/** Packs `dist/` as `npm publish` would; returns the path of the tarball. */
export async function pack(scratch: Scratch, npmCache?: string): Promise<string> {
	const folder = scratch.subfolder('packed');
	const args = ['pack', '--json', '--ignore-scripts', `--pack-destination=${folder}`];
	const report = await npm(scratch, { args, cwd: root, cache: npmCache });
	const [packed] = JSON.parse(report) as Array<{ filename: string }>;
	if (!packed) throw new Error('npm packed nothing');
	return join(folder, packed.filename);
}

export const nodesFolder = (userFolder: string): string => join(userFolder, '.n8n', 'nodes');

/** Installs the tarball where n8n looks for community packages; returns the package's folder. */
export async function installInto(
	scratch: Scratch,
	{ userFolder, tarball, npmCache }: { userFolder: string; tarball: string; npmCache?: string },
): Promise<string> {
	const nodes = nodesFolder(userFolder);
	mkdirSync(nodes, { recursive: true });
	writeFileSync(join(nodes, 'package.json'), '{"name": "installed-nodes", "private": true}\n');
	await npm(scratch, { args: [...INSTALL, tarball], cwd: nodes, cache: npmCache });
	return join(nodes, 'node_modules', PACKAGE_NAME);
}
