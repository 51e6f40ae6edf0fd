/**
 * Account: Check, which finds out whether the service behind a credential is as the documents describe it.
 */
import { read } from '../fields';
import type { NodeOperation, Resource } from '../operations/model';
import { CONTROLS } from '../records';
import { MOST_REQUESTS } from './requestBudget';

const check: NodeOperation = {
	id: 'check',
	name: 'Check',
	action: 'Check account',
	description: `Find out what of this node works with your account, and where addresses differ. It only reads, with ${MOST_REQUESTS} requests at the most.`,
	form: { fields: [], collections: [], controls: [CONTROLS.check] },
	writes: false,
	carryOut: async (run) => {
		const [item, ...others] = run.items;
		if (!item) return [];
		const { check: once } = await import('./steps');
		const work = await once(run, read(CONTROLS.check, item));
		// It is carried out once, however many items come in.
		return [{ index: item.index, ...work }, ...others.map(({ index }) => ({ index, records: [] }))];
	},
};

/** The resource Account: it is none of the service's, but stands for the account itself. */
export const account: Resource = {
	id: 'account',
	name: 'Account',
	operations: [check],
};
