import { Type } from '@sinclair/typebox';
import type { VersionName } from '../../contract/operationContract';
import * as schemas from '../../contract/schemas';
import { closed, component, keyed, named, nullable, orNull } from '../../contract/schemas';
import { member } from './customValueSchemas';
import * as is from './property';
import type { CustomValue, Kept, Stored, Timed } from './property';
import { settings, type FieldTypes, type SettingName } from './settings';
import { formOf, shapeOf } from './recordSchemas';

/*
 * Every property of every record: its name, its type, the versions that know it, when it is written,
 * whether it may be empty, be searched and sorted by. Columns, forms, responses, descriptions, search
 * index and the page's columns follow. What a type does not say is a rule of its name in `records/`.
 */

const { integer, text, flag } = schemas;
const optional = { null: true } as const;
const unset = { null: 'unset' } as const;
const searched = { null: true, search: true } as const;
const required = { required: true, search: true } as const;
const readOnly = { write: 'never' } as const;
const inner = { write: 'never', hidden: true } as const;
/** What a rule makes of what is stored, for responses. */
const computed = (response: is.Options['response'], more: { v2?: true } = {}) =>
	is.json<never>()({ ...readOnly, column: false, response, ...more } as const);
const someNamed = Type.Array(named);

/** v2 §2.4, v1 §2.4. */
export const customer = {
	name: is.text(required),
	companyNum: is.text({ ...optional, v2: true }),
	companyName: is.text({ ...optional, ...inner }),
	company: computed(closed({ name: nullable.text, companyNum: nullable.text })),
	establishYear: is.integer({ ...searched, v2: true }),
	industryId: is.id('industry', { ...searched, v2: true }),
	/** Overrides industryId in updates (v2 §4.4). */
	industry: is.json<never>()({
		write: 'update',
		hidden: true,
		v2: true,
		column: false,
		request: orNull(Type.Partial(Type.Object({ id: integer, name: text }))),
	}),
	address: is.text(searched),
	telNo: is.text(searched),
	webUrl: is.text({ ...optional, search: 'unsorted' }),
	/** Only the index knows it (v2 §4.4). */
	memo: is.text({ ...searched, ...inner }),
	employee: is.integer(searched),
	capital: is.integer(searched),
	closingMonth: is.integer({
		...searched,
		request: orNull(Type.Integer({ minimum: 1, maximum: 12 })),
	}),
	ownerRoleId: is.id('role', searched),
	parentId: is.id('customer', { ...optional, write: 'create', hidden: true, v2: true }),
	customs: is.customs('customer'),
	customObjects: is.links('customer', 'customObject'),
};

/** v2 §2.7, v1 §2.5. */
export const contact = {
	name: is.text(required),
	customerId: is.ref('customer', searched),
	email: is.text(searched),
	tel: is.text(searched),
	mobileTel: is.text(searched),
	/** The digits alone, for `phoneNumber` (S3). */
	telDigits: is.text({ ...optional, ...inner }),
	mobileDigits: is.text({ ...optional, ...inner }),
	address: is.text(searched),
	dept: is.text(searched),
	position: is.text(searched),
	memo: is.text(searched),
	externalLeadScore: is.integer({ ...searched, ...readOnly }),
	customs: is.customs('contact'),
	/** Given by their ids, the whole list. The documents show no request form. */
	lifecycleStages: is.json<Array<{ id: number; lifecycleStageTypeId: number; name: string }>>()({
		usual: [],
		request: Type.Array(Type.Object({ id: integer, lifecycleStageTypeId: Type.Optional(integer) })),
		response: Type.Array(closed({ lifecycleStageTypeId: integer, id: integer, name: text })),
	}),
	customObjects: is.links('contact', 'customObject', {
		v2: true,
		request: schemas.contactAssociations,
	}),
};

/** A product of a deal, with its id (v1 §2.7). */
export const dealProductDetail = {
	dealProductDetailTypeId: is.integer(),
	name: computed(nullable.text),
	billingType: computed(orNull(keyed)),
	quantity: is.decimal(),
	unit: computed(nullable.text),
	price: is.decimal(),
	unitCost: is.decimal(),
	term: is.integer(unset),
	subtotal: computed(text),
	firstSales: is.moment(unset),
	memo: is.text(unset),
	customs: is.customs('productDetail', 'dealProductDetailCustoms'),
};
export type ProductDetail = Stored<typeof dealProductDetail> & { id: number };
/** An item with id is updated, with `deleted` removed, without id added (v2 §2.6). */
export type ProductDetailItem = is.Form & {
	id?: number;
	deleted?: boolean;
	dealProductDetailTypeId?: number;
};
const productDetailItem = component(
	'ProductDetailItem',
	Type.Object({
		...formOf(dealProductDetail, 'any').properties,
		id: Type.Optional(integer),
		deleted: Type.Optional(flag),
	}),
);

/** A related customer, unlinked by `delete` (v2 §2.6, v1 §2.7). */
const relatedCustomerItem = component(
	'RelatedCustomerItem',
	Type.Object({
		dealCustomerTypeId: integer,
		customerId: integer,
		delete: Type.Optional(flag),
	}),
);

export const phaseShape = closed({ id: integer, name: text, status: integer });

/** v2 §2.6, v1 §2.7. */
export const deal = {
	name: is.text(required),
	dealTypeId: is.ref('dealType', { ...required, write: 'create' }),
	customerId: is.ref('customer', required),
	phaseId: is.ref('phase', { ...required, response: phaseShape }),
	amount: is.integer(searched),
	/** As it was written; null where it never was, and is computed (S5). */
	closingLeadtime: is.integer({ ...unset, response: integer }),
	fromEmail: is.flag(),
	memo: is.text({ search: true }),
	expectedContractDate: is.date(required),
	reason: is.text(searched),
	endPhaseReasonIds: is.ids('endPhaseReason'),
	totalCost: computed(text, { v2: true }),
	totalProfit: computed(text, { v2: true }),
	productId: is.ref('product', required),
	probabilityId: is.ref('probability', required),
	channelId: is.ref('channel', required),
	userId: is.ref('user', required),
	/** The phases in the order in which the deal entered them. */
	phaseHistory: is.json<Array<{ phaseId: number; at: number }>>()({ ...inner, usual: [] }),
	phaseStayDays: computed(
		Type.Array(closed({ id: integer, name: text, phaseStayDays: integer, isCurrentPhase: flag })),
	),
	productDetails: is.json<ProductDetail[]>()({
		as: 'dealProductDetails',
		usual: [],
		request: Type.Array(productDetailItem),
		response: (version: VersionName) =>
			Type.Array(
				component('DealProductDetail', shapeOf(dealProductDetail, version, { times: false })),
			),
	}),
	relatedCustomers: is.json<Array<{ typeId: number; customerId: number }>>()({
		as: 'dealCustomers',
		usual: [],
		hidden: true,
		request: Type.Array(relatedCustomerItem),
	}),
	dealCustomerTypes: computed(
		Type.Array(closed({ dealCustomerType: named, customers: someNamed })),
	),
	customs: is.customs('deal'),
	customObjects: is.links('deal', 'customObject'),
};

export type ActionKind = 'customerAction' | 'dealAction' | 'contactAction';

/** v2 §2.5, v1 §2.6. */
const action = {
	startAt: is.moment({ as: 'startDatetime', required: true }),
	endAt: is.moment({ as: 'endDatetime', required: true }),
	preNote: is.text(optional),
	active: is.flag({ usual: true }),
	result: is.text(optional),
	extraResult: is.text(readOnly),
	syncCalendar: is.flag(),
	creatorId: is.ref('user', { required: true }),
	inviteeIds: is.refs('user'),
	/** The first one of a contact action is the contact that it belongs to. */
	contactIds: is.refs('contact', {
		response: (version: VersionName) => Type.Array(component('Contact', shapeOf(contact, version))),
	}),
	customs: is.customs('action'),
	files: is.json<Array<{ name: string; mimeType: string; url: string }>>()({
		...readOnly,
		usual: [],
		response: Type.Optional(Type.Array(closed({ name: text, mimeType: text, url: text }))),
	}),
};
const patternIsGiven = is.ref('actionPattern', { required: true });

/** What each kind of action has. */
export const actions = {
	customerAction: {
		customerId: is.ref('customer', readOnly),
		...action,
		patternId: patternIsGiven,
	},
	dealAction: {
		dealId: is.ref('deal', { required: true }),
		...action,
		/** It comes with the purpose (v1 §2.1). */
		patternId: is.ref('actionPattern', readOnly),
		purposeId: is.ref('actionPurpose', { required: true }),
	},
	contactAction: {
		contact: computed(schemas.namedOrNull),
		dealId: is.ref('deal', { ...readOnly, null: true }),
		...action,
		// Other than those of the other kinds, its form says no "or null" (v2 §4.10).
		preNote: is.text(unset),
		result: is.text(unset),
		patternId: patternIsGiven,
		/** 0 = deal action, 1 = contact action (v2 §4.10). */
		dataType: computed(integer),
	},
};
/** The columns of all of them: one table holds them. */
export const anyAction = {
	...action,
	kind: is.text(inner),
	patternId: is.id('actionPattern', optional),
	customerId: is.id('customer', optional),
	dealId: is.id('deal', optional),
	purposeId: is.id('actionPurpose', optional),
};

/** Values by item key. */
export type ObjectValue = CustomValue | string[];
const associates = { response: Type.Optional(someNamed) };
/** What a custom object has beside a property for every item key of its definition (v2 §2.8). */
export const customObject = {
	defId: is.integer(inner),
	fields: is.json<Record<string, ObjectValue | undefined>>()({ ...inner, usual: {} }),
	deals: is.links('customObject', 'deal', associates),
	customers: is.links('customObject', 'customer', associates),
	contacts: is.links('customObject', 'contact', associates),
};

/** v1 §2.2. */
export const user = {
	name: is.text({ usual: 'User' }),
	email: is.text(),
	deleted: is.flag({ hidden: true }),
	roleId: is.id('role', optional),
	/** A user belongs to one group at most (v2 §4.2). */
	groupId: is.id('userGroup', { ...optional, hidden: true }),
	userGroups: computed(someNamed),
	profile: is.json<{ id: number; name: string }>()({ ...readOnly, response: named }),
};
/** As a change of it shows it. */
export const group = { name: is.text(), orderNum: is.integer() };
export const userGroup = { ...group, users: computed(Type.Array(member)) };
export const role = { name: is.text({ usual: 'Role' }) };
/** An entry of the register of companies that a website address may identify (v2 §2.4). */
export const company = {
	name: is.text({ usual: 'Company' }),
	webUrl: is.text(optional),
	establishYear: is.integer(optional),
	industryId: is.id('industry', optional),
};

/** A product-detail setting (v1 §2.8). */
export const productDetailType = {
	name: is.text({ required: true }),
	dealTypeIds: is.json<number[]>()({ usual: [], request: schemas.ids, response: schemas.ids }),
	unit: is.text(unset),
	price: is.decimal(unset),
	unitCost: is.decimal({ ...unset, hidden: true }),
	quantity: is.decimal({ ...unset, hidden: true }),
	grossProfitMargin: is.decimal({ ...unset, hidden: true }),
	enableAutoCalculatePrice: is.flag({ hidden: true }),
	billingTypeId: is.id('billingType', { response: keyed }),
	roundTypeId: is.id('roundType', { response: keyed }),
	unitCostRoundTypeId: is.id('roundType', { response: keyed }),
	memo: is.text(unset),
	customs: is.customs('productDetail', 'dealProductDetailTypeCustoms'),
};

const dated = { customer, deal, contact, action: anyAction, customObject, productDetailType };
/** Every table by its name, with the properties that are its columns. */
export const tables = { ...dated, user, userGroup, role, company, ...settings };
export type TableName = keyof typeof tables;
/** Whether the records of a table have dates, and versions that lists may show later. */
export const isDated = (name: TableName): boolean => name in dated;
/** Whether a table holds what a domain is set up with. */
export const isSetting = (name: TableName): name is SettingName => name in settings;

/** What the types of columns do not say. */
interface Narrowed {
	action: { kind: ActionKind };
	field: FieldTypes;
}
/** A row of a table. */
export type Row<Name extends TableName> = Stored<(typeof tables)[Name]> &
	(Name extends keyof typeof dated ? Timed : Kept) &
	(Name extends keyof Narrowed ? Narrowed[Name] : unknown);
export type CustomerRow = Row<'customer'>;
export type ContactRow = Row<'contact'>;
export type DealRow = Row<'deal'>;
export type ActionRow = Row<'action'>;
export type CustomObjectRow = Row<'customObject'>;
export type ProductDetailTypeRow = Row<'productDetailType'>;
export type UserRow = Row<'user'>;
export type CompanyRow = Row<'company'>;
export type UserGroupRow = Row<'userGroup'>;
/** A custom field. */
export type Field = Row<'field'>;
