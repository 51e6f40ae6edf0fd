import { record } from './record';

export const role = record('role', {
	name: 'Role',
	one: 'role',
	many: 'roles',
	operations: { getMany: {} },
});
