/** Runs the playground until n8n ends. */
import { runWithScratch } from '../scratch';
import { readOptions, startPlayground, type Playground } from './playground';
import { welcome } from './welcome';

/** @param meanwhile the command's own work, until the promise that it is given resolves */
export async function runPlayground(
	variables: Readonly<Record<string, string>> = {},
	meanwhile?: (playground: Playground, ended: Promise<true>) => Promise<void>,
): Promise<never> {
	return await runWithScratch(
		async (scratch) => {
			const started = Date.now();
			const playground = await startPlayground(scratch, readOptions(), variables);
			process.stdout.write(welcome(playground, Date.now() - started));
			const ended = playground.n8n.ended.then(() => true as const);
			await meanwhile?.(playground, ended);
			await ended;
			if (scratch.isEnding) return 0;
			throw new Error(playground.n8n.tell('n8n ended by itself'));
		},
		{ signalCode: 0 },
	);
}
