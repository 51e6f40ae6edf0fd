/** The node as n8n runs it for an AI agent, and the records that an agent's calls are about. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { unpacedCredentials, type Call, type NodeFixture } from '../../support/nodeFixture';
import { runNode, toolType, type NodeResult } from '../../../harness';
import { filled } from '../../support/written';
import type { World } from './toolCalls';
import tables from './toolWorld.json';

/** What n8n hands to a model has at most so many characters (docs/agents.md). */
export const MOST_CHARACTERS = 32_000;

/** n8n runs a tool as a node of a type of its own, with the arguments where `$fromAI` finds them. */
export async function callTool(
	{ sandbox }: Pick<NodeFixture, 'sandbox'>,
	operation: string,
	{ authentication = 'personalToken', ...parameters }: IDataObject,
	input?: Call['input'],
): Promise<NodeResult & { readonly records: IDataObject[] }> {
	const [resource, name] = operation.split('.');
	const result = await runNode({
		type: toolType,
		input,
		credentials: unpacedCredentials(sandbox),
		parameters: { authentication, resource, operation: name, ...parameters } as INodeParameters,
	});
	const records = result.items.map(({ json }) => json);
	// Measured as n8n hands them over.
	expect(JSON.stringify(records).length).toBeLessThanOrEqual(MOST_CHARACTERS);
	return { ...result, records };
}

/** Writes the records of `toolWorld.json` in turn; each can name those before it. */
export async function makeWorld(fixture: NodeFixture): Promise<World> {
	const ids: Record<string, unknown> = {};
	for (const { called, kind, row } of tables.records) {
		ids[called] = await fixture.writeOne(kind, filled(row, ids) as IDataObject);
	}
	return { ...ids, users: await fixture.all('user') };
}
