import { pathId } from '../fields';
import { dropdowns } from './names';
import { record } from './record';

/** v1 §4. */
export const dealType = record('dealType', {
	name: 'Deal Type',
	key: pathId('dealTypeId', 'Deal Type', dropdowns.dealTypes, { key: 'id' }),
	operations: { get: {} },
});
