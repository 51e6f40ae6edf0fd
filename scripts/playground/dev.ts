/**
 * `npm run dev`: like `npm run n8n`, and each saved file of nodes/ or credentials/ is built and
 * installed again. n8n (N8N_DEV_RELOAD) loads it, and the editor shows it after its page is
 * reloaded.
 */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { root } from '../n8n-host/packed';
import { messageOf } from '../scratch';
import { installPackage } from './install-package';
import type { Playground } from './playground';
import { runPlayground } from './run';

const LOOK_MS = 500;

/** A text that changes when a source is saved. Polling some hundred files is reliable on any file system. */
const sources = (): string =>
	['nodes', 'credentials']
		.map((folder) => join(root, folder))
		.flatMap((folder) =>
			readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
		)
		.map((file) => `${file} ${statSync(file, { throwIfNoEntry: false })?.mtimeMs}`)
		.join('\n');

async function reloadWhatIsSaved({ site, state }: Playground, ended: Promise<true>): Promise<void> {
	let seen = sources();
	while (!(await Promise.race([ended, pause(LOOK_MS, false)]))) {
		const now = sources();
		if (now === seen) continue;
		seen = now;
		await installPackage(site, state.folder).catch((error: unknown) => {
			site.progress.say(messageOf(error));
		});
	}
}

void runPlayground({ N8N_DEV_RELOAD: 'true' }, reloadWhatIsSaved);
