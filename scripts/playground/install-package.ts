/** Installs the package, built from the sources, in the playground's n8n. */
import { cpSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Site } from '../n8n-host/install';
import { build, installInto, nodesFolder, pack, PACKAGE_NAME, root } from '../n8n-host/packed';

/**
 * Builds and installs the package. If it is installed already, only its files are replaced: it has
 * no dependencies.
 */
export async function installPackage(
	{ scratch, progress, npmCache }: Site,
	userFolder: string,
): Promise<void> {
	const installed = join(nodesFolder(userFolder), 'node_modules', PACKAGE_NAME);
	await progress.step('Building the package and installing it in n8n', async () => {
		await build(scratch);
		if (!existsSync(installed)) {
			const tarball = await pack(scratch, npmCache);
			await installInto(scratch, { userFolder, tarball, npmCache });
			return;
		}
		rmSync(join(installed, 'dist'), { recursive: true, force: true });
		for (const name of ['dist', 'package.json']) {
			cpSync(join(root, name), join(installed, name), { recursive: true });
		}
	});
}
