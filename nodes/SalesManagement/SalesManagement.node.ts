import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';
import { account } from './check';
import { builderHints } from './n8n/builderHint';
import { node as hints } from './n8n/builderHints.json';
import { authentication, credentials, subtitleOf } from './n8n/description';
import { methodsFor } from './n8n/methods';
import { formOf, RESOURCES } from './operations';

/** The resources of the service, and the account itself. */
const resources = [...RESOURCES, account];

export class SalesManagement implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Sales Management',
		name: 'salesManagement',
		icon: { light: 'file:salesManagement.svg', dark: 'file:salesManagement.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle: subtitleOf('operation'),
		description:
			'Reads, creates, updates, imports and exports the customers, deals, contacts, actions and custom objects of a sales-management service',
		defaults: { name: 'Sales Management' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials,
		builderHint: {
			...hints,
			extraTypeDefContent: builderHints(resources),
		},
		properties: [authentication, ...formOf(resources)],
	};

	methods = methodsFor(this.description.properties);

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const { execute } = await import('./operations/run');
		return await execute(this, resources);
	}
}
