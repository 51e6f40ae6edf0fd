import { personsAre, peopleOf } from '../rules/persons';
import { phoneNumberIs } from '../rules/phoneNumbers';
import {
	removeActions,
	removeContacts,
	removeCustomers,
	removeCustomObjects,
	removeDeals,
} from '../rules/removal';
import { anyContains } from '../rules/search/comparison';
import type {
	ActionKind,
	ActionRow,
	ContactRow,
	CustomerRow,
	CustomObjectRow,
	DealRow,
} from '../store/rows';
import { raw, sql, type Sql } from '../store/sql';
import type { RecordKind } from './kind';

const name = raw('t.name');
const customerName = raw('(SELECT c.name FROM customer AS c WHERE c.id = t.customerId)');

/** A part of any of these texts; an empty word filters nothing. */
const isPartOf = (texts: Sql[]) => (word: string) =>
	word === '' ? raw('1') : anyContains(texts, word);
const is = (column: string) => (value: number) => sql`${raw(column)} = ${value}`;
const nobody = () => [];

export const customers: RecordKind<CustomerRow> = {
	name: 'customer',
	table: (store) => store.customers,
	filters: { searchWord: isPartOf([name]) },
	remove: removeCustomers,
	people: nobody,
};

export const deals: RecordKind<DealRow> = {
	name: 'deal',
	table: (store) => store.deals,
	filters: { searchWord: isPartOf([name, customerName]), dealTypeId: is('t.dealTypeId') },
	remove: removeDeals,
	people: ({ userId }) => [userId],
};

export const contacts: RecordKind<ContactRow> = {
	name: 'contact',
	table: (store) => store.contacts,
	filters: {
		searchWord: isPartOf([customerName, name, raw('t.email')]),
		phoneNumber: phoneNumberIs,
	},
	remove: removeContacts,
	people: nobody,
};

export const customObjects: RecordKind<CustomObjectRow> = {
	name: 'customObject',
	table: (store) => store.customObjects,
	filters: {},
	remove: removeCustomObjects,
	people: nobody,
};

const actions = (
	kind: ActionKind,
	filters: RecordKind<ActionRow>['filters'],
): RecordKind<ActionRow> => ({
	name: kind,
	table: (store) => store.actions,
	filters: {
		...filters,
		'users[][id]': personsAre,
		active: (isActive: boolean) => sql`t.active = ${isActive ? 1 : 0}`,
	},
	remove: removeActions,
	people: peopleOf,
});

export const customerActions = actions('customerAction', { pattern: is('t.patternId') });
export const dealActions = actions('dealAction', {
	purpose: is('t.purposeId'),
	dealId: is('t.dealId'),
});
/** The deal actions that are linked with a contact are among its actions (v2 §4.10). */
export const contactActions: RecordKind<ActionRow> = {
	...actions('contactAction', {
		pattern: is('t.patternId'),
		// 0 = deal action, 1 = contact action.
		dataType: (type: number) => sql`t.kind = ${type === 0 ? 'dealAction' : 'contactAction'}`,
	}),
	parts: (['dealAction', 'contactAction'] as const).map((name) => ({
		name,
		condition: sql`t.kind = ${name}`,
	})),
};
