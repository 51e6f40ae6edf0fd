/**
 * `npm run dev`: like `npm run n8n`, and each saved file of nodes/ or credentials/ is built and
 * installed again. n8n (N8N_DEV_RELOAD) loads it, and the editor shows it after its page is
 * reloaded.
 */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { root } from '../n8n-host/packed';
import { messageOf, runWithScratch } from '../scratch';
import { installPackage } from './install-package';
import { readOptions, startPlayground } from './playground';
import { welcome } from './welcome';

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

void runWithScratch(
	async (scratch) => {
		const started = Date.now();
		const playground = await startPlayground(scratch, readOptions(), { N8N_DEV_RELOAD: 'true' });
		const { n8n, site, state } = playground;
		process.stdout.write(welcome(playground, { command: 'dev', ms: Date.now() - started }));
		const ended = n8n.ended.then(() => true);
		let seen = sources();
		while (!(await Promise.race([ended, pause(LOOK_MS, false)]))) {
			const now = sources();
			if (now === seen) continue;
			seen = now;
			await installPackage(site, state.folder).catch((error: unknown) => {
				site.progress.say(messageOf(error));
			});
		}
		if (scratch.isEnding) return 0;
		throw new Error(n8n.tell('n8n ended by itself'));
	},
	{ signalCode: 0 },
);
