import { record } from './record';

/** v1 §2.1. */
export const domainSetting = record('domainSetting', {
	name: 'Domain Setting',
	operations: {
		get: {
			kind: 'request',
			name: 'Get',
			action: 'Get domain settings',
			description:
				'Retrieve the domain settings: deal types with their phases, products and custom fields, and all users and roles',
			returns: 'settings',
		},
	},
});
