/**
 * Account: Check, which finds out whether the service behind a credential is as the documents describe it.
 */
import { controls, read, text } from '../fields';
import { fileProperty } from '../operations/form/files';
import type { NodeOperation, Resource } from '../operations/model';
import { MOST_REQUESTS } from './requestBudget';

const checkControls = controls({
	objectKey: text('objectKey', 'Definition Key', {
		apiVersion: 'v2',
		placeholder: 'e.g. ticket',
		description: 'The key of a custom object to check; without it none is looked at',
	}),
	binaryPropertyName: fileProperty('Put Output File in Field', {
		description: 'The name of the output field that holds the report',
	}),
});

const check: NodeOperation = {
	id: 'check',
	name: 'Check',
	action: 'Check account',
	description: `Find out what of this node works with your account, and where addresses differ. It only reads, with ${MOST_REQUESTS} requests at the most.`,
	form: { fields: [], collections: [], controls: [checkControls] },
	writes: false,
	carryOut: async (run) => {
		const [item, ...others] = run.items;
		if (!item) return [];
		const { check: once } = await import('./steps');
		const work = await once(run, read(checkControls, item));
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
