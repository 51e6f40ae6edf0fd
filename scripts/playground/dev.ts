/**
 * `npm run dev`: like `npm run n8n`, and a saved file of nodes/ or credentials/ is in the editor after one
 * reload of its page: it is built and installed again, and n8n (N8N_DEV_RELOAD) loads it.
 */
import { watch } from 'node:fs';
import { join } from 'node:path';
import { root } from '../n8n-host/packed';
import { messageOf, runWithScratch } from '../scratch';
import { installPackage } from './install-package';
import { readOptions, startPlayground } from './playground';
import { welcome } from './welcome';

/** An editor that saves several files, or one in several steps, is waited for. */
const SAVING_MS = 200;

void runWithScratch(
	async (scratch) => {
		const started = Date.now();
		const playground = await startPlayground(scratch, readOptions(), { N8N_DEV_RELOAD: 'true' });
		const { n8n, site, state } = playground;
		process.stdout.write(welcome(playground, { command: 'dev', ms: Date.now() - started }));
		/** One after another: a save during a build waits for it. */
		let queue = Promise.resolve();
		const install = () => {
			queue = queue
				.then(async () => await installPackage(site, state.folder))
				.catch((error: unknown) => site.progress.say(messageOf(error)));
		};
		let saving: NodeJS.Timeout | undefined;
		for (const folder of ['nodes', 'credentials']) {
			const watcher = watch(join(root, folder), { recursive: true }, () => {
				clearTimeout(saving);
				saving = setTimeout(install, SAVING_MS);
			});
			scratch.atEnd(() => watcher.close());
		}
		await n8n.ended;
		if (scratch.isEnding) return 0;
		throw new Error(n8n.tell('n8n ended by itself'));
	},
	{ signalCode: 0 },
);
