import { pathId, pathIdOrAll, reference, rows, text } from '../fields';
import { action, pattern, patternFilter } from './action';
import { locators } from './dropdownSources';
import { record } from './record';

/** Files, which only v1 accepts, in bulk (v1 §4). */
const files = rows(
	'files',
	'Files',
	[text('name', 'Name'), text('path', 'Path', { description: 'Where the service finds the file' })],
	{
		button: 'Add File',
		apiVersion: 'v1',
		writableIn: ['create'],
		description: 'Files to attach to the action',
	},
);

const ownCustomer = reference('customer', 'Customer', locators.customers, {
	traits: ['main', 'required'],
});

/** v2 §4.5, v1 §4. */
export const customerAction = record('customerAction', {
	...action({
		name: 'Customer Action',
		fields: [pattern, { ...ownCustomer, writableIn: [] }],
		filters: [patternFilter],
	}),
	parentParams: [pathId('customerId', 'Customer', locators.customers)],
	listParentParams: [pathIdOrAll('customerId', 'Customer', locators.customers)],
	bulk: [ownCustomer, files],
});
