import { Type, type TProperties } from '@sinclair/typebox';
import { date, dateTime, flag, integer, named, nullable, text } from '../contract/schemas';
import { customValue, productDetail } from '../v1/schemas';

/** Record shapes of v2 responses; a closed object, so that a test sees any property it lacks. */
export const closed = <P extends TProperties>(properties: P) =>
	Type.Object(properties, { additionalProperties: false });

const orNothing = (properties: TProperties) => ({
	...closed(properties),
	type: ['object', 'null'],
});
const namedOrNull = Type.Unsafe<{ id: number; name: string } | null>(
	orNothing({ id: integer, name: text }),
);

const user = closed({ id: integer, name: text, email: text });

/** v1 §2.2, to which v2's lists are compatible. */
export const userRecord = closed({
	id: integer,
	name: text,
	email: text,
	userGroups: Type.Array(named),
	profile: named,
	role: namedOrNull,
});
export const groupRecord = closed({ id: integer, name: text, orderNum: integer });
export const groupWithUsers = closed({ ...groupRecord.properties, users: Type.Array(user) });

/** An array, or an object keyed by itemKey (v2 §2.1 rule 5); each value as in v1 (v2 §2.9). */
const customValues = (owner: keyof typeof customValue) =>
	Type.Union([Type.Array(customValue[owner]), Type.Record(Type.String(), customValue[owner])]);
const customObjects = Type.Optional(Type.Array(closed({ id: integer, customObjectDefKey: text })));
const times = { createdAt: dateTime, updatedAt: dateTime };

/** v2 §2.4. */
export const customerRecord = closed({
	id: integer,
	name: text,
	companyNum: nullable.text,
	establishYear: nullable.integer,
	industry: namedOrNull,
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

/** v2 §2.6 and v1 §2.7. */
export const dealRecord = closed({
	id: integer,
	name: text,
	amount: nullable.integer,
	closingLeadtime: integer,
	fromEmail: flag,
	memo: text,
	expectedContractDate: date,
	reason: nullable.text,
	endPhaseReasons: Type.Array(named),
	totalCost: text,
	totalProfit: text,
	dealType: named,
	customer: named,
	phase: closed({ id: integer, name: text, status: integer }),
	product: named,
	probability: named,
	channel: named,
	user: named,
	phaseStayDays: Type.Array(
		closed({ id: integer, name: text, phaseStayDays: integer, isCurrentPhase: flag }),
	),
	dealProductDetails: Type.Array(productDetail),
	dealCustomerTypes: Type.Array(closed({ dealCustomerType: named, customers: Type.Array(named) })),
	dealCustoms: customValues('deal'),
	customObjects,
	...times,
});

/** v2 §2.7. */
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
	customObjects,
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
	creator: namedOrNull,
	invitees: Type.Array(named),
	actionCustoms: Type.Array(customValue.action),
	files: Type.Optional(Type.Array(closed({ name: text, mimeType: text, url: text }))),
	...times,
};

/** v2 §2.5, by kind. */
export const customerActionRecord = closed({ ...action, customer: named });
export const dealActionRecord = closed({ ...action, purpose: namedOrNull, deal: named });
export const contactActionRecord = closed({
	...action,
	dataType: integer,
	contact: namedOrNull,
	deal: namedOrNull,
});

const associates = Type.Optional(Type.Array(named));

/** v2 §2.8; a property for every item key of its definition. */
export const customObjectRecord = Type.Object(
	{ id: integer, deals: associates, customers: associates, contacts: associates, ...times },
	{ additionalProperties: true },
);

export const ids = Type.Array(integer);
