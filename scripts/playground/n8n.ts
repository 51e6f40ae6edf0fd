/** `npm run n8n`: everything to try the package in a real n8n. `-- --reset` deletes the data first. */
import { runWithScratch } from '../scratch';
import { readOptions, startPlayground } from './playground';
import { welcome } from './welcome';

void runWithScratch(
	async (scratch) => {
		const started = Date.now();
		const playground = await startPlayground(scratch, readOptions());
		process.stdout.write(welcome(playground, { command: 'n8n', ms: Date.now() - started }));
		await playground.n8n.ended;
		if (scratch.isEnding) return 0;
		throw new Error(playground.n8n.tell('n8n ended by itself'));
	},
	{ signalCode: 0 },
);
