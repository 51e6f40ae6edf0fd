import { Type, type TProperties, type TSchema } from '@sinclair/typebox';
import {
	closed,
	date,
	dateTime,
	flag,
	integer,
	named,
	namedOrNull,
	nullable,
	orNull,
	text,
} from '../contract/schemas';
import { itemIdNames } from '../domain/rules/customValues';
import type { FieldOwner } from '../domain/store/settings';

/** Shapes of records in the responses of both versions; v2 is compatible with v1 (v2 §9). */
export const times = { createdAt: dateTime, updatedAt: dateTime };

/** v1 §2.2. */
export const member = closed({ id: integer, name: text, email: text });
export const userRecord = closed({
	...member.properties,
	userGroups: Type.Array(named),
	profile: named,
	role: namedOrNull,
});
export const groupRecord = closed({ id: integer, name: text, orderNum: integer });
export const groupWithUsers = closed({ ...groupRecord.properties, users: Type.Array(member) });

export const option = { id: integer, value: integer, label: text };

const customValueOf = (owner: FieldOwner, typed: TProperties = {}) =>
	closed({
		id: integer,
		[itemIdNames[owner]]: integer,
		value: nullable.text,
		itemKey: Type.Optional(nullable.text),
		itemType: Type.Optional(text),
		name: Type.Optional(text),
		text: Type.Optional(nullable.text),
		datetime: Type.Optional(nullable.dateTime),
		decimalNumber: Type.Optional(nullable.text),
		selectedValue: Type.Optional(nullable.integer),
		selectedValues: Type.Optional(Type.Array(integer)),
		selectedOptions: Type.Optional(
			Type.Array(Type.Object(option, { additionalProperties: integer })),
		),
		...typed,
	});
const number = Type.Optional(nullable.integer);
const selectedUsers = Type.Optional(Type.Array(member));
/** v1 §2.3; the compact form holds id, item id, itemKey and value only (S3). */
export const customValue = {
	customer: customValueOf('customer', { number, selectedUsers }),
	deal: customValueOf('deal', {
		...{ number, selectedUsers, calculationResult: Type.Optional(Type.Number()) },
		selectedOption: Type.Optional(
			orNull(closed({ value: integer, label: text, dealCustomItemOptionId: integer })),
		),
	}),
	contact: customValueOf('contact', { number, selectedUsers }),
	action: customValueOf('action'),
};

/** An array, or an object keyed by itemKey (v2 §2.1 rule 5). */
export const valuesOrKeyed = (value: TSchema) =>
	Type.Union([Type.Array(value), Type.Record(text, value)]);

/** The associations of a record (include_related_objects=1). */
export const associatedObjects = Type.Optional(
	Type.Array(closed({ id: integer, customObjectDefKey: text })),
);

/** v1 §2.4. @param more what v2 adds (v2 §2.4) */
export const customerShape = (customerCustoms: TSchema, more: TProperties = {}) =>
	closed({
		id: integer,
		name: text,
		...more,
		address: nullable.text,
		telNo: nullable.text,
		webUrl: nullable.text,
		employee: nullable.integer,
		capital: nullable.integer,
		company: closed({ name: nullable.text, companyNum: nullable.text }),
		closingMonth: nullable.integer,
		ownerRole: namedOrNull,
		customerCustoms,
		customObjects: associatedObjects,
		...times,
	});

/** v1 §2.5. @param more what v2 adds (v2 §2.7) */
export const contactShape = (contactCustoms: TSchema, more: TProperties = {}) =>
	closed({
		id: integer,
		name: text,
		email: nullable.text,
		tel: nullable.text,
		mobileTel: nullable.text,
		address: nullable.text,
		dept: nullable.text,
		position: nullable.text,
		memo: nullable.text,
		externalLeadScore: nullable.integer,
		customer: namedOrNull,
		contactCustoms,
		lifecycleStages: Type.Array(closed({ lifecycleStageTypeId: integer, id: integer, name: text })),
		...more,
		...times,
	});

/** What actions of every kind hold (v1 §2.6, v2 §2.5). */
export const actionShape = (contact: TSchema, creator: TSchema, actionCustoms: TSchema) => ({
	id: integer,
	pattern: namedOrNull,
	contacts: Type.Array(contact),
	startDatetime: dateTime,
	endDatetime: dateTime,
	preNote: nullable.text,
	active: flag,
	result: nullable.text,
	extraResult: text,
	syncCalendar: flag,
	creator,
	invitees: Type.Array(named),
	actionCustoms,
	files: Type.Optional(Type.Array(closed({ name: text, mimeType: text, url: text }))),
	...times,
});

/** What a setting is keyed by: `{id, key, name}` (v1 §2.7, §2.8). */
export const keyed = { id: integer, key: text, name: text };
/** Custom values of product details and of their settings, keyed by field (v1 §2.7). */
export const detailCustoms = Type.Record(
	text,
	closed({
		id: integer,
		dealProductDetailTypeCustomItemId: integer,
		itemType: text,
		name: text,
		text: Type.Optional(nullable.text),
		datetime: Type.Optional(nullable.dateTime),
		decimalNumber: Type.Optional(nullable.text),
		selectedOption: Type.Optional(
			orNull(closed({ label: text, dealProductDetailTypeCustomItemOptionId: integer })),
		),
	}),
);

/** v1 §2.7. */
export const productDetail = closed({
	id: integer,
	dealProductDetailTypeId: integer,
	name: nullable.text,
	billingType: orNull(closed(keyed)),
	quantity: text,
	unit: nullable.text,
	price: text,
	unitCost: text,
	term: nullable.integer,
	subtotal: text,
	firstSales: nullable.dateTime,
	memo: nullable.text,
	dealProductDetailCustoms: detailCustoms,
});

/** What deals of both versions hold, in groups: each version has an order of its own. */
export const dealParts = {
	head: {
		id: integer,
		name: text,
		amount: nullable.integer,
		closingLeadtime: integer,
		fromEmail: flag,
		memo: text,
		expectedContractDate: date,
		reason: nullable.text,
	},
	phase: closed({ id: integer, name: text, status: integer }),
	phaseStayDays: Type.Array(
		closed({ id: integer, name: text, phaseStayDays: integer, isCurrentPhase: flag }),
	),
	choices: { product: named, probability: named, channel: named, user: named },
	details: {
		dealProductDetails: Type.Array(productDetail),
		dealCustomerTypes: Type.Array(
			closed({ dealCustomerType: named, customers: Type.Array(named) }),
		),
	},
};
