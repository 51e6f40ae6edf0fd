/** A command of machine.test.ts: says which folder and processes it has, then does as it is told. */
import { once } from 'node:events';
import { runWithScratch } from '../../../scripts/scratch';

/** A child with a child of its own. */
const CHILD = 'sleep 60 & echo up; wait';

const forever = async () => await new Promise<number>((done) => setTimeout(done, 60_000, 0));

const behaviours: Readonly<Record<string, () => Promise<number>>> = {
	end: async () => 0,
	wait: forever,
	throwOutside: async () => {
		setTimeout(() => {
			throw new Error('outside');
		}, 10);
		return await forever();
	},
};

void runWithScratch(async (scratch) => {
	const child = scratch.spawn('/bin/sh', ['-c', CHILD], {
		stdio: ['ignore', 'pipe', 'ignore'],
	});
	if (child.stdout) await once(child.stdout, 'data');
	process.stdout.write(`${JSON.stringify({ folder: scratch.folder, group: child.pid })}\n`);
	return (await behaviours[process.argv[2] ?? '']?.()) ?? 2;
});
