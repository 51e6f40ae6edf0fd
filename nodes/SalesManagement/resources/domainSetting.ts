import { resource } from './define';
import { single } from './kinds/single';

/** v1 §2.1. */
export const domainSetting = resource('domainSetting', 'Domain Setting', {
	one: 'domain setting',
	many: 'domain settings',
	operations: [
		(naming) =>
			single(naming, {
				id: 'get',
				name: 'Get',
				action: 'Get the domain settings',
				description:
					'Retrieve deal types with their phases, products and custom fields, and all users and roles',
				form: { fields: [], collections: [] },
				writes: false,
			}),
	],
});
