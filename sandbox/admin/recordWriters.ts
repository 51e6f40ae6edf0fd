import { Type, type Static } from '@sinclair/typebox';
import { badRequest } from '../contract/refusal';
import { reference, text } from '../contract/schemas';
import {
	createAction,
	dealActionChanges,
	patternActionChanges,
	updateAction,
} from '../domain/records/action/write';
import { contactChanges, createContact, updateContact } from '../domain/records/contact/write';
import {
	createCustomObject,
	customObjectForm,
	definitionOf,
	updateCustomObject,
} from '../domain/records/customObject/write';
import { createCustomer, customerChanges, updateCustomer } from '../domain/records/customer/write';
import { dealChanges } from '../domain/records/deal/form';
import { createDeal, updateDeal } from '../domain/records/deal/write';
import type { ActionKind } from '../domain/store/rows';
import { defaultAction, defaultDeal, firstContact, firstCustomer } from './defaults';
import { writer, type Writer } from './writer';

const files = Type.Optional(Type.Array(Type.Object({ name: text, mimeType: text, url: text })));
const actionRow = Type.Composite([
	patternActionChanges,
	dealActionChanges,
	Type.Partial(Type.Object({ customer: reference, contact: reference })),
	Type.Object({ files }),
]);

/** Action rows carry their owner and may carry files. */
function actionWriter(kind: ActionKind): Writer {
	return writer({
		form: actionRow,
		table: (store) => store.actions,
		create(scope, { files: attached, customer, contact, ...row }, overrides) {
			const owners = {
				customerAction: () => ({ customerId: customer?.id ?? firstCustomer(scope) }),
				contactAction: () => ({ contactId: contact?.id ?? firstContact(scope) }),
				dealAction: () => ({}),
			};
			const form = defaultAction(scope, kind, row);
			const more = attached ? { files: attached } : {};
			return createAction(scope, { kind, ...owners[kind]() }, form, { ...overrides, ...more });
		},
		update(scope, before, { files: attached, ...row }, overrides) {
			if (before.kind !== kind) throw badRequest(`action ${before.id} is a ${before.kind}`);
			const more = attached ? { files: attached } : {};
			updateAction(scope, before, row, { ...overrides, ...more });
		},
	});
}

const customObjectRow = Type.Composite(
	[customObjectForm, Type.Object({ customObjectDefKey: Type.Optional(text) })],
	{ additionalProperties: true },
);

const dealContactRow = Type.Object({ deal: reference, contact: reference });

/** A link is no record of its own: its row names both ends, and its id is the contact's. */
const dealContactWriter: Writer = {
	form: dealContactRow,
	domainOf: () => undefined,
	create(scope, row) {
		const { deal, contact } = row as Static<typeof dealContactRow>;
		scope.service.store.linkContact(deal.id, contact.id);
		return contact.id;
	},
	update: () => undefined,
};
export const recordWriters: Record<string, Writer> = {
	customer: writer({
		form: Type.Composite([
			customerChanges,
			Type.Object({ parentId: Type.Optional(Type.Integer()) }),
		]),
		table: (store) => store.customers,
		create: (scope, { industry, ...row }, overrides) =>
			createCustomer(
				scope,
				{
					...(industry?.id ? { industryId: industry.id } : {}),
					...row,
					name: row.name ?? 'Customer',
				},
				overrides,
			),
		update: updateCustomer,
	}),
	deal: writer({
		form: Type.Composite([dealChanges, Type.Object({ dealType: Type.Optional(reference) })]),
		table: (store) => store.deals,
		create: (scope, row, overrides) => createDeal(scope, defaultDeal(scope, row), overrides),
		update: (scope, before, row, overrides) => void updateDeal(scope, before, row, overrides),
	}),
	contact: writer({
		form: contactChanges,
		table: (store) => store.contacts,
		create: (scope, row, overrides) =>
			createContact(scope, { ...row, name: row.name ?? 'Contact' }, overrides),
		update: updateContact,
	}),
	customerAction: actionWriter('customerAction'),
	dealAction: actionWriter('dealAction'),
	contactAction: actionWriter('contactAction'),
	dealContact: dealContactWriter,
	customObject: writer({
		form: customObjectRow,
		table: (store) => store.customObjects,
		create(scope, { customObjectDefKey, ...row }, overrides) {
			const [first] = scope.service.store.settings.list('customObjectDef', scope.caller.domainId);
			const definition = definitionOf(scope, customObjectDefKey ?? first?.key ?? '');
			return createCustomObject(scope, definition, row, overrides);
		},
		update(scope, before, { customObjectDefKey: _, ...row }, overrides) {
			updateCustomObject(scope, before, row, overrides);
		},
	}),
};
