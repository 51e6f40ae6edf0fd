import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { filters, type Choice } from './filters';
import { options } from './options';
import { WATCHED } from './resources';

const events: Choice[] = [
	{
		name: 'Created',
		value: 'created',
		description: 'Once for each new record',
	},
	{
		name: 'Created or Updated',
		value: 'createdOrUpdated',
		description: 'For each new record, and each time that one changes',
	},
	{
		name: 'Phase Changed',
		value: 'phaseChanged',
		description: 'Each time that a deal moves to another phase, with the phase before',
		displayOptions: { show: { '/resource': ['deal'] } },
	},
	{
		name: 'Updated',
		value: 'updated',
		description: 'Each time that a record changes, though not when it is created',
	},
];

const resources = Object.entries(WATCHED).map(
	([value, { name, versions }]): INodePropertyOptions => ({
		name,
		value,
		...(!versions.includes('v1') && {
			displayOptions: { show: { '/authentication': ['personalToken', 'teamToken'] } },
		}),
	}),
);

/** The trigger's form below the credential. */
export const form: INodeProperties[] = [
	{
		displayName: 'Resource',
		name: 'resource',
		type: 'options',
		noDataExpression: true,
		options: resources,
		default: 'deal',
	},
	{
		displayName: 'Event',
		name: 'event',
		type: 'options',
		noDataExpression: true,
		options: events,
		default: 'createdOrUpdated',
	},
	{
		displayName: 'Definition Key',
		name: 'customObjectDefKey',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. ticket',
		description: 'The key of the custom object definition whose objects are watched',
		displayOptions: { show: { resource: ['customObject'] } },
	},
	{
		displayName: 'Filters',
		name: 'filters',
		type: 'collection',
		placeholder: 'Add Filter',
		default: {},
		options: filters,
	},
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add Option',
		default: {},
		options,
	},
];
