/**
 * One temporary folder for everything that a run of a task makes: what its processes ask the system
 * for as "the temporary folder". Whoever made it removes it, however the run ended.
 */
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What the project itself makes in a temporary folder begins so; the rest are caches of tools. */
const PREFIX = 'n8n-sales-';

export function makeRunFolder() {
	const path = mkdtempSync(join(tmpdir(), `${PREFIX}run-`));
	return {
		path,
		environment: { TMPDIR: path, TMP: path, TEMP: path },
		/** Whether it is gone; a process that is just ending may make it anew once. */
		async remove() {
			for (let tries = 0; tries < 3 && existsSync(path); tries++) {
				rmSync(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
				await new Promise((resolve) => setTimeout(resolve, 20));
			}
			return !existsSync(path);
		},
	};
}

/** The folders of the project's own in the temporary folder of this process. */
export const ownFolders = () => readdirSync(tmpdir()).filter((name) => name.startsWith(PREFIX));
