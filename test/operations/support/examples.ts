/** A workflow of examples/, run on n8n's engine as it stands in its file. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { unpacedCredentials, type NodeFixture } from '../../support/nodeFixture';
import { runWorkflow } from '../../support/harness';
import type { WorkflowJson } from '../../support/harnessEngine';
import { node } from '../../support/exampleNodes';

const folder = join(__dirname, '../../../examples');
export const EXAMPLES = readdirSync(folder).filter((name) => name.endsWith('.json'));

/** @param authentication another credential: all that a user changes. */
export const example = (file: string, authentication = 'personalToken'): WorkflowJson =>
	JSON.parse(
		readFileSync(join(folder, file), 'utf8').replaceAll('"personalToken"', `"${authentication}"`),
	) as WorkflowJson;

export interface ExampleRun {
	/** What its trigger puts out; without it the run is one by hand. */
	readonly emitted?: INodeExecutionData[];
	/** Nodes that put out these records, whatever they do in the file. */
	readonly records?: Readonly<Record<string, readonly IDataObject[]>>;
}

/** Runs it to its end; answers what a node of it put out. */
export async function runExample(
	{ sandbox }: Pick<NodeFixture, 'sandbox'>,
	workflow: WorkflowJson,
	{ emitted, records = {} }: ExampleRun = {},
): Promise<(node: string) => IDataObject[]> {
	const giving = Object.entries(records).map(
		([name, given]) =>
			[`test.${name}`, node(name, [], () => given.map((json) => ({ json })))] as const,
	);
	const nodes = workflow.nodes.map((each) =>
		each.name in records ? { ...each, type: `test.${each.name}` } : each,
	);
	const result = await runWorkflow(
		{ ...workflow, nodes },
		{
			credentials: unpacedCredentials(sandbox),
			extraNodes: Object.fromEntries(giving),
			startNode: nodes.find(({ type }) => /Trigger$/.test(type))?.name,
			...(emitted && { emitted: [emitted] }),
		},
	);
	expect(result.error?.message).toBeUndefined();
	return (name) => result.items(name).map(({ json }) => json);
}
