import type { Verdict } from '../../../../nodes/SalesManagement/operations/check/finding';

/** By which finding of the check each difference of the sandbox is found. */

export interface Named {
	/** The check that says so. */
	readonly check: string;
	/** What its evidence says. */
	readonly says: RegExp;
	/** Found by its writes only, or in v1 only. */
	readonly by?: 'writes' | 'v1';
	/** How many records of a kind there must be more, so that it is seen. */
	readonly more?: Readonly<Record<string, number>>;
	/** Options without which it can't be seen. */
	readonly set?: Readonly<Record<string, number>>;
	/** What it is taken for, where it may be due to something else. */
	readonly verdict?: Verdict;
}

export const named = (
	check: string,
	says: RegExp,
	rest: Omit<Named, 'check' | 'says'> = {},
): Named => ({
	check,
	says,
	...rest,
});

const found = (operation: string, at: string, by?: Named['by']): Named =>
	named(
		`route:${operation}`,
		new RegExp(`; (?:200|403) .* at ${at.replace(/[/{}?.]/g, '\\$&')}$`),
		{
			by,
		},
	);

const written = (operation: string, says: RegExp): Named =>
	named(`write:${operation}`, says, { by: 'writes' });

const error = (says: RegExp) => named('error:record', says);
const envelope = (says: RegExp, operation = 'customer.getMany') =>
	named(`envelope:${operation}`, says);
const fields = (says: RegExp, operation = 'deal.getMany') => named(`fields:${operation}`, says);
const times = (says: RegExp) => named('times:deal.getMany', says);

export const TABLE: Readonly<Record<string, Named>> = {
	'deal-actions-named': found('dealAction.getMany', 'GET /deal_actions'),
	'deal-actions-under-deals': found('dealAction.getMany', 'GET /deals/actions'),
	'actions-flat': found('customerAction.getMany', 'GET /customer_actions/{customer_id}'),
	activities: found('dealAction.getMany', 'GET /activities'),
	'deal-contacts-flat': found('dealContact.getMany', 'GET /deal_contacts/{deal_id}'),
	'members-named': written(
		'userGroup.addMember',
		/200 .* at POST \/user_groups\/\{userGroupId\}\/members/,
	),
	'current-user-at-me': found('user.getCurrent', 'GET /me'),
	'current-user-at-current': found('user.getCurrent', 'GET /users/current'),
	'deal-settings-flat': found('productDetail.getMany', 'GET /product_details', 'v1'),
	'fields-by-owner': found('customerField.getMany', 'GET /customers/custom_items', 'v1'),
	'search-first': found('customer.search', 'POST /search/customers'),
	'search-underscored': found('deal.search', 'POST /deals/_search'),
	'bulk-first': written('customer.createMany', /200 .* at POST \/bulk\/customers/),
	'bulk-called-batch': written('customer.createMany', /200 .* at POST \/customers\/batch/),
	'bulk-by-verbs': written('customer.createMany', /200 .* at POST \/customers\/bulk_create/),
	'updates-by-put': written('customer.update', /200 .* at PUT \/customers\/\{id\}/),
	'updates-by-post': written('customer.update', /200 .* at POST \/customers\/\{id\}/),
	'deletes-by-post': written('customer.delete', /200 .* at POST \/customers\/\{id\}\/delete/),
	'routes-kebab-case': found('userGroup.getMany', 'GET /user-groups'),
	'routes-camel-case': found('userGroup.getMany', 'GET /userGroups'),
	'routes-singular': found('role.getMany', 'GET /role'),
	'routes-under-api': found('role.getMany', 'GET /api/roles'),
	'routes-trailing-slash': found('role.getMany', 'GET /roles/'),
	'routes-json-suffix': found('role.getMany', 'GET /roles.json'),

	'pages-from-zero': named('pages:user.getMany', /page=1 is not the first page/),
	'limit-called-per-page': named('limit:customer.getMany', /holds more/),
	'limit-capped-at-100': named('limit:greatest', /hold 100 at most/, { more: { contact: 60 } }),
	'cursor-called-page-token': named('pages:deal.getMany', /cursor has no effect/),
	'search-word-called-q': named('filter:searchWord', /no effect/),
	'search-word-ignored': named('filter:searchWord', /no effect/),
	'windows-snake-case': named('window:deal.getMany', /no effect/),
	'windows-ignored': named('window:customer.getMany', /no effect/),
	'sort-ignored': named('sort:deal.getMany', /sort=updatedAt has no effect/),

	'windows-exclusive': named('window:deal.getMany', /neither end/),
	'windows-half-open': named('window:deal.getMany', /beginning of a window belongs to it, its end/),
	'whole-seconds': named('times:written', /whole seconds/, { by: 'writes' }),
	'shown-in-whole-seconds': times(/whole seconds/),
	'created-before-updated': named('times:written', /createdAt is a little before/, {
		by: 'writes',
	}),
	'lists-lag': named('lag:list', /not shown at once/, { by: 'writes' }),
	'searches-lag': named('lag:search', /not shown at once/, { by: 'writes' }),
	'equality-ignores-case': named('search:equality', /ignores case/),
	'no-item-keys-on-contacts-and-actions': named('customs:contact.getMany', /itemKey is missing/),
	'decimals-padded': fields(/totalCost is padded with zeros/),
	'keys-shuffled': named('order:properties', /different orders/),
	'short-pages': named('limit:deal.getMany', /holds less, although more follow/),
	'small-responses': named('route:customer.getMany', /^500 .* too large$/, { by: 'v1' }),

	'creates-answer-201': written('customer.create', /201 instead of 200/),

	'unknown-fields': fields(/etag is unknown; links is unknown/),
	'no-customs-in-lists': named('customs:deal.getMany', /dealCustoms is missing/),
	'customs-without-item-keys': named('customs:deal.getMany', /itemKey is missing/),
	'references-without-names': fields(/customer\.name is missing/),
	'references-as-ids': fields(/customer is missing/),
	'phase-without-status': fields(/phase\.status is missing/),
	'phase-status-as-text': fields(/phase\.status is text instead of integer/),
	'company-num-nested': fields(/companyNum is missing/, 'customer.getMany'),

	'ids-as-text': fields(/[ :;]id is integer as text/),
	'decimals-as-numbers': fields(/totalCost is number instead of decimal as text/),
	'amounts-as-text': fields(/amount is integer as text/),
	'booleans-as-numbers': fields(/fromEmail is integer instead of flag/),
	'times-with-offset': times(/the offset \+09:00/),
	'times-without-zone': times(/no offset/),
	'times-without-milliseconds': times(/no milliseconds/),
	'times-as-seconds': times(/numbers, seconds since 1970/),
	'times-as-milliseconds': times(/numbers, milliseconds since 1970/),
	'dates-as-date-times': fields(/expectedContractDate is date-time instead of date/),
	'empty-text-for-null': fields(/empty text stands for null|is empty text instead/),
	'nulls-left-out': fields(/left out at times|reason is missing/),

	'updates-answer-nothing': written('customer.update', /holds no record/),
	'creates-answer-id': written('customer.create', /comes back in part/),
	'deletes-answer-204': written('customer.delete', /204 instead of 200/),
	'deletes-answer-body': written('customer.delete', /the answer has a body/),

	'no-total-count': envelope(/totalCount is missing/),
	'total-count-as-text': envelope(/totalCount is integer as text/),
	'total-count-estimated': named('totalCount:search', /not the number of records/),
	'no-has-more': envelope(/hasMore is missing/),
	'page-fields-snake-case': envelope(
		/has_more instead of hasMore; total_count instead of totalCount/,
	),
	'page-fields-short': envelope(/more instead of hasMore; total instead of totalCount/),
	'lists-in-data': envelope(/the list is data instead of customers/),
	'lists-in-items': envelope(/the list is items instead of customers/),
	'lists-in-data-with-meta': envelope(/meta\.hasMore instead of hasMore/),
	'bare-lists': envelope(/a bare list instead of customers/),
	'list-names-snake-case': envelope(/the list is user_groups/, 'userGroup.getMany'),
	'list-names-full': envelope(/the list is dealActions/, 'dealAction.getMany'),
	'records-in-data': envelope(/the record is data/, 'deal.get'),
	'records-named': envelope(/the record is deal/, 'deal.get'),
	'bulk-answers-objects': written('customer.createMany', /IDs are object/),
	'bulk-answers-ids': written('customer.createMany', /no list of IDs/),
	'names-snake-case': fields(/created_at instead of createdAt/),

	'missing-route-html': named('address:missing', /404 html/),
	'missing-route-405': named('address:missing', /^405/),
	'missing-route-403': named('address:missing', /^403/),
	'missing-record-410': error(/410 instead of 404/),
	'validation-422': named('error:validation', /^422/, { by: 'writes' }),
	'errors-code-message': error(/\{code: text, message: text\}/),
	'errors-nested': error(/error is no text/),
	'errors-list': error(/\{errors: \[/),
	'errors-problem-json': error(/\{detail: text, status: integer/),
	'errors-plain-text': error(/the body is text/),
	'errors-html': error(/the body is html/),
	'errors-empty': error(/the body is empty/),
	'error-messages-as-text': error(/messages is no list/),

	'no-date': named('clock', /no Date/),
	'date-ahead': named('clock', /ahead of/),
	'json-as-text': named('contentType', /another type of content/),
	'rate-limit-headers': named('rateHeaders', /x-ratelimit-limit, x-ratelimit-remaining/, {
		set: { rateLimit: 1000 },
	}),
	'two-requests-a-second': named('rateLimit', /^429/, { verdict: 'unclear' }),

	'other-deployment': found('userGroup.getMany', 'GET /user-groups'),
	'foreign-deployment': found('role.getMany', 'GET /api/role'),
};

/** What no check finds, and why. */
export const NOT_FOUND: Readonly<Record<string, string>> = {
	'deal-bulk-under-deals': 'nothing is done to deals, so that their bulk calls are not tried',
	'cursors-expire': 'a cursor is used at once',
	'cursors-count': 'nobody writes between two pages of the check',
	'next-cursor-empty-at-end': 'allowed (S2)',
	'next-cursor-absent-at-end': 'allowed (S2)',
	'v1-validation-400': 'nothing is written in v1, where it could not be deleted',
	'bulk-errors-named-messages': 'no bulk call of the check is wrong; both names are read (S2)',
	'no-retry-after': 'allowed (S3); told only where the rate limit is reached',
	'retry-after-as-date': 'allowed (S2); told only where the rate limit is reached',
	'rate-limit-reset-only': 'told only where the rate limit is reached',
	'limit-503': 'told only where the rate limit is reached',
	'permission-settings': 'documented (v2 §5)',
	'byte-order-mark': 'taken away where responses are read, so that nothing is left to be seen',
	'unauthorized-403': 'the credential of the check is valid',
};
