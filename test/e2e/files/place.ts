/** Where files are tried: an n8n that keeps them in one of its ways, and running a node there. */
import type { IBinaryData } from 'n8n-workflow';
import type { WorkflowNode } from '../../../scripts/n8n-host/rest';
import { equal } from '../../../harness/n8n/checks';
import type { Execution } from '../../../harness/n8n/execution';
import { columnOf } from '../../../harness/n8n/storedFiles';
import { action, row, START } from '../../../harness/n8n/workflows';
import type { RunningN8n, World } from '../../../harness/n8n/world';

/** n8n's N8N_DEFAULT_BINARY_DATA_MODE; `default` is its memory. */
export type Mode = 'filesystem' | 'default' | 'database';

export interface Place {
	readonly world: World;
	readonly n8n: RunningN8n;
	readonly mode: Mode;
}

const TEAM = { authentication: 'teamToken' };

/** Every record of a list. */
export const everything = (name: string, operation: string, parameters: object) =>
	action(name, operation, { ...TEAM, returnAll: true, ...parameters });

/** What stands for the columns, as in an import from the input. */
export const FROM_FILE = {
	...TEAM,
	fieldsFrom: 'file',
	columns: { mappingMode: 'autoMapInputData', value: null },
};

/** Runs the nodes in a row. */
export async function runs(
	{ world, n8n }: Pick<Place, 'world' | 'n8n'>,
	name: string,
	nodes: readonly WorkflowNode[],
): Promise<Execution> {
	return await world.run(await world.save(row(name, nodes), n8n), START, n8n);
}

/** The same, which has to succeed. */
export async function succeeds(
	place: Pick<Place, 'world' | 'n8n'>,
	name: string,
	nodes: readonly WorkflowNode[],
): Promise<Execution> {
	const execution = await runs(place, name, nodes);
	const failed = nodes.map((node) => execution.errorOf(node.name)).filter(Boolean);
	equal([execution.status, ...failed], ['success']);
	return execution;
}

export const filesOf = (execution: Execution, node: string): IBinaryData[] =>
	execution.files(node).flatMap((each) => Object.values(each));

/** A column of the files that a node put out. */
export async function column(
	{ n8n }: Pick<Place, 'n8n'>,
	files: readonly IBinaryData[],
	name: string,
): Promise<string[]> {
	const values: string[] = [];
	for await (const value of columnOf(n8n, files, name)) values.push(value);
	return values;
}
