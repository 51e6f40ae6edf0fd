/**
 * The node types that the engine can find in tests: the two real nodes from source, and as much of n8n's
 * own as the examples use (exampleNodes.ts).
 */
import type { IDataObject, INodeType, INodeTypes } from 'n8n-workflow';
import { UnexpectedError } from 'n8n-workflow';
// With their extension, or the codex files of the same name (`.node.json`) would be found instead.
import { SalesManagement } from '../nodes/SalesManagement/SalesManagement.node.ts';
import { SalesManagementTrigger } from '../nodes/SalesManagement/SalesManagementTrigger.node.ts';
import { exampleNodes, passing } from './exampleNodes';

export const actionType = 'n8n-nodes-sales-management.salesManagement';
/** n8n makes the tool of an agent from the node. */
export const toolType = `${actionType}Tool`;
export const triggerType = 'n8n-nodes-sales-management.salesManagementTrigger';
export const startType = 'n8n-nodes-base.manualTrigger';

/** As in n8n, one for all runs: it holds no state, and making its form anew takes half of a run. */
let made: SalesManagement | undefined;
export const actionNode = (): SalesManagement => (made ??= new SalesManagement());

const known: Readonly<Record<string, () => INodeType>> = {
	[actionType]: actionNode,
	[toolType]: actionNode,
	[triggerType]: () => new SalesManagementTrigger(),
	// What `runNode` feeds the input items into.
	[startType]: () => passing('manualTrigger'),
};

/** The registry that the engine asks; `extra` adds node types of a test's own. */
export class NodeTypes implements INodeTypes {
	private readonly made = new Map<string, INodeType>();
	private examples?: Readonly<Record<string, INodeType>>;

	constructor(private readonly extra: Readonly<Record<string, INodeType>> = {}) {}

	getByName(name: string): INodeType {
		return this.getByNameAndVersion(name);
	}

	getByNameAndVersion(name: string): INodeType {
		const node = this.extra[name] ?? this.made.get(name) ?? this.make(name);
		this.made.set(name, node);
		return node;
	}

	getKnownTypes(): IDataObject {
		return {};
	}

	private make(name: string): INodeType {
		const node = known[name]?.() ?? (this.examples ??= exampleNodes())[name];
		if (!node) throw new UnexpectedError(`The harness knows no node type "${name}"`);
		return node;
	}
}
