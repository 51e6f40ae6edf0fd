import { Type } from '@sinclair/typebox';
import type { VersionName } from '../../contract/operationContract';
import * as schemas from '../../contract/schemas';
import { closed, component, keyed, named, nullable, orNull } from '../../contract/schemas';
import { member } from './customValueSchemas';
import { property } from './property';
import type { BaseRow, CustomValue, DatedRow, Form, PropertyOptions, Stored } from './property';
import { settings, type FieldTypes, type SettingName } from './settings';
import { formOf, shapeOf } from './recordSchemas';

/*
 * Every property of every record: its name, its type, the versions that know it, the forms that
 * write it, whether it may be empty, and whether searches filter and sort by it. Columns, forms,
 * responses, OpenAPI descriptions, the search index and the page's columns are made from it. Rules
 * that a type cannot express are functions in `records/`, under the name of the property.
 */

const { integer, text, flag } = schemas;
const optional = { null: true } as const;
const unset = { null: 'unset' } as const;
const searched = { null: true, search: true } as const;
const required = { required: true, search: true } as const;
const readOnly = { write: 'never' } as const;
const inner = { write: 'never', hidden: true } as const;
/** A property that no column stores: a rule computes it for responses. */
const computed = (response: PropertyOptions['response'], more: { v2?: true } = {}) =>
	property.json<never>()({ ...readOnly, column: false, response, ...more } as const);
const someNamed = Type.Array(named);

/** Customers (v2 §2.4, v1 §2.4). */
export const customer = {
	name: property.text(required),
	companyNum: property.text({ ...optional, v2: true }),
	companyName: property.text({ ...optional, ...inner }),
	company: computed(closed({ name: nullable.text, companyNum: nullable.text })),
	establishYear: property.integer({ ...searched, v2: true }),
	industryId: property.id('industry', { ...searched, v2: true }),
	/** Overrides industryId in updates (v2 §4.4). */
	industry: property.json<never>()({
		write: 'update',
		hidden: true,
		v2: true,
		column: false,
		request: orNull(Type.Partial(Type.Object({ id: integer, name: text }))),
	}),
	address: property.text(searched),
	telNo: property.text(searched),
	webUrl: property.text({ ...optional, search: 'unsorted' }),
	/** Only searches know it (v2 §4.4). */
	memo: property.text({ ...searched, ...inner }),
	employee: property.integer(searched),
	capital: property.integer(searched),
	closingMonth: property.integer({
		...searched,
		request: orNull(Type.Integer({ minimum: 1, maximum: 12 })),
	}),
	ownerRoleId: property.id('role', searched),
	parentId: property.id('customer', { ...optional, write: 'create', hidden: true, v2: true }),
	customs: property.customs('customer'),
	customObjects: property.links('customer', 'customObject'),
};

/** Contacts (v2 §2.7, v1 §2.5). */
export const contact = {
	name: property.text(required),
	customerId: property.ref('customer', searched),
	email: property.text(searched),
	tel: property.text(searched),
	mobileTel: property.text(searched),
	/** The digits of the two numbers, by which the filter `phoneNumber` finds them (S3). */
	telDigits: property.text({ ...optional, ...inner }),
	mobileDigits: property.text({ ...optional, ...inner }),
	address: property.text(searched),
	dept: property.text(searched),
	position: property.text(searched),
	memo: property.text(searched),
	externalLeadScore: property.integer({ ...searched, ...readOnly }),
	customs: property.customs('contact'),
	/** A request gives the ids of the whole list: the documents show no form for it. */
	lifecycleStages: property.json<
		Array<{ id: number; lifecycleStageTypeId: number; name: string }>
	>()({
		usual: [],
		request: Type.Array(Type.Object({ id: integer, lifecycleStageTypeId: Type.Optional(integer) })),
		response: Type.Array(closed({ lifecycleStageTypeId: integer, id: integer, name: text })),
	}),
	customObjects: property.links('contact', 'customObject', {
		v2: true,
		request: schemas.contactAssociations,
	}),
};

/** A product detail of a deal (v1 §2.7). */
export const dealProductDetail = {
	dealProductDetailTypeId: property.integer(),
	name: computed(nullable.text),
	billingType: computed(orNull(keyed)),
	quantity: property.decimal(),
	unit: computed(nullable.text),
	price: property.decimal(),
	unitCost: property.decimal(),
	term: property.integer(unset),
	subtotal: computed(text),
	firstSales: property.moment(unset),
	memo: property.text(unset),
	customs: property.customs('productDetail', 'dealProductDetailCustoms'),
};
export type ProductDetail = Stored<typeof dealProductDetail> & { id: number };
/**
 * An item of a request: one with an id updates that product detail, or removes it if `deleted` is
 * true; one without an id adds a product detail (v2 §2.6).
 */
export type ProductDetailItem = Form & {
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

/** A related customer of a deal in a request, linked or with `delete` unlinked (v2 §2.6, v1 §2.7). */
const relatedCustomerItem = component(
	'RelatedCustomerItem',
	Type.Object({
		dealCustomerTypeId: integer,
		customerId: integer,
		delete: Type.Optional(flag),
	}),
);

export const phaseShape = closed({ id: integer, name: text, status: integer });

/** Deals (v2 §2.6, v1 §2.7). */
export const deal = {
	name: property.text(required),
	dealTypeId: property.ref('dealType', { ...required, write: 'create' }),
	customerId: property.ref('customer', required),
	phaseId: property.ref('phase', { ...required, response: phaseShape }),
	amount: property.integer(searched),
	/** The value that was written. It is null if none was, and a rule then computes what responses show (S5). */
	closingLeadtime: property.integer({ ...unset, response: integer }),
	fromEmail: property.flag(),
	memo: property.text({ search: true }),
	expectedContractDate: property.date(required),
	reason: property.text(searched),
	endPhaseReasonIds: property.ids('endPhaseReason'),
	totalCost: computed(text, { v2: true }),
	totalProfit: computed(text, { v2: true }),
	productId: property.ref('product', required),
	probabilityId: property.ref('probability', required),
	channelId: property.ref('channel', required),
	userId: property.ref('user', required),
	/** The phases in the order in which the deal entered them. */
	phaseHistory: property.json<Array<{ phaseId: number; at: number }>>()({ ...inner, usual: [] }),
	phaseStayDays: computed(
		Type.Array(closed({ id: integer, name: text, phaseStayDays: integer, isCurrentPhase: flag })),
	),
	productDetails: property.json<ProductDetail[]>()({
		as: 'dealProductDetails',
		usual: [],
		request: Type.Array(productDetailItem),
		response: (version: VersionName) =>
			Type.Array(
				component('DealProductDetail', shapeOf(dealProductDetail, version, { times: false })),
			),
	}),
	relatedCustomers: property.json<Array<{ typeId: number; customerId: number }>>()({
		as: 'dealCustomers',
		usual: [],
		hidden: true,
		request: Type.Array(relatedCustomerItem),
	}),
	dealCustomerTypes: computed(
		Type.Array(closed({ dealCustomerType: named, customers: someNamed })),
	),
	customs: property.customs('deal'),
	customObjects: property.links('deal', 'customObject'),
};

export type ActionKind = 'customerAction' | 'dealAction' | 'contactAction';

/** The properties that all kinds of action have (v2 §2.5, v1 §2.6). */
const action = {
	startAt: property.moment({ as: 'startDatetime', required: true }),
	endAt: property.moment({ as: 'endDatetime', required: true }),
	preNote: property.text(optional),
	active: property.flag({ usual: true }),
	result: property.text(optional),
	extraResult: property.text(readOnly),
	syncCalendar: property.flag(),
	creatorId: property.ref('user', { required: true }),
	inviteeIds: property.refs('user'),
	/** The first one of a contact action is the contact that it belongs to. */
	contactIds: property.refs('contact', {
		response: (version: VersionName) => Type.Array(component('Contact', shapeOf(contact, version))),
	}),
	customs: property.customs('action'),
	files: property.json<Array<{ name: string; mimeType: string; url: string }>>()({
		...readOnly,
		usual: [],
		response: Type.Optional(Type.Array(closed({ name: text, mimeType: text, url: text }))),
	}),
};
const patternIsGiven = property.ref('actionPattern', { required: true });

/** The properties of each kind of action. */
export const actions = {
	customerAction: {
		customerId: property.ref('customer', readOnly),
		...action,
		patternId: patternIsGiven,
	},
	dealAction: {
		dealId: property.ref('deal', { required: true }),
		...action,
		/** It follows from the purpose (v1 §2.1). */
		patternId: property.ref('actionPattern', readOnly),
		purposeId: property.ref('actionPurpose', { required: true }),
	},
	contactAction: {
		contact: computed(schemas.namedOrNull),
		dealId: property.ref('deal', { ...readOnly, null: true }),
		...action,
		// Unlike in the forms of the other kinds, these two are not "or null" (v2 §4.10).
		preNote: property.text(unset),
		result: property.text(unset),
		patternId: patternIsGiven,
		/** 0 = deal action, 1 = contact action (v2 §4.10). */
		dataType: computed(integer),
	},
};
/** The columns of the one table that stores actions of all kinds. */
export const anyAction = {
	...action,
	kind: property.text(inner),
	patternId: property.id('actionPattern', optional),
	customerId: property.id('customer', optional),
	dealId: property.id('deal', optional),
	purposeId: property.id('actionPurpose', optional),
};

/** A value of a custom object. */
export type ObjectValue = CustomValue | string[];
const associates = { response: Type.Optional(someNamed) };
/** The properties of every custom object. Each also has one for every item key of its definition (v2 §2.8). */
export const customObject = {
	defId: property.integer(inner),
	fields: property.json<Record<string, ObjectValue | undefined>>()({ ...inner, usual: {} }),
	deals: property.links('customObject', 'deal', associates),
	customers: property.links('customObject', 'customer', associates),
	contacts: property.links('customObject', 'contact', associates),
};

/** Users (v1 §2.2). */
export const user = {
	name: property.text({ usual: 'User' }),
	email: property.text(),
	deleted: property.flag({ hidden: true }),
	roleId: property.id('role', optional),
	/** A user belongs to one group at most (v2 §4.2). */
	groupId: property.id('userGroup', { ...optional, hidden: true }),
	userGroups: computed(someNamed),
	profile: property.json<{ id: number; name: string }>()({ ...readOnly, response: named }),
};
/** A user group as the response of its update shows it. */
export const group = { name: property.text(), orderNum: property.integer() };
export const userGroup = { ...group, users: computed(Type.Array(member)) };
export const role = { name: property.text({ usual: 'Role' }) };
/** An entry of the register of companies that a website address may identify (v2 §2.4). */
export const company = {
	name: property.text({ usual: 'Company' }),
	webUrl: property.text(optional),
	establishYear: property.integer(optional),
	industryId: property.id('industry', optional),
};

/** A product-detail setting (v1 §2.8). */
export const productDetailType = {
	name: property.text({ required: true }),
	dealTypeIds: property.json<number[]>()({
		usual: [],
		request: schemas.ids,
		response: schemas.ids,
	}),
	unit: property.text(unset),
	price: property.decimal(unset),
	unitCost: property.decimal({ ...unset, hidden: true }),
	quantity: property.decimal({ ...unset, hidden: true }),
	grossProfitMargin: property.decimal({ ...unset, hidden: true }),
	enableAutoCalculatePrice: property.flag({ hidden: true }),
	billingTypeId: property.id('billingType', { response: keyed }),
	roundTypeId: property.id('roundType', { response: keyed }),
	unitCostRoundTypeId: property.id('roundType', { response: keyed }),
	memo: property.text(unset),
	customs: property.customs('productDetail', 'dealProductDetailTypeCustoms'),
};

const dated = { customer, deal, contact, action: anyAction, customObject, productDetailType };
/** Every table by its name, with the properties that are its columns. */
export const tables = { ...dated, user, userGroup, role, company, ...settings };
export type TableName = keyof typeof tables;
/** Whether the records of a table have dates, and older versions that lists may still show. */
export const isDated = (name: TableName): boolean => name in dated;
/** Whether a table holds settings of a domain. */
export const isSetting = (name: TableName): name is SettingName => name in settings;

/** Columns whose values are of a narrower type than their property says. */
interface Narrowed {
	action: { kind: ActionKind };
	field: FieldTypes;
}
/** A row of a table. */
export type Row<Name extends TableName> = Stored<(typeof tables)[Name]> &
	(Name extends keyof typeof dated ? DatedRow : BaseRow) &
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
