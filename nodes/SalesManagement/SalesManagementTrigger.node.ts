import {
	NodeConnectionTypes,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
} from 'n8n-workflow';
import { trigger as builderHint } from './n8n/builderHints.json';
import { authentication, credentials, subtitleOf } from './n8n/description';
import { methodsFor } from './n8n/methods';
import { triggerForm } from './trigger/formLayout';

export class SalesManagementTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Sales Management Trigger',
		name: 'salesManagementTrigger',
		icon: { light: 'file:salesManagement.svg', dark: 'file:salesManagement.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle: subtitleOf('event'),
		description:
			'Starts the workflow when customers, deals, contacts, actions or custom objects are created, changed or deleted. The Sales Management node reads and writes them.',
		defaults: { name: 'Sales Management Trigger' },
		polling: true,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials,
		builderHint,
		properties: [authentication, ...triggerForm()],
	};

	methods = methodsFor(this.description.properties);

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		const { pollForItems } = await import('./trigger/pollForItems');
		return await pollForItems(this);
	}
}
