import { resource } from './define';
import { getMany } from './kinds/list';

export const role = resource('role', 'Role', {
	one: 'role',
	many: 'roles',
	operations: [getMany()],
});
