import { choice, integer, pathId, pathIdOrAll, reference } from '../fields';
import { action, pattern, patternFilter } from './action';
import { inDetail, SHOWN } from './common';
import { locators } from './dropdownSources';
import { record } from './record';

const dataType = choice(
	'dataType',
	'Kind',
	[
		{ name: 'Contact Actions', value: 1 },
		{ name: 'Deal Actions', value: 0 },
	],
	{ description: 'Only contact actions or only deal actions. If not set, both are returned.' },
);

const ownContact = reference('contact', 'Contact', locators.contacts, {
	traits: ['main', 'required'],
});

const { fields, ...rest } = action({
	name: 'Contact Action',
	fields: [
		pattern,
		{ ...ownContact, writableIn: [] },
		reference('deal', 'Deal', locators.deals, SHOWN),
		// 0 is a deal action, 1 a contact action (v2 §2.5).
		integer('dataType', 'Kind', { writableIn: [] }),
	],
	filters: [patternFilter, dataType],
	// The documents don't say "or null" here (v2 §4.10).
	cleared: '',
});

/** v2 §4.10. */
export const contactAction = record('contactAction', {
	...rest,
	watch: { ...rest.watch, unlinkable: true },
	// Simplified leaves the invitees out, since it has to show both the contact and the deal.
	fields: fields.map((each) => (each.name === 'invitees' ? inDetail(each) : each)),
	parentParams: [pathId('contactId', 'Contact', locators.contacts)],
	listParentParams: [pathIdOrAll('contactId', 'Contact', locators.contacts)],
	bulk: [ownContact],
});
