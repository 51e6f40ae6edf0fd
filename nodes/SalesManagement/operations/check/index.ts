/** Account: Check — whether the service behind a credential is as the documents describe it. */
import type { Offered, Resource } from '../operation';
import { checkControls } from './form';

const check: Offered = {
	id: 'check',
	name: 'Check',
	action: 'Check account',
	description:
		'Compare the service with what this node expects, and propose Endpoint Overrides where addresses differ. It reads with at most 80 requests.',
	form: { fields: [], collections: [], controls: [checkControls] },
	// By default it only reads; what it writes by choice is its own.
	writes: false,
	load: async () => (await import('./steps')).checkSteps,
};

/** What is no resource of the service, but the account itself. */
export const account: Resource<Offered> = { id: 'account', name: 'Account', operations: [check] };
