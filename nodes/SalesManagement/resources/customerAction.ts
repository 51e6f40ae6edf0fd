import {
	actionFields,
	actionFilters,
	actionOperations,
	actionSummary,
	bulkFiles,
	pattern,
	patternFilter,
} from './actions';
import { lookups } from './common';
import { resource } from './define';
import { recordId, reference } from './fields';
import { oneOrAll } from './parents';

/** v2 §4.5, v1 §4. */
export const customerAction = resource('customerAction', 'Customer Action', {
	one: 'customer action',
	many: 'customer actions',
	customs: 'actionCustoms',
	summary: actionSummary,
	operations: actionOperations({
		parent: [recordId('customerId', 'Customer', lookups.customers, 'customerId')],
		parentOfList: [oneOrAll('customerId', 'Customer', lookups.customers, 'customerId')],
		fields: actionFields([pattern]),
		filters: actionFilters([patternFilter]),
		customsMethod: 'getActionFields',
		bulkFields: [
			reference('customer', 'Customer', lookups.customers, {
				required: true,
				description: 'The customer of the action',
			}),
			bulkFiles,
		],
	}),
});
