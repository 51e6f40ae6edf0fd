/** A workflow of examples/, run on n8n's engine as it stands in its file. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IBinaryKeyData, IDataObject, INodeExecutionData, INodeType } from 'n8n-workflow';
import { unpacedCredentials, type NodeFixture } from '../../support/nodeFixture';
import { runWorkflow } from '../../../harness';
import type { WorkflowJson } from '../../../harness/engine';
import { node } from '../../../harness/exampleNodes';

const folder = join(__dirname, '../../../examples');
export const EXAMPLES = readdirSync(folder).filter((name) => name.endsWith('.json'));

/** @param authentication another credential: all that a user changes. */
export const example = (file: string, authentication = 'personalToken'): WorkflowJson =>
	JSON.parse(
		readFileSync(join(folder, file), 'utf8').replaceAll('"personalToken"', `"${authentication}"`),
	) as WorkflowJson;

interface ExampleRun {
	/** The node to start from; the first trigger unless said otherwise. */
	readonly from?: string;
	/** What it puts out, or is given if it is no trigger. Without it the run is one by hand. */
	readonly emitted?: readonly INodeExecutionData[];
	/** Nodes that put out these records, whatever they do in the file. */
	readonly records?: Readonly<Record<string, readonly IDataObject[]>>;
	/** Nodes that outlive the run, with what they have seen and keep. */
	readonly nodes?: Readonly<Record<string, INodeType>>;
}

export const itemsOf = (records: readonly IDataObject[]) => records.map((json) => ({ json }));

/** What the nodes of a run put out, of a node in a loop each time. */
interface PutOut {
	(node: string): IDataObject[];
	files(node: string): IBinaryKeyData[];
}

/** Runs it to its end. */
export async function runExample(
	{ sandbox }: Pick<NodeFixture, 'sandbox'>,
	workflow: WorkflowJson,
	{ from, emitted, records = {}, nodes }: ExampleRun = {},
): Promise<PutOut> {
	const giving = Object.entries(records).map(([name, given]) => [
		...[`test.${name}`, node(name, [], () => [itemsOf(given)])],
	]) as Array<[string, INodeType]>;
	const put = workflow.nodes.map((each) =>
		each.name in records ? { ...each, type: `test.${each.name}` } : each,
	);
	const result = await runWorkflow(
		{ ...workflow, nodes: put },
		{
			credentials: unpacedCredentials(sandbox),
			extraNodes: { ...nodes, ...Object.fromEntries(giving) },
			startNode: from ?? put.find(({ type }) => /Trigger$/.test(type))?.name,
			...(emitted && { emitted: [[...emitted]] }),
		},
	);
	expect(result.error?.message).toBeUndefined();
	const { runData } = result.run.data.resultData;
	const items = (name: string) =>
		(runData[name] ?? []).flatMap(({ data }) => data?.main?.[0] ?? []);
	return Object.assign((name: string) => items(name).map(({ json }) => json), {
		files: (name: string) => items(name).map(({ binary = {} }) => binary),
	});
}
