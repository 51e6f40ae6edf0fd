import {
	choice,
	choicesOf,
	dateTime,
	flag,
	longText,
	pathId,
	pathIdOrAll,
	reference,
	referenceId,
	references,
	text,
	type CustomFields,
	type Field,
	type Locator,
} from '../fields';
import {
	actionSorts,
	createdWindow,
	includeFiles,
	recordId,
	createdAt,
	inDetail,
	updatedAt,
	skipNotice,
	updatedWindow,
} from './common';
import { dropdowns, locators } from './dropdownSources';
import { completed } from './events';
import type { RecordDescription } from './record';

/**
 * The fields, filters and operations that the three kinds of actions share (v2 §2.5, v1 §2.6); each kind's
 * own are in its file.
 */

/** The kind of an action; customer and contact actions require it. */
export const pattern = reference('pattern', 'Pattern', dropdowns.actionPatterns, {
	traits: ['main', 'required'],
	description: 'What is done, such as a visit or a call',
});

const patternFilter = referenceId('pattern', 'Pattern', dropdowns.actionPatterns, {
	description: 'Only actions with this pattern',
});

/**
 * The fields that all kinds share.
 * @param cleared the value that empties the notes, if that is not null (S8).
 */
const shared = (cleared: Field['cleared']): Field[] => [
	dateTime('startDatetime', 'Start', {
		traits: ['main', 'required'],
		description:
			'When the action starts. Without an offset, it is read in the workflow’s time zone.',
	}),
	dateTime('endDatetime', 'End', {
		traits: ['required'],
		description: 'When the action ends. Without an offset, it is read in the workflow’s time zone.',
	}),
	reference('creator', 'Creator', dropdowns.users, {
		traits: ['main', 'required'],
		description: 'The main person in charge',
	}),
	flag('active', 'Scheduled', {
		traits: ['main'],
		description: 'Whether the action is still to be done (on) or completed (off)',
	}),
	longText('preNote', 'Note Before', {
		traits: ['main', 'clearable'],
		cleared,
		description: 'The note written before the action',
	}),
	longText('result', 'Result', {
		traits: ['main', 'clearable'],
		cleared,
	}),
	references('invitees', 'Invitees', dropdowns.users, {
		traits: ['main', 'clearable'],
		description: 'Other people in charge. On update, the given list replaces the whole list.',
	}),
	text('extraResult', 'External Result', { writableIn: [] }),
	flag('syncCalendar', 'In Calendar', { writableIn: [] }),
	references('contacts', 'Contacts', dropdowns.contacts, {
		traits: ['clearable'],
		description: 'Contacts who take part in the action',
	}),
];

/** The filters of all action lists (v2 §4.5). */
const sharedFilters: readonly Field[] = [
	references('users', 'Users', dropdowns.users, {
		description: 'Only actions that these people are in charge of or invited to',
	}),
	choice('active', 'Status', choicesOf({ true: 'Scheduled', false: 'Completed' }), {
		description: 'Only actions still to be done, or only completed ones',
	}),
];

const listOnly: readonly Field[] = [
	dateTime('startDatetime', 'Start From', {
		description: 'Only actions that start at or after this time',
	}),
	dateTime('endDatetime', 'End Until', { description: 'Only actions that end by this time' }),
	...createdWindow,
	...updatedWindow,
];

const customs: CustomFields = {
	property: 'actionCustoms',
	records: ['customerAction', 'contactAction', 'dealAction'],
	definitions: 'actionField.getMany',
};

type Own = Pick<RecordDescription, 'fields' | 'filters'> & Pick<Field, 'cleared'>;

/** The description of one kind of action: its own fields and filters, then what all kinds share. */
export const action = (name: string, { fields, filters, cleared }: Own) => ({
	name,
	key: pathId('actionId', 'Action ID', locators.actions),
	customs,
	fields: [recordId, ...fields, ...shared(cleared), inDetail(createdAt), updatedAt],
	filters: [...sharedFilters, ...filters],
	watch: { sample: { active: true }, events: [completed] },
	operations: {
		getMany: { filters: listOnly, sort: actionSorts },
		get: { options: [includeFiles] },
		create: { options: [skipNotice] },
		update: { options: [skipNotice] },
		delete: { options: [skipNotice] },
		createMany: { options: [skipNotice] },
	},
});

/**
 * The description of the actions of customers or contacts. An action is found under its owner, and a list may be of
 * all owners.
 */
export function actionOf(
	owner: 'customer' | 'contact',
	label: string,
	lookup: Locator,
	{ fields, filters, cleared }: Own = { fields: [], filters: [] },
) {
	const own = reference(owner, label, lookup, { traits: ['main', 'required'] });
	const id = `${owner}Id`;
	return {
		...action(`${label} Action`, {
			fields: [pattern, { ...own, writableIn: [] }, ...fields],
			filters: [patternFilter, ...filters],
			cleared,
		}),
		parentParams: [pathId(id, label, lookup)],
		listParentParams: [pathIdOrAll(id, label, lookup)],
		bulk: [own],
	};
}
