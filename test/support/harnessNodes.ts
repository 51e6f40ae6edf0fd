/**
 * The node types that the engine can find in tests: the two real nodes from source, and small
 * stand-ins for nodes that belong to n8n itself.
 */
import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
	INodeTypes,
} from 'n8n-workflow';
import { UnexpectedError } from 'n8n-workflow';
// With their extension, or the codex files of the same name (`.node.json`) would be found instead.
import { SalesManagement } from '../../nodes/SalesManagement/SalesManagement.node.ts';
import { SalesManagementTrigger } from '../../nodes/SalesManagement/SalesManagementTrigger.node.ts';

export const actionType = 'n8n-nodes-sales-management.salesManagement';
export const triggerType = 'n8n-nodes-sales-management.salesManagementTrigger';
export const startType = 'n8n-nodes-base.manualTrigger';

function description(name: string, properties: INodeTypeDescription['properties'] = []) {
	return {
		displayName: name,
		name,
		group: ['transform'],
		version: [1, 2, 3, 3.1, 3.2, 3.3, 3.4],
		description: `Stand-in for n8n's own ${name} node`,
		defaults: { name },
		inputs: ['main'],
		outputs: ['main'],
		properties,
	} satisfies INodeTypeDescription;
}

/** Hands its input on: the node that `runNode` feeds the input items into. */
class Start implements INodeType {
	description = description('manualTrigger');

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return [this.getInputData()];
	}
}

/** A node of n8n's that an example has, and that no test carries out. */
const standIn = (name: string) =>
	class extends Start {
		override description = description(name);
	};

/** n8n's Edit Fields, as far as the examples use it: assignments by name, other fields kept or not. */
class EditFields implements INodeType {
	description = description('set', [
		{
			displayName: 'Fields to Set',
			name: 'assignments',
			type: 'assignmentCollection',
			default: {},
		},
		{
			displayName: 'Include Other Input Fields',
			name: 'includeOtherFields',
			type: 'boolean',
			default: false,
		},
	]);

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const items = this.getInputData().map((item, index) => {
			const json: IDataObject = this.getNodeParameter('includeOtherFields', index)
				? { ...item.json }
				: {};
			const assignments = this.getNodeParameter('assignments.assignments', index) as Array<{
				name: string;
				value: IDataObject[string];
			}>;
			for (const { name, value } of assignments) json[name] = value;
			return { json, pairedItem: { item: index } };
		});
		return [items];
	}
}

/** n8n's Remove Duplicates across executions, by one value; it remembers as long as it lives. */
class RemoveDuplicates implements INodeType {
	description = description('removeDuplicates', [
		{ displayName: 'Value to Dedupe On', name: 'dedupeValue', type: 'string', default: '' },
	]);

	execute: INodeType['execute'];

	constructor() {
		const seen = new Set<unknown>();
		this.execute = async function () {
			const isNew = (_item: INodeExecutionData, index: number) => {
				const value = this.getNodeParameter('dedupeValue', index);
				return !seen.has(value) && Boolean(seen.add(value));
			};
			return [this.getInputData().filter(isNew)];
		};
	}
}

const known: Record<string, new () => INodeType> = {
	[triggerType]: SalesManagementTrigger,
	[startType]: Start,
	'n8n-nodes-base.formTrigger': standIn('formTrigger'),
	'n8n-nodes-base.emailSend': standIn('emailSend'),
	'n8n-nodes-base.set': EditFields,
	'n8n-nodes-base.removeDuplicates': RemoveDuplicates,
	'n8n-nodes-base.scheduleTrigger': standIn('scheduleTrigger'),
	'n8n-nodes-base.code': standIn('code'),
	'n8n-nodes-base.readWriteFile': standIn('readWriteFile'),
};

/** As in n8n, one for all runs: it holds no state, and making its form anew takes half of a run. */
let actionNode: SalesManagement | undefined;

/** The registry that the engine asks; `extra` adds node types of a test's own. */
export class NodeTypes implements INodeTypes {
	private readonly made = new Map<string, INodeType>();

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
		if (name === actionType) return (actionNode ??= new SalesManagement());
		const NodeClass = known[name];
		if (!NodeClass) throw new UnexpectedError(`The harness knows no node type "${name}"`);
		return new NodeClass();
	}
}
