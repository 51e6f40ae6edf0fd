import {
	NodeConnectionTypes,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
} from 'n8n-workflow';
import { authentication, credentials } from './n8n/credentialChoice';
import { methodsFor } from './n8n/methods';
import { subtitleOf } from './n8n/subtitle';
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
		builderHint: {
			searchHint:
				'Polls for records that were created, updated or deleted, and for deals that changed phase, were won or lost. Each item is the record, such as { id, name, amount, phase, customer, … }, with the event under _event; of a deleted one only its id. _event.id is the same for the same version.',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-sales-management.salesManagement',
					relationHint: 'Reads and writes the records that the trigger watches',
				},
				{
					nodeType: 'n8n-nodes-base.removeDuplicates',
					relationHint:
						'With Delivery set to At Least Once, lets each change through once when it compares _event.id',
				},
			],
		},
		properties: [authentication, ...triggerForm()],
	};

	methods = methodsFor(this.description.properties);

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		const { pollForItems } = await import('./trigger/pollForItems');
		return await pollForItems(this);
	}
}
