import { lastFirst, moved, ofOperations } from './addressChanges';
import { bulkCalls } from './answerChanges';
import type { Dialect } from './dialect';

const e1 = 'v2 §4 E1, v1 §4 E1';
const ofDealActions = 'the addresses of deal actions';
const ofSearches = 'the addresses of searches';
const ofBulkCalls = 'the addresses of bulk calls';
const search = /\.search$/;

/** Other places of single operations. */
export const movedAddresses: Dialect[] = [
	{
		name: 'deal-actions-named',
		says: 'Deal actions are below an address that names them.',
		...{ allowedBy: e1, concerns: ofDealActions, sees: 'GET /deal_actions/{id}' },
		address: ofOperations(/^dealAction\./, moved(['/actions', '/deal_actions'])),
	},
	{
		name: 'deal-actions-under-deals',
		says: 'Deal actions are below the address of deals.',
		...{ allowedBy: e1, concerns: ofDealActions, sees: 'GET /deals/actions/{id}' },
		address: ofOperations(/^dealAction\./, moved(['/actions', '/deals/actions'])),
	},
	{
		name: 'actions-flat',
		says: 'Actions of customers and of contacts are beside their owners, not below them.',
		...{ allowedBy: e1, concerns: 'the addresses of customer and contact actions' },
		sees: 'GET /customer_actions/{customer_id}/{id}',
		address: ofOperations(/^(customer|contact)Action\./, (path) =>
			path.replace(/^\/(customer|contact)s(.*)\/actions/, '/$1_actions$2'),
		),
	},
	{
		name: 'deal-contacts-flat',
		says: 'The contacts of a deal are beside deals, not below them.',
		...{ allowedBy: e1, concerns: 'the addresses of deal contacts' },
		sees: 'GET /deal_contacts/{deal_id}',
		address: ofOperations(/^dealContact\./, (path) =>
			path.replace(/^\/deals\/(\{\w+\})\/contacts/, '/deal_contacts/$1'),
		),
	},
	{
		name: 'members-named',
		says: 'The users of a group are called its members.',
		...{ allowedBy: e1, concerns: 'the addresses of members' },
		sees: 'POST /user_groups/{userGroupId}/members',
		address: ofOperations(/Members?$/, (path) => path.replace('}/users', '}/members')),
	},
	{
		name: 'current-user-at-me',
		says: 'The current user is not below users.',
		...{ allowedBy: e1, concerns: 'the address of the current user', sees: 'GET /me' },
		address: ofOperations(/^user\.getCurrent$/, () => '/me'),
	},
	{
		name: 'current-user-at-current',
		says: 'The current user is called so.',
		...{ allowedBy: e1, concerns: 'the address of the current user', sees: 'GET /users/current' },
		address: ofOperations(/^user\.getCurrent$/, () => '/users/current'),
	},
	{
		name: 'deal-settings-flat',
		says: 'Deal types and product details of v1 have short addresses.',
		...{ allowedBy: 'v1 §4 E1', concerns: 'the addresses of deal settings' },
		sees: 'GET /deal_types/{id}',
		address: ofOperations(
			/^(dealType|productDetail)\./,
			moved(
				['/deal_setting/deal_types', '/deal_types'],
				['/deal_product_detail_types', '/product_details'],
				['/deal_product_detail_type_custom_items', '/product_detail_fields'],
			),
		),
	},
	{
		name: 'fields-by-owner',
		says: 'The fields of v1 are below the records that have them.',
		...{ allowedBy: 'v1 §4 E1', concerns: 'the addresses of fields' },
		sees: 'GET /customers/custom_items',
		address: ofOperations(/Field\./, (path) =>
			path.replace(/^\/(customer|contact|action)_custom_items/, '/$1s/custom_items'),
		),
	},
	{
		name: 'search-first',
		says: 'A search names what it searches behind it.',
		...{ allowedBy: e1, concerns: ofSearches, sees: 'POST /search/customers' },
		address: ofOperations(search, lastFirst),
	},
	{
		name: 'search-underscored',
		says: 'A search is marked by an underscore, as no record can be called.',
		...{ allowedBy: e1, concerns: ofSearches, sees: 'POST /customers/_search' },
		address: ofOperations(search, (path) => path.replace(/search$/, '_search')),
	},
	{
		name: 'bulk-first',
		says: 'A bulk call names what it writes behind it.',
		...{ allowedBy: e1, concerns: ofBulkCalls, sees: 'POST /bulk/customers' },
		address: ofOperations(bulkCalls, lastFirst),
	},
	{
		name: 'bulk-called-batch',
		says: 'A bulk call is called batch.',
		...{ allowedBy: e1, concerns: ofBulkCalls, sees: 'POST /customers/batch' },
		address: ofOperations(bulkCalls, (path) => path.replace(/bulk$/, 'batch')),
	},
	{
		name: 'bulk-by-verbs',
		says: 'The address of a bulk call says what it does.',
		...{ allowedBy: e1, concerns: ofBulkCalls, sees: 'POST /customers/bulk_create' },
		address: ofOperations(bulkCalls, (path, { id }) =>
			path.replace(/bulk$/, id.endsWith('createMany') ? 'bulk_create' : 'bulk_update'),
		),
	},
	{
		name: 'deal-bulk-under-deals',
		says: 'Bulk calls of deals are below deals, and end with the deal type.',
		...{ allowedBy: e1, concerns: ofBulkCalls, sees: 'POST /deals/bulk/{dealTypeId}' },
		address: ofOperations(/^deal\.(create|update)Many$/, (path) =>
			path.replace(/^\/deal_types\/(\{\w+\})\/deals\/bulk$/, '/deals/bulk/$1'),
		),
	},
];
