import { actionFields, actionFilters, actionOperations, actionSummary } from './actions';
import { lookups } from './common';
import { resource } from './define';
import { reference, referenceId } from './fields';

const deal = reference('deal', 'Deal', lookups.deals, {
	required: true,
	description: 'The deal of the action',
});

/** v2 §4.8, v1 §4. */
export const dealAction = resource('dealAction', 'Deal Action', {
	one: 'deal action',
	many: 'deal actions',
	customs: 'actionCustoms',
	summary: actionSummary,
	operations: actionOperations({
		fields: actionFields([
			deal,
			reference('purpose', 'Purpose Name or ID', lookups.actionPurposes, {
				required: true,
				description: 'What the action is for',
			}),
		]),
		filters: actionFilters([
			referenceId('dealId', 'Deal', lookups.deals, { description: 'Only actions of this deal' }),
			referenceId('purpose', 'Purpose Name or ID', lookups.actionPurposes, {
				description: 'Only actions with this purpose',
			}),
		]),
		customsMethod: 'getActionFields',
		bulkFields: [],
		bulkGroup: [
			referenceId('dealTypeId', 'Deal Type Name or ID', lookups.dealTypes, {
				place: 'group',
				required: true,
				description: 'The deal type of the deals. Input items of several deal types are sent apart',
			}),
		],
	}),
});
