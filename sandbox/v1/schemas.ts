import { Type, type TProperties, type TSchema } from '@sinclair/typebox';
import { date, dateTime, flag, integer, named, nullable, text } from '../contract/schemas';
import { itemIdNames } from '../domain/rules/customValues';
import type { FieldOwner } from '../domain/store/settings';

/** Record shapes of v1 responses; closed objects, so that a test sees any property they lack. */
export const closed = <P extends TProperties>(properties: P) =>
	Type.Object(properties, { additionalProperties: false });

/** The same, or null. */
const orNothing = (properties: TProperties) =>
	Type.Unsafe<object | null>({ ...closed(properties), type: ['object', 'null'] });
const namedOrNull = orNothing({ id: integer, name: text });
const times = { createdAt: dateTime, updatedAt: dateTime };

/** v1 §2.2. */
const member = closed({ id: integer, name: text, email: text });
export const userRecord = closed({
	id: integer,
	name: text,
	email: text,
	userGroups: Type.Array(named),
	profile: named,
	role: namedOrNull,
});
export const groupRecord = closed({ id: integer, name: text, orderNum: integer });
export const groupWithUsers = closed({ ...groupRecord.properties, users: Type.Array(member) });
export { member as userOfSettings };

const option = { id: integer, value: integer, label: text };

const customValueOf = (owner: FieldOwner) =>
	closed({
		id: integer,
		[itemIdNames[owner]]: integer,
		value: nullable.text,
		itemKey: Type.Optional(nullable.text),
		itemType: Type.Optional(text),
		name: Type.Optional(text),
		text: Type.Optional(nullable.text),
		datetime: Type.Optional(nullable.dateTime),
		number: Type.Optional(nullable.integer),
		decimalNumber: Type.Optional(nullable.text),
		calculationResult: Type.Optional(Type.Number()),
		selectedValue: Type.Optional(nullable.integer),
		selectedValues: Type.Optional(Type.Array(integer)),
		selectedOption: Type.Optional(
			orNothing({ value: integer, label: text, dealCustomItemOptionId: integer }),
		),
		selectedOptions: Type.Optional(
			Type.Array(Type.Object({ ...option, id: integer }, { additionalProperties: integer })),
		),
		selectedUsers: Type.Optional(Type.Array(member)),
	});
/** v1 §2.3; the compact form holds id, item id, itemKey and value only (S3). */
export const customValue = {
	customer: customValueOf('customer'),
	deal: customValueOf('deal'),
	contact: customValueOf('contact'),
	action: customValueOf('action'),
};
/** Left out where the search body asks for noCustoms (v1 §4). */
const customValues = (owner: keyof typeof customValue) =>
	Type.Optional(Type.Array(customValue[owner]));

const customObjects = Type.Optional(Type.Array(closed({ id: integer, customObjectDefKey: text })));

/** v1 §2.4. */
export const customerRecord = closed({
	id: integer,
	name: text,
	address: nullable.text,
	telNo: nullable.text,
	webUrl: nullable.text,
	employee: nullable.integer,
	capital: nullable.integer,
	company: closed({ name: nullable.text, companyNum: nullable.text }),
	closingMonth: nullable.integer,
	ownerRole: namedOrNull,
	customerCustoms: customValues('customer'),
	customObjects,
	...times,
});

/** v1 §2.5. */
export const contactRecord = closed({
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
	contactCustoms: customValues('contact'),
	lifecycleStages: Type.Array(closed({ lifecycleStageTypeId: integer, id: integer, name: text })),
	...times,
});

const action = {
	id: integer,
	pattern: namedOrNull,
	contacts: Type.Array(contactRecord),
	startDatetime: dateTime,
	endDatetime: dateTime,
	preNote: nullable.text,
	active: flag,
	result: nullable.text,
	extraResult: text,
	syncCalendar: flag,
	creator: named,
	invitees: Type.Array(named),
	actionCustoms: customValues('action'),
	files: Type.Optional(Type.Array(closed({ name: text, mimeType: text, url: text }))),
	...times,
};
/** v1 §2.6, by kind. */
export const customerActionRecord = closed({ ...action, customer: named });
export const dealActionRecord = closed({ ...action, purpose: named, deal: named });

/** What a setting is keyed by: `{id, key, name}` (v1 §2.7, §2.8). */
const keyed = { id: integer, key: text, name: text };
/** Custom values of product details and of their settings, keyed by field (v1 §2.7). */
const detailCustoms = Type.Record(
	text,
	closed({
		id: integer,
		dealProductDetailTypeCustomItemId: integer,
		itemType: text,
		name: text,
		text: Type.Optional(nullable.text),
		datetime: Type.Optional(nullable.dateTime),
		decimalNumber: Type.Optional(nullable.text),
		selectedValue: Type.Optional(nullable.integer),
		selectedOption: Type.Optional(
			orNothing({
				value: integer,
				label: text,
				dealProductDetailTypeCustomItemOptionId: integer,
			}),
		),
	}),
);

/** v1 §2.7. */
export const productDetail = closed({
	id: integer,
	dealProductDetailTypeId: integer,
	name: nullable.text,
	billingType: orNothing(keyed),
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

/** v1 §2.7. */
export const dealRecord = closed({
	id: integer,
	name: text,
	amount: nullable.integer,
	closingLeadtime: integer,
	fromEmail: flag,
	memo: text,
	expectedContractDate: date,
	reason: nullable.text,
	dealType: named,
	endPhaseReasons: Type.Array(named),
	customer: named,
	phase: closed({ id: integer, name: text, status: integer }),
	phaseStayDays: Type.Array(
		closed({ id: integer, name: text, phaseStayDays: integer, isCurrentPhase: flag }),
	),
	product: named,
	probability: named,
	channel: named,
	user: named,
	// An array, or an object keyed by itemKey (itemKeyAsPropertyKey).
	dealCustoms: Type.Optional(
		Type.Union([Type.Array(customValue.deal), Type.Record(text, customValue.deal)]),
	),
	dealProductDetails: Type.Array(productDetail),
	dealCustomerTypes: Type.Array(closed({ dealCustomerType: named, customers: Type.Array(named) })),
	customObjects,
	...times,
});

/** v1 §2.8. */
export const productDetailTypeRecord = closed({
	id: integer,
	name: text,
	dealTypeIds: Type.Array(integer),
	unit: nullable.text,
	price: nullable.text,
	billingType: closed(keyed),
	roundType: closed(keyed),
	unitCostRoundType: closed(keyed),
	memo: nullable.text,
	dealProductDetailTypeCustoms: detailCustoms,
	...times,
});

/** v1 §2.9; deals have the same form in the domain settings (v1 §2.1). */
export const fieldRecord = closed({
	id: integer,
	itemKey: nullable.text,
	itemType: text,
	name: text,
	orderNum: integer,
	customItemOptions: Type.Array(closed(option)),
});
export const actionFieldRecord = closed({
	id: integer,
	itemKey: nullable.text,
	itemType: text,
	name: text,
	actionCustomItemOptions: Type.Array(closed(option)),
});
export const labelRecord = closed({ id: integer, name: text, createdAt: dateTime });

/** v1 §2.1. */
export const dealTypeRecord = closed({
	id: integer,
	name: text,
	phases: Type.Array(closed({ id: integer, name: text, status: integer })),
	products: Type.Array(named),
	probabilities: Type.Array(named),
	channels: Type.Array(named),
	endPhaseReasons: Type.Array(named),
	actionsPurposes: Type.Array(
		closed({ id: integer, name: text, pattern: integer, patternName: text, orderNum: integer }),
	),
	dealCustomItems: Type.Array(fieldRecord),
	dealProductDetailTypes: Type.Array(productDetailTypeRecord),
	dealCustomerTypes: Type.Array(groupRecord),
	dealRequiredFields: Type.Array(
		closed({
			phaseId: integer,
			amount: flag,
			dealProductDetail: flag,
			dealCustomItemIds: Type.Array(integer),
		}),
	),
});

export const ids = Type.Array(integer);
export const listOf = (plural: string, item: TSchema) => closed({ [plural]: Type.Array(item) });
