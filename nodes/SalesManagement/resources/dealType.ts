import { lookups } from './common';
import { resource } from './define';
import { recordId } from './fields';
import { getOne } from './kinds/get';

/** v1 §4. */
export const dealType = resource('dealType', 'Deal Type', {
	one: 'deal type',
	many: 'deal types',
	operations: [
		getOne({ id: [recordId('dealTypeId', 'Deal Type Name or ID', lookups.dealTypes, 'id')] }),
	],
});
