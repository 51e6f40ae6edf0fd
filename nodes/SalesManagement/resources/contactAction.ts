import {
	actionFields,
	actionFilters,
	actionOperations,
	actionSummary,
	pattern,
	patternFilter,
} from './actions';
import { lookups } from './common';
import { resource } from './define';
import { choice, recordId, reference } from './fields';
import { oneOrAll } from './parents';

/** v2 §4.10. */
export const contactAction = resource('contactAction', 'Contact Action', {
	one: 'contact action',
	many: 'contact actions',
	customs: 'actionCustoms',
	summary: actionSummary,
	operations: actionOperations({
		parent: [recordId('contactId', 'Contact', lookups.contacts, 'contactId')],
		parentOfList: [oneOrAll('contactId', 'Contact', lookups.contacts, 'contactId')],
		fields: actionFields([pattern]),
		filters: actionFilters([
			patternFilter,
			choice(
				'dataType',
				'Kind',
				[
					{ name: 'Contact Actions', value: 1 },
					{ name: 'Deal Actions', value: 0 },
				],
				{ description: 'Only contact actions or only deal actions. Left out: both.' },
			),
		]),
		customsMethod: 'getActionFields',
		bulkFields: [
			reference('contact', 'Contact', lookups.contacts, {
				required: true,
				description: 'The contact of the action',
			}),
		],
	}),
});
