/** Brings the package, as the sources stand, into the playground's n8n. */
import { createHash } from 'node:crypto';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from '../n8n-host/command';
import { cleanEnvironment } from '../n8n-host/environment';
import type { Site } from '../n8n-host/install';
import { installInto, nodesFolder, pack, PACKAGE_NAME, root } from '../n8n-host/packed';
import type { State } from './state';

const SOURCES = ['nodes', 'credentials'];
const FILES = ['package.json', 'tsconfig.json', 'tsconfig.build.json', 'gulpfile.js'];

/** Stands for the sources of a package that is installed, but was changed since. */
export const CHANGED = 'changed';

/**
 * Builds, packs and installs, unless what is installed was made from the same sources. A package
 * that is installed already only gets its files anew, which takes npm nothing.
 */
export async function installPackage(site: Site, state: State): Promise<void> {
	const { scratch, progress, npmCache } = site;
	const sources = fingerprint();
	const folder = join(nodesFolder(state.folder), 'node_modules', PACKAGE_NAME);
	const { installed } = state.values;
	const isInstalled = installed !== undefined && existsSync(folder);
	if (isInstalled && installed === sources) return;
	state.remember({ installed: isInstalled ? CHANGED : undefined });
	const what = `Building the package and ${isInstalled ? 'renewing' : 'installing'} it in n8n`;
	await progress.step(what, async () => {
		await build(site);
		if (isInstalled) {
			renew(folder);
			return;
		}
		const tarball = await pack(scratch, npmCache);
		await installInto(scratch, { userFolder: state.folder, tarball, npmCache });
	});
	state.remember({ installed: sources });
}

/** The package has no dependencies, so its files are all that there is to it. */
function renew(folder: string): void {
	rmSync(join(folder, 'dist'), { recursive: true, force: true });
	for (const name of ['dist', 'package.json']) {
		cpSync(join(root, name), join(folder, name), { recursive: true });
	}
}

export async function build({ scratch }: Site): Promise<void> {
	await runCommand(scratch, {
		command: process.execPath,
		args: [join(root, 'scripts', 'run.mjs'), 'build'],
		cwd: root,
		env: cleanEnvironment(),
	});
}

/** Of every file that the build reads, with its path: two clones are two packages. */
function fingerprint(): string {
	const hash = createHash('sha256').update(root);
	const files = SOURCES.flatMap((folder) =>
		readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
			.filter((entry) => entry.isFile())
			.map((entry) => join(entry.parentPath, entry.name)),
	);
	for (const file of [...files.sort(), ...FILES.map((name) => join(root, name))]) {
		hash.update(`${file}\n`).update(readFileSync(file));
	}
	return hash.digest('hex');
}
