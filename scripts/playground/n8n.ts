/** `npm run n8n`: everything to try the package in a real n8n. `-- --reset` begins with nothing. */
import { runWithScratch } from '../scratch';
import { Playground, readOptions } from './playground';
import { welcome } from './welcome';

void runWithScratch(
	async (scratch) => {
		const started = Date.now();
		const playground = await Playground.start(scratch, readOptions());
		process.stdout.write(welcome(playground, { command: 'n8n', ms: Date.now() - started }));
		await playground.ended;
		if (scratch.isEnding) return 0;
		throw new Error(playground.tell('n8n ended by itself'));
	},
	{ signalCode: 0 },
);
