/** The main operations of each resource, as workflows. */
import { equal, isTrue } from '../checks';
import type { Execution } from '../execution';
import { STORIES, type Step, type Story } from '../stories';
import { action, row, START } from '../workflows';
import type { World } from '../world';
import type { Part } from './part';

async function tell(world: World, { name, steps }: Story): Promise<void> {
	// One run of each node, however many items the one before put out.
	const nodes = steps.map(({ name: step, operation, parameters = {} }) => ({
		...action(step, operation, { authentication: 'personalToken', ...parameters }),
		executeOnce: true,
	}));
	let run: Execution | undefined;
	await world.check(`${name}: the workflow runs to its end`, async () => {
		run = await world.run(await world.save(row(name, nodes)), START);
		equal([run.status, run.error], ['success', undefined]);
	});
	for (const step of steps) {
		await world.check(`${name}: ${step.operation}`, () => {
			if (run) passes(run, step);
			else throw new Error('the workflow did not run');
		});
	}
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
		for (const story of STORIES) await tell(world, story);
	},
};
