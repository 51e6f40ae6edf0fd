/**
 * The temporary folder of a run, in which all its processes make their temporary files. The process
 * that made it removes it, however the run ended.
 */
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The beginning of the names of the project's own temporary folders; others are caches of tools. */
const PREFIX = 'n8n-sales-';

export function makeRunFolder() {
	const path = mkdtempSync(join(tmpdir(), `${PREFIX}run-`));
	return {
		path,
		environment: { TMPDIR: path, TMP: path, TEMP: path },
		/** Removes the folder and returns whether it is gone. A process that is just ending may make it once more. */
		async remove() {
			for (let tries = 0; tries < 3 && existsSync(path); tries++) {
				rmSync(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
				await new Promise((resolve) => setTimeout(resolve, 20));
			}
			return !existsSync(path);
		},
	};
}

/** The project's own folders in the temporary folder of this process. */
export const ownFolders = () => readdirSync(tmpdir()).filter((name) => name.startsWith(PREFIX));
