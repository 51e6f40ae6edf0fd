/** The main operations of each resource, as workflows. */
import { equal, isTrue } from '../checks';
import type { Execution } from '../execution';
import type { Step, Story } from '../life';
import { STORIES } from '../stories';
import { action, row, START } from '../workflows';
import type { World } from '../world';
import type { Part } from './part';

/** Starts the story's workflow; what is answered checks it. */
function start(world: World, { name, steps }: Story): () => Promise<void> {
	// One run of each node, however many items the one before put out.
	const nodes = steps.map(({ name: step, operation, parameters = {} }) => ({
		...action(step, operation, { authentication: 'personalToken', ...parameters }),
		executeOnce: true,
	}));
	const running = world
		.save(row(name, nodes))
		.then(async (saved) => await world.run(saved, START))
		.catch((error: unknown) => error);
	return async () => {
		await world.check(`${name}: the workflow runs to its end`, async () => {
			const run = await executionOf(running);
			equal([run.status, run.error], ['success', undefined]);
		});
		for (const step of steps) {
			await world.check(`${name}: ${step.operation}`, async () => {
				passes(await executionOf(running), step);
			});
		}
	};
}

async function executionOf(running: Promise<unknown>): Promise<Execution> {
	const run = await running;
	if (run instanceof Error) throw run;
	return run as Execution;
}

function passes(run: Execution, { name, shows = {} }: Step): void {
	const error = run.errorOf(name);
	if (error !== undefined) throw new Error(error);
	const [first] = run.items(name);
	isTrue('it puts out an item', first !== undefined);
	const shown = Object.keys(shows).map((key) => [key, first?.[key]]);
	equal(Object.fromEntries(shown), shows);
}

export const operations: Part = {
	name: 'operations',
	about: 'the main operations of each resource, as workflows',
	isBase: true,
	needs: [],
	run: async (world) => {
		// n8n runs them side by side; they share the pace.
		const tellings = STORIES.map((story) => start(world, story));
		for (const telling of tellings) await telling();
	},
};
