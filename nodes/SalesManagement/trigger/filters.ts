import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { WATCHED } from './resources';

export type Choice = INodePropertyOptions;

const EXPRESSION = '<a href="https://docs.n8n.io/code/expressions/">expression</a>';

/** Named lists, loaded by a method of `lookups/`. */
const oneFrom = (loadOptionsMethod: string) =>
	({ type: 'options', typeOptions: { loadOptionsMethod }, default: '' }) as const;
export const manyFrom = (loadOptionsMethod: string) =>
	({ type: 'multiOptions', typeOptions: { loadOptionsMethod }, default: [] as string[] }) as const;

const pick = (text: string) =>
	`${text}. Choose from the list, or specify an ID using an ${EXPRESSION}.`;
export const pickMany = (text: string) =>
	`${text}. Choose from the list, or specify IDs using an ${EXPRESSION}.`;

/** A filter is shown for the resources whose list takes it. */
const shownFor = (filter: string) => ({
	show: {
		'/resource': Object.entries(WATCHED)
			.filter(([, { filters: taken }]) => taken.includes(filter))
			.map(([resource]) => resource),
	},
});

const all: INodeProperties[] = [
	{
		displayName: 'Action Kind Name or ID',
		name: 'pattern',
		...oneFrom('getActionPatterns'),
		description: pick('Only actions of this kind'),
	},
	{
		displayName: 'Active',
		name: 'active',
		type: 'options',
		options: [
			{ name: 'Completed', value: 'false' },
			{ name: 'Not Completed', value: 'true' },
		],
		default: 'true',
		description: 'Whether only actions that are not completed, or only completed ones, are watched',
	},
	{
		displayName: 'Contact ID',
		name: 'contactId',
		type: 'string',
		default: '',
		description: 'Only actions of this contact',
	},
	{
		displayName: 'Customer ID',
		name: 'customerId',
		type: 'string',
		default: '',
		description: 'Only actions of this customer',
	},
	{
		displayName: 'Deal ID',
		name: 'dealId',
		type: 'string',
		default: '',
		description: 'Only actions of this deal',
	},
	{
		displayName: 'Deal Type Name or ID',
		name: 'dealTypeId',
		...oneFrom('getDealTypes'),
		description: pick('Only deals of this type'),
	},
	{
		displayName: 'Field Values',
		name: 'fieldValues',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		placeholder: 'Add Field Value',
		default: {},
		description: 'Only objects with these values, in fields of type text, number or date',
		options: [
			{
				displayName: 'Field',
				name: 'field',
				values: [
					{
						displayName: 'Field Key',
						name: 'key',
						type: 'string',
						default: '',
						placeholder: 'e.g. ticket_no',
						description: 'The item key of the field',
					},
					{
						displayName: 'Value',
						name: 'value',
						type: 'string',
						default: '',
					},
				],
			},
		],
	},
	{
		displayName: 'Phone Number',
		name: 'phoneNumber',
		type: 'string',
		default: '',
		description: 'Only contacts with this landline or mobile number; hyphens don’t matter',
	},
	{
		displayName: 'Purpose Name or ID',
		name: 'purpose',
		...oneFrom('getActionPurposes'),
		description: pick('Only actions with this purpose'),
	},
	{
		displayName: 'Search Word',
		name: 'searchWord',
		type: 'string',
		default: '',
		description:
			'Only records whose name contains this; for deals and contacts also the customer’s name',
	},
	{
		displayName: 'Type of Action',
		name: 'dataType',
		type: 'options',
		options: [
			{ name: 'Contact Action', value: 1 },
			{ name: 'Deal Action', value: 0 },
		],
		default: 1,
		description: 'Only contact actions, or only deal actions that the contact takes part in',
	},
	{
		displayName: 'User Names or IDs',
		name: 'users',
		...manyFrom('getUsers'),
		description: pickMany(
			'Only actions that one of these persons is in charge of or takes part in',
		),
	},
];

export const filters = all.map((each): INodeProperties => ({
	...each,
	displayOptions: shownFor(each.name),
}));
