/** A workflow of examples/, run on n8n's engine as it stands in its file. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IDataObject, INodeExecutionData, INodeType } from 'n8n-workflow';
import { runWorkflow } from '../../support/harness';
import type { WorkflowJson } from '../../support/harnessEngine';
import { node } from './exampleNode';
import { exampleNodes } from './exampleNodes';
import { unpacedCredentials, type NodeFixture } from './nodeFixture';

export const example = (file: string): WorkflowJson =>
	JSON.parse(readFileSync(join(__dirname, '../../../examples', file), 'utf8')) as WorkflowJson;

export interface ExampleRun {
	/** The node to start from; the first trigger unless said otherwise. */
	readonly from?: string;
	/** What it puts out, or is given if it is no trigger. Without it the run is one by hand. */
	readonly emitted?: ReadonlyArray<ReadonlyArray<IDataObject>>;
	readonly nodes?: Readonly<Record<string, INodeType>>;
}

/** Runs it to its end; answers what a node of it put out, of a node in a loop each time. */
export async function runExample(
	fixture: NodeFixture,
	workflow: WorkflowJson,
	{ from = firstTrigger(workflow), emitted, nodes = exampleNodes() }: ExampleRun = {},
): Promise<(node: string) => IDataObject[]> {
	const result = await runWorkflow(workflow, {
		credentials: unpacedCredentials(fixture.sandbox),
		extraNodes: nodes,
		startNode: from,
		...(emitted && {
			emitted: emitted.map((items): INodeExecutionData[] => items.map((json) => ({ json }))),
		}),
	});
	expect(result.error?.message).toBeUndefined();
	const { runData } = result.run.data.resultData;
	return (node) =>
		(runData[node] ?? []).flatMap(({ data }) => (data?.main?.[0] ?? []).map(({ json }) => json));
}

const firstTrigger = ({ nodes }: WorkflowJson) =>
	nodes.find(({ type }) => /Trigger$/.test(type))?.name;

/** The workflow with nodes that put out these records, whatever they did in the file. */
export function withRecords(
	workflow: WorkflowJson,
	records: Readonly<Record<string, readonly IDataObject[]>>,
): { readonly workflow: WorkflowJson; readonly nodes: Readonly<Record<string, INodeType>> } {
	const giving = Object.entries(records).map(([name, given]) => {
		const items = given.map((json) => ({ json }));
		return [`test.${name}`, node(name, [], () => [items])] as const;
	});
	const nodes = workflow.nodes.map((each) =>
		each.name in records ? { ...each, type: `test.${each.name}` } : each,
	);
	return {
		workflow: { ...workflow, nodes },
		nodes: { ...exampleNodes(), ...Object.fromEntries(giving) },
	};
}
