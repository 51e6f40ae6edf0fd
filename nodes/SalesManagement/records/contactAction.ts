import { choice, integer, reference } from '../fields';
import { actionOf } from './action';
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

const { fields, ...rest } = actionOf('contact', 'Contact', locators.contacts, {
	fields: [
		reference('deal', 'Deal', locators.deals, SHOWN),
		// 0 is a deal action, 1 a contact action (v2 §2.5).
		integer('dataType', 'Kind', { writableIn: [] }),
	],
	filters: [dataType],
	// The documents don't say "or null" here (v2 §4.10).
	cleared: '',
});

/** v2 §4.10. */
export const contactAction = record('contactAction', {
	...rest,
	watch: { ...rest.watch, unlinkable: true },
	// Simplified leaves the invitees out, since it has to show both the contact and the deal.
	fields: fields.map((each) => (each.name === 'invitees' ? inDetail(each) : each)),
});
