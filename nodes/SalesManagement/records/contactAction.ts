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

/** v2 §2.5: 0 is a deal action, 1 a contact action. */
const ownKind = integer('dataType', 'Kind', { on: [] });

const ownContact = reference('contact', 'Contact', locators.contacts, {
	is: ['main', 'required'],
});

const ownDeal = reference('deal', 'Deal', locators.deals, SHOWN);

const { fields, ...rest } = action({
	name: 'Contact Action',
	fields: [pattern, { ...ownContact, on: [] }, ownDeal, ownKind],
	filters: [patternFilter, dataType],
	// Its form says no "or null" (v2 §4.10).
	cleared: '',
});

/** v2 §4.10. */
export const contactAction = record('contactAction', {
	...rest,
	watch: { ...rest.watch, unlinkable: true },
	// It belongs to a contact or a deal, and both have to be seen.
	fields: fields.map((each) => (each.name === 'invitees' ? inDetail(each) : each)),
	within: [pathId('contactId', 'Contact', locators.contacts)],
	listedWithin: [pathIdOrAll('contactId', 'Contact', locators.contacts)],
	bulk: [ownContact],
});
