import { text } from '../fields';
import { includeDeleted, recordId, SHOWN, shownList, shownName, shownReference } from './common';
import { record } from './record';

/** v2 §4.1, v1 §4. */
export const user = record('user', {
	name: 'User',
	/** The fields of v1 §2.2 and v2 §4.1. */
	fields: [
		recordId,
		shownName,
		text('email', 'Email', SHOWN),
		shownReference('role', 'Role'),
		shownList('userGroups', 'User Groups'),
		shownReference('profile', 'Profile'),
	],
	filters: [
		includeDeleted,
		text('email', 'Email', { description: 'Only the user with this email address' }),
	],
	operations: {
		getCurrent: {
			kind: 'request',
			name: 'Get Current',
			action: 'Get current user',
			description: 'Retrieve the user that the personal token acts as; a team token has none',
		},
	},
});
