import {
	actionSort,
	createdWindow,
	includeFiles,
	lookups,
	skipNotice,
	updatedWindow,
	v1Sort,
} from './common';
import type { OperationOf } from './define';
import {
	choice,
	customFields,
	dateTime,
	flag,
	longText,
	reference,
	referenceId,
	references,
	rows,
	text,
	recordId,
	type Field,
} from './fields';
import { createMany } from './kinds/bulk';
import { getMany } from './kinds/list';
import { getOne } from './kinds/get';
import { create, remove, update } from './kinds/single';

/** What the three kinds of actions share (v2 §2.5, v1 §2.6); what differs stands in their own files. */

export const actionId = recordId(
	'actionId',
	'Action ID',
	{ kind: 'search', method: 'searchActions' },
	'id',
);

/** The kind of an action; customer and contact actions cannot do without it. */
export const pattern = reference('pattern', 'Pattern Name or ID', lookups.actionPatterns, {
	required: true,
	description: 'The kind of the action, such as a visit or a call',
});

const times: readonly Field[] = [
	dateTime('startDatetime', 'Start', {
		required: true,
		description:
			'When the action starts. Without an offset it is read in the workflow’s time zone.',
	}),
	dateTime('endDatetime', 'End', {
		required: true,
		description: 'When the action ends. Without an offset it is read in the workflow’s time zone.',
	}),
];

const creator = reference('creator', 'Creator', lookups.users, {
	required: true,
	description: 'The main person in charge',
});

const notes: readonly Field[] = [
	flag('active', 'Scheduled', {
		description: 'Whether the action is still to be done (on) or completed (off)',
	}),
	longText('preNote', 'Note Before', {
		clearable: true,
		description: 'The note written before the action',
	}),
	longText('result', 'Result', { clearable: true, description: 'The result of the action' }),
	references('invitees', 'Invitee Names or IDs', lookups.userNames, {
		description: 'Other persons in charge. On update the given list replaces the whole list',
	}),
];

export const linkedContacts = references(
	'contacts',
	'Contact Names or IDs',
	{
		kind: 'options',
		method: 'getContacts',
		dependsOn: [],
	},
	{
		description: 'Contacts who take part in the action',
	},
);

/** v1 §4, bulk: files come along only there. */
export const bulkFiles = rows(
	'files',
	'Files',
	[text('name', 'Name'), text('path', 'Path', { description: 'Where the service finds the file' })],
	{ button: 'Add File', only: 'v1', on: ['create'], description: 'Files to attach to the action' },
);

/** The body of an action: its own fields first, then what all kinds share. */
export const actionFields = (own: readonly Field[]): readonly Field[] => [
	...own,
	...times,
	creator,
	...notes,
	linkedContacts,
];

export const actionCustoms = (method: string) => customFields('actionCustoms', { method });

/** v2 §4.5, common action filters. */
export const actionFilters = (own: readonly Field[]): readonly Field[] => [
	dateTime('startDatetime', 'Start From', {
		description: 'Only actions that start at or after this time',
	}),
	dateTime('endDatetime', 'End Until', { description: 'Only actions that end up to this time' }),
	...createdWindow,
	...updatedWindow,
	references('users', 'User Names or IDs', lookups.userNames, {
		description: 'Only actions of these persons, in charge or invited',
	}),
	choice(
		'active',
		'Status',
		[
			{ name: 'Scheduled', value: 'true' },
			{ name: 'Completed', value: 'false' },
		],
		{ description: 'Only actions that are still to be done, or only completed ones' },
	),
	...own,
];

export const patternFilter = referenceId('pattern', 'Pattern Name or ID', lookups.actionPatterns, {
	description: 'Only actions of this kind',
});

interface ActionParts {
	/** The parent in the path, where the kind has one. */
	readonly parent?: readonly Field[];
	/** The parent in the path of the list, where it may be `all`. */
	readonly parentOfList?: readonly Field[];
	readonly fields: readonly Field[];
	readonly filters: readonly Field[];
	readonly customsMethod: string;
	/** What a bulk row carries in place of the path: its owner, and v1's files (S1). */
	readonly bulkFields: readonly Field[];
	/** What belongs to a whole bulk request. */
	readonly bulkGroup?: readonly Field[];
}

/** The six operations that all kinds of actions have. */
export function actionOperations({
	parent = [],
	parentOfList = parent,
	fields,
	filters,
	customsMethod,
	bulkFields,
	bulkGroup = [],
}: ActionParts): OperationOf[] {
	const top = [actionCustoms(customsMethod)];
	const extra = [skipNotice];
	const path = [...parent, actionId];
	return [
		getMany({ path: parentOfList, filters, extra: [actionSort, v1Sort] }),
		getOne({ id: path, extra: [includeFiles] }),
		create({ path: parent, fields, top, extra }),
		update({ path, fields, top, extra }),
		remove({ id: path, extra }),
		createMany({
			plural: 'actions',
			path: bulkGroup,
			fields: [...bulkFields, ...fields],
			top,
			extra,
		}),
	];
}

export const actionSummary = [
	'id',
	'purpose',
	'pattern',
	'customer',
	'deal',
	'contact',
	'startDatetime',
	'endDatetime',
	'active',
	'preNote',
	'result',
	'creator',
	'invitees',
	'createdAt',
	'updatedAt',
] as const;
