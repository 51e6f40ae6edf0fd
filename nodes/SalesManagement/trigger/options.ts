import type { INodeProperties } from 'n8n-workflow';
import { manyFrom, pickMany } from './filters';
import { WATCHED } from './resources';

const withRelated = Object.entries(WATCHED)
	.filter(([, { related }]) => related)
	.map(([resource]) => resource);
const withCustoms = Object.entries(WATCHED)
	.filter(([, { customs }]) => customs)
	.map(([resource]) => resource);

export const options: INodeProperties[] = [
	{
		displayName: 'After Downtime',
		name: 'afterDowntime',
		type: 'options',
		options: [
			{
				name: 'Catch Up',
				value: 'catchUp',
				description: 'Hand out everything that changed while the workflow or n8n was off',
			},
			{
				name: 'Skip to Now',
				value: 'skip',
				description: 'Leave out what changed before the workflow was activated or n8n started',
			},
		],
		default: 'catchUp',
		description:
			'What to do with changes made while the workflow was not active or n8n was not running',
	},
	{
		displayName: 'Batch Limit',
		name: 'batchLimit',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 5000,
		description: 'The most events of one poll; the rest follows at the next poll',
	},
	{
		displayName: 'Custom Fields by Key',
		name: 'customFieldsByKey',
		type: 'boolean',
		default: false,
		description: 'Whether to return custom fields as an object by item key instead of a list',
		displayOptions: { show: { '/resource': withCustoms } },
	},
	{
		displayName: 'Entered Phase Names or IDs',
		name: 'enteredPhases',
		...manyFrom('getPhases'),
		description: pickMany('Only deals that enter one of these phases'),
		displayOptions: { show: { '/resource': ['deal'], '/event': ['phaseChanged'] } },
	},
	{
		displayName: 'Include Related Objects',
		name: 'relatedObjects',
		type: 'boolean',
		default: false,
		description:
			'Whether to add the objects that a record is linked to. This takes one more request for each record, so a poll then hands out at most 100.',
		displayOptions: {
			show: { '/resource': withRelated, '/authentication': ['personalToken', 'teamToken'] },
		},
	},
	{
		displayName: 'Lookback Minutes',
		name: 'lookbackMinutes',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 1440 },
		default: 5,
		description:
			'How late a change may become visible in the service’s lists and still be found, in minutes. A longer lookback costs nothing but a larger state.',
	},
	{
		displayName: 'Only When Fields Change',
		name: 'fieldsToWatch',
		type: 'string',
		default: '',
		placeholder: 'e.g. amount, phase, dealCustoms.region',
		description:
			'Hand out an update only when one of these fields has another value than before, separated by commas; a dot reaches into an object. A record whose former values are not known is handed out.',
		displayOptions: { show: { '/event': ['updated', 'createdOrUpdated'] } },
	},
	{
		displayName: 'Output',
		name: 'output',
		type: 'options',
		options: [
			{ name: 'All Records in One Item', value: 'allInOne' },
			{ name: 'One Item per Record', value: 'perRecord' },
		],
		default: 'perRecord',
		description: 'How the records of one poll are put into items',
	},
	{
		displayName: 'Simplify',
		name: 'simplify',
		type: 'boolean',
		default: false,
		description: 'Whether to return a simplified version of the response instead of the raw data',
	},
	{
		displayName: 'Start Date',
		name: 'startDate',
		type: 'dateTime',
		default: '',
		description: 'The time of the first change to hand out',
		displayOptions: { show: { startFrom: ['date'] } },
	},
	{
		displayName: 'Start From',
		name: 'startFrom',
		type: 'options',
		options: [
			{ name: 'All', value: 'all', description: 'Begin with every record there is' },
			{ name: 'Date', value: 'date', description: 'Begin with what changed since a date' },
			{ name: 'Now', value: 'now', description: 'Hand out only what changes from now on' },
		],
		default: 'now',
		description: 'Where to begin when the workflow is activated for the first time',
	},
];
