/** Every operation of both interfaces once, as the tests' one table has them, in a real n8n. */
import { freshRecords } from '../../engine/support/wire/freshRecords';
import { V1_WIRE } from '../../engine/support/wire/v1';
import { V2_WIRE } from '../../engine/support/wire/v2';
import type { Ids, WireRow } from '../../engine/support/wire/wireRow';
import type { WorkflowNode } from '../../../scripts/n8n-host/rest';
import { equal, isTrue } from '../checks';
import { action, node, START } from '../workflows';
import type { World } from '../world';
import type { Part } from './part';

const INTERFACES = [
	{ version: 'v2', authentication: 'personalToken', table: V2_WIRE },
	{ version: 'v1', authentication: 'v1ApiKey', table: V1_WIRE },
] as const;
type Interface = (typeof INTERFACES)[number];

const leadingTo = (...names: string[]) => ({
	main: [names.map((name) => ({ node: name, type: 'main', index: 0 }))],
});

/** The nodes of one row: the operation's own, behind what makes its input. */
function nodesOf(row: WireRow, ids: Ids, { authentication }: Interface): WorkflowNode[] {
	const { operation, parameters, input } = row;
	const own = action(operation, operation, { authentication, ...parameters(ids) });
	if (!input) return [own];
	const jsonOutput = JSON.stringify(input(ids));
	const made = node(`Input of ${operation}`, 'n8n-nodes-base.code', {
		...{ typeVersion: 2, parameters: { jsCode: `return ${jsonOutput};` } },
	});
	return [made, own];
}

/** All rows side by side behind one start; n8n takes them from top to bottom. */
async function run(world: World, each: Interface): Promise<void> {
	const ids = await freshRecords(await world.sandbox());
	const branches = each.table.map((row) => nodesOf(row, ids, each));
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
	for (const { operation } of each.table) {
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
