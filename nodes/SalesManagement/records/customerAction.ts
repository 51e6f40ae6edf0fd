import { rows, text } from '../fields';
import { actionOf } from './action';
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

const parts = actionOf('customer', 'Customer', locators.customers);

/** v2 §4.5, v1 §4. */
export const customerAction = record('customerAction', {
	...parts,
	bulk: [...parts.bulk, files],
});
