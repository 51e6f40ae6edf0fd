import type {
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
	IPollFunctions,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';
import { authentication, credentials } from './credentials';
import { methods } from './methods';
import { subtitleOf } from './subtitle';
import { triggerForm } from './trigger/form';
import { pollForItems } from './trigger/poll';
import { WATCHED_RECORDS } from './trigger/watched';

export class SalesManagementTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Sales Management Trigger',
		name: 'salesManagementTrigger',
		icon: { light: 'file:salesManagement.svg', dark: 'file:salesManagement.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle: subtitleOf('event'),
		description:
			'Starts the workflow when customers, deals, contacts, actions or custom objects are created or changed; no change is lost',
		defaults: { name: 'Sales Management Trigger' },
		polling: true,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials,
		properties: [authentication, ...triggerForm(WATCHED_RECORDS)],
	};

	methods = methods;

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		return await pollForItems(this);
	}
}
