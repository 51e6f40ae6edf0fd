import { record } from './record';

export const role = record('role', { name: 'Role', operations: { getMany: {} } });
