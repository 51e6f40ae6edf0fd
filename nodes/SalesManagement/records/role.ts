import { recordId, shownName } from './common';
import { record } from './record';

export const role = record('role', {
	name: 'Role',
	fields: [recordId, shownName],
});
