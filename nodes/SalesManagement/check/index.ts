/** Account: Check — whether the service behind a credential is as the documents describe it. */
import type { Offered, Resource } from '../operations/model/operation';
import { checkControls } from './form';
import { MOST_REQUESTS } from './requestBudget';

const check: Offered = {
	id: 'check',
	name: 'Check',
	action: 'Check account',
	description: `Find out what of this node works with your account, and where addresses differ. It only reads, with ${MOST_REQUESTS} requests at the most.`,
	form: { fields: [], collections: [], controls: [checkControls] },
	writes: false,
	carryOut: async (run) => await (await import('./steps')).check(run),
};

/** What is no resource of the service, but the account itself. */
export const account: Resource<Offered> = { id: 'account', name: 'Account', operations: [check] };
