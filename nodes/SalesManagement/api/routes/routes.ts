import type { IHttpRequestMethods } from 'n8n-workflow';
import { FIXED_PAGE, LARGEST_PAGE } from '../../shared';
import type { ApiVersion, ListRules, Route } from './route';

/**
 * Every operation of the service with its route, in one table (S1). The documents show few routes;
 * the rest is inferred from REST convention and the documents' own path parameters, and a
 * credential may replace single rows (`endpoints.ts`). Both interfaces' path parameters are called
 * here as requests call them.
 */

type Definition = `${IHttpRequestMethods} /${string}`;

const route = (definition: Definition, rest: Partial<Route> = {}): Route => {
	const [method, path] = definition.split(' ') as [IHttpRequestMethods, string];
	return { method, path, known: 'inferred', repeatable: method === 'GET', ...rest };
};

const shown = (row: Route): Route => ({ ...row, known: 'shown' });

/** A write that has the same outcome however often it is sent (v2 §4.2). */
const idempotent = (definition: Definition) => route(definition, { repeatable: true });

const listBy =
	(style: ListRules['style'], takesLimit: boolean) =>
	(definition: Definition, plural: string, rules: Partial<ListRules> = {}): Route =>
		route(definition, {
			repeatable: true,
			list: { style, plural, pageSize: LARGEST_PAGE, takesLimit, pagingIn: 'query', ...rules },
		});

const cursorList = listBy('cursor', true);
const pageList = listBy('page', true);
const unpagedList = listBy('whole', false);

const FIXED: Partial<ListRules> = { pageSize: FIXED_PAGE, takesLimit: false };
const IN_BODY: Partial<ListRules> = { pagingIn: 'body' };

/** The routes that are the same in both interfaces. */
const both = {
	'user.getMany': pageList('GET /users', 'users', FIXED),

	'userGroup.getMany': pageList('GET /user_groups', 'userGroups', FIXED),
	'userGroup.update': route('PATCH /user_groups/{id}'),
	'userGroup.addMember': idempotent('POST /user_groups/{userGroupId}/users'),
	'userGroup.removeMember': route('DELETE /user_groups/{userGroupId}/users/{userId}'),
	'userGroup.replaceMembers': idempotent('PUT /user_groups/{userGroupId}/users'),

	'role.getMany': pageList('GET /roles', 'roles', FIXED),

	'customer.create': route('POST /customers'),
	'customer.get': route('GET /customers/{id}'),
	'customer.update': route('PATCH /customers/{id}'),
	'customer.createMany': route('POST /customers/bulk'),

	'customerAction.create': route('POST /customers/{customerId}/actions'),
	'customerAction.get': route('GET /customers/{customerId}/actions/{id}'),
	'customerAction.update': route('PATCH /customers/{customerId}/actions/{id}'),
	'customerAction.delete': route('DELETE /customers/{customerId}/actions/{id}'),
	'customerAction.createMany': route('POST /customers/actions/bulk'),

	'deal.create': route('POST /deals'),
	'deal.get': route('GET /deals/{id}'),
	'deal.update': route('PATCH /deals/{id}'),
	'deal.createMany': route('POST /deal_types/{dealTypeId}/deals/bulk'),
	'deal.updateMany': route('PATCH /deal_types/{dealTypeId}/deals/bulk'),

	'dealContact.getMany': pageList('GET /deals/{dealId}/contacts', 'contacts', FIXED),
	'dealContact.link': route('POST /deals/{dealId}/contacts/{contactId}'),
	'dealContact.unlink': route('DELETE /deals/{dealId}/contacts/{contactId}'),

	'dealAction.create': route('POST /actions'),
	'dealAction.get': route('GET /actions/{id}'),
	'dealAction.update': route('PATCH /actions/{id}'),
	'dealAction.createMany': route('POST /actions/bulk'),
} satisfies Record<string, Route>;

const OBJECTS = '/custom_object_defs/{customObjectDefKey}/custom_objects';

const v2 = {
	...both,

	'user.getCurrent': route('GET /users/me'),

	'customer.getMany': shown(cursorList('GET /customers', 'customers')),
	'customer.search': cursorList('POST /customers/search', 'customers', IN_BODY),
	'customer.delete': route('DELETE /customers/{id}'),

	'customerAction.getMany': cursorList('GET /customers/{customerId}/actions', 'actions'),

	'deal.getMany': shown(cursorList('GET /deals', 'deals')),
	'deal.search': cursorList('POST /deals/search', 'deals'),
	'deal.delete': route('DELETE /deals/{id}'),

	'dealAction.getMany': cursorList('GET /actions', 'actions'),
	'dealAction.delete': route('DELETE /actions/{id}'),

	'contact.getMany': cursorList('GET /contacts', 'contacts'),
	'contact.create': route('POST /contacts'),
	'contact.search': cursorList('POST /contacts/search', 'contacts'),
	'contact.get': route('GET /contacts/{id}'),
	'contact.update': route('PATCH /contacts/{id}'),
	'contact.delete': route('DELETE /contacts/{id}'),

	'contactAction.getMany': cursorList('GET /contacts/{contactId}/actions', 'actions'),
	'contactAction.create': route('POST /contacts/{contactId}/actions'),
	'contactAction.get': route('GET /contacts/{contactId}/actions/{id}'),
	'contactAction.update': route('PATCH /contacts/{contactId}/actions/{id}'),
	'contactAction.delete': route('DELETE /contacts/{contactId}/actions/{id}'),
	'contactAction.createMany': route('POST /contacts/actions/bulk'),

	'customObject.getMany': shown(cursorList(`GET ${OBJECTS}`, 'customObjects', FIXED)),
	'customObject.create': route(`POST ${OBJECTS}`),
	'customObject.get': route(`GET ${OBJECTS}/{id}`),
	'customObject.update': route(`PATCH ${OBJECTS}/{id}`),
	'customObject.delete': route(`DELETE ${OBJECTS}/{id}`),
	'customObject.createMany': route(`POST ${OBJECTS}/bulk`),
	'customObject.updateMany': route(`PATCH ${OBJECTS}/bulk`),
} satisfies Record<string, Route>;

const v1 = {
	...both,

	'domainSetting.get': shown(route('GET /domains/settings')),

	'actionField.getMany': unpagedList('GET /action_custom_items', 'actionCustomItems'),
	'actionField.create': route('POST /action_custom_items'),
	'actionField.update': route('PATCH /action_custom_items/{itemKey}'),
	'actionField.getLabels': pageList('GET /action_custom_items/{itemKey}/labels', 'labels'),

	'customerField.getMany': unpagedList('GET /customer_custom_items', 'customerCustomItems'),
	'contactField.getMany': unpagedList('GET /contact_custom_items', 'contactCustomItems'),

	'customer.getMany': shown(pageList('GET /customers', 'customers')),
	'customer.search': shown(pageList('POST /customers/search', 'customers', IN_BODY)),

	'customerAction.getMany': pageList('GET /customers/{customerId}/actions', 'actions', FIXED),

	'dealType.get': route('GET /deal_setting/deal_types/{id}'),

	'productDetail.getMany': pageList('GET /deal_product_detail_types', 'dealProductDetailTypes'),
	'productDetail.getFields': unpagedList(
		'GET /deal_product_detail_type_custom_items',
		'dealProductDetailTypeCustomItems',
	),
	'productDetail.createMany': route('POST /deal_product_detail_types/bulk'),
	'productDetail.updateMany': route('PATCH /deal_product_detail_types/bulk'),

	'deal.getMany': pageList('GET /deals', 'deals'),
	'deal.search': pageList('POST /deals/search', 'deals', IN_BODY),

	'dealAction.getMany': pageList('GET /actions', 'actions', FIXED),

	'contact.getMany': pageList('GET /contacts', 'contacts', FIXED),
} satisfies Record<string, Route>;

/** `resource.operation` of S1, such as `deal.getMany`; any other does not compile. */
export type OperationId = keyof typeof v2 | keyof typeof v1;

/** The resources of the operation ids, such as `deal`. */
export type ResourceId = OperationId extends `${infer Resource}.${string}` ? Resource : never;

/** The operations that one interface has. */
export type Routes = Readonly<Partial<Record<OperationId, Route>>>;

export const ROUTES: Readonly<Record<ApiVersion, Routes>> = { v2, v1 };

/** The route of each operation in whatever interface has it; in v2 if both have it. */
const ROUTES_OF_EITHER = new Map<string, Route>(Object.entries({ ...v1, ...v2 }));

/**
 * Whether an operation changes nothing, so that no failure leaves it in doubt: by its kind in the table,
 * since an override may name any method, and a search is a POST. An unknown operation is a write.
 */
export function isRead(operation: string): boolean {
	const row = ROUTES_OF_EITHER.get(operation);
	return row?.method === 'GET' || row?.list !== undefined;
}

/** The rules of a list, in whatever interface has it. */
export const listRules = (route: OperationId) => ROUTES_OF_EITHER.get(route)?.list;

/** Whether an operation of this name exists in either interface. */
export const isOperationId = (name: string): name is OperationId => ROUTES_OF_EITHER.has(name);
