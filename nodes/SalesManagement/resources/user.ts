import { resource } from './define';
import { flag, text } from './fields';
import { getMany } from './kinds/list';
import { single } from './kinds/single';

export const user = resource('user', 'User', {
	one: 'user',
	many: 'users',
	operations: [
		(naming) =>
			single(naming, {
				id: 'getCurrent',
				name: 'Get Current',
				action: 'Get the current user',
				description: 'Retrieve the user whom the personal token acts for; a team token has none',
				form: { fields: [], collections: [] },
				writes: false,
			}),
		getMany({
			filters: [
				flag('deleted', 'Include Deleted', {
					sent: { on: 1, off: 0 },
					description: 'Whether to include deleted users',
				}),
				text('email', 'Email', { description: 'Only the user with this e-mail address' }),
			],
		}),
	],
});
