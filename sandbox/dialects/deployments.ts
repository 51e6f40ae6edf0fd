import { aDeployment, type Dialect } from './dialect';

/** Whole other services, made of the dialects above. */
export const deployments: Dialect[] = [
	{
		name: 'other-deployment',
		says: 'A service that keeps what the documents show, and decided otherwise in much that they leave open.',
		...{ allowedBy: 'v2 §4 E1, v1 §4 E1, v2 §7, S1 to S5', concerns: 'the deployment' },
		sees: 'POST /search/customers: {"data": […], "meta": {…}}',
		of: [
			...['routes-kebab-case', 'search-first', 'bulk-called-batch', 'updates-by-put'],
			...['current-user-at-me', 'deal-actions-named', 'members-named', 'deal-contacts-flat'],
			...['deal-settings-flat', 'fields-by-owner', 'lists-in-data-with-meta', 'no-total-count'],
			...['times-with-offset', 'errors-nested', 'missing-route-html', 'creates-answer-201'],
			...['windows-half-open', 'no-item-keys-on-contacts-and-actions', 'nulls-left-out'],
		],
	},
	{
		name: 'foreign-deployment',
		says: 'A service behind a gateway, with no address as documented and other names for most things.',
		...{ allowedBy: aDeployment, concerns: 'the deployment' },
		sees: 'GET /api/customer/{id}: {"data": {"id": "1", "created_at": 1767225600}}',
		of: [
			...['routes-under-api', 'routes-singular', 'routes-camel-case', 'activities', 'actions-flat'],
			...['search-underscored', 'bulk-by-verbs', 'updates-by-post', 'deletes-by-post'],
			...['deal-actions-under-deals', 'current-user-at-current', 'bare-lists', 'records-in-data'],
			...['names-snake-case', 'ids-as-text', 'times-as-seconds', 'errors-list', 'validation-422'],
			...['missing-route-403', 'no-date', 'limit-called-per-page', 'cursor-called-page-token'],
		],
	},
];
