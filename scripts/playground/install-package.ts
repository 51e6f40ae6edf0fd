/** Brings the package, as the sources stand, into the playground's n8n. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from '../n8n-host/command';
import { cleanEnvironment } from '../n8n-host/environment';
import type { Site } from '../n8n-host/install';
import { installInto, nodesFolder, pack, PACKAGE_NAME, root } from '../n8n-host/packed';
import type { State } from './state';

const SOURCES = ['nodes', 'credentials'];
const FILES = ['package.json', 'tsconfig.json', 'tsconfig.build.json', 'gulpfile.js'];

/** Builds, packs and installs, unless what is installed was made from the same sources. */
export async function installPackage(site: Site, state: State): Promise<void> {
	const { scratch, progress, npmCache } = site;
	const sources = fingerprint();
	const folder = join(nodesFolder(state.folder), 'node_modules', PACKAGE_NAME);
	if (state.values.installed === sources && existsSync(folder)) return;
	state.remember({ installed: undefined });
	await progress.step({ what: 'Building the package and installing it in n8n' }, async () => {
		await build(site);
		const tarball = await pack(scratch, npmCache);
		await installInto(scratch, { userFolder: state.folder, tarball, npmCache });
	});
	state.remember({ installed: sources });
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
