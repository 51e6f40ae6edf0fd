/** Every operation of both interfaces once, as the tests' one table has them, in a real n8n. */
import { WIRE, type WireRow } from '../../support/wire';
import { freshRecords } from '../../support/wire/records';
import type { WorkflowNode } from '../../../scripts/n8n-host/rest';
import { equal, isTrue } from '../../../harness/n8n/checks';
import { action, node, START } from '../../../harness/n8n/workflows';
import type { World } from '../../../harness/n8n/world';
import type { Part } from './part';

const INTERFACES = [
	{ version: 'v2', authentication: 'personalToken' },
	{ version: 'v1', authentication: 'v1ApiKey' },
] as const;
type Interface = (typeof INTERFACES)[number];

const leadingTo = (...names: string[]) => ({
	main: [names.map((name) => ({ node: name, type: 'main', index: 0 }))],
});

/** The nodes of one row: the operation's own, behind what makes its input. */
function nodesOf(
	{ operation, parameters, input }: WireRow,
	{ authentication }: Interface,
): WorkflowNode[] {
	const own = action(operation, operation, { authentication, ...parameters });
	if (!input) return [own];
	const made = node(`Input of ${operation}`, 'n8n-nodes-base.code', {
		...{ typeVersion: 2, parameters: { jsCode: `return ${JSON.stringify(input)};` } },
	});
	return [made, own];
}

/** All rows side by side behind one start; n8n takes them from top to bottom. */
async function run(world: World, each: Interface): Promise<void> {
	const table = WIRE[each.version](await freshRecords(await world.sandbox()));
	const branches = table.map((row) => nodesOf(row, each));
	const nodes = branches.flatMap((branch, line) =>
		branch.map((of, column) => ({
			...of,
			...{ onError: 'continueRegularOutput', alwaysOutputData: true },
			position: [(column + 1) * 220, line * 100],
		})),
	);
	const started = { ...node(START, 'n8n-nodes-base.manualTrigger'), position: [0, 0] };
	const connections = Object.fromEntries([
		[START, leadingTo(...branches.map(([first]) => first?.name ?? ''))],
		...branches
			.filter(({ length }) => length > 1)
			.map(([first, second]) => [first?.name ?? '', leadingTo(second?.name ?? '')]),
	]) as object;
	const workflow = await world.save({
		...{ name: `Every operation of ${each.version}`, nodes: [started, ...nodes], connections },
		settings: { executionOrder: 'v1' },
	});
	const done = await world.run(workflow, START);
	for (const { operation } of table) {
		await world.check(`${each.version}: ${operation}`, () => {
			const items = done.items(operation);
			isTrue('it puts out an item', items.length > 0);
			equal(
				items.map(({ error }) => error).filter((error) => error !== undefined),
				[],
			);
		});
	}
}

export const operations: Part = {
	name: 'operations',
	about: 'every operation of both interfaces, as nodes of two workflows',
	isBase: true,
	needs: [],
	run: async (world) => {
		for (const each of INTERFACES) await run(world, each);
	},
};
