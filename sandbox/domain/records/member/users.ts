import type { UserRow } from '../../store/rows';
import { namesFrom } from '../names';
import type { Scope } from '../../scope';

/** Users in the record shape of v1 §2.2. */
export function readUsers({ service }: Scope, rows: UserRow[]) {
	const roles = namesFrom(
		service.store.roles,
		rows.map((row) => row.roleId),
	);
	const groups = namesFrom(
		service.store.userGroups,
		rows.map((row) => row.groupId),
	);
	return rows.map((row) => ({
		id: row.id,
		name: row.name,
		email: row.email,
		userGroups: [groups(row.groupId)].filter(Boolean),
		profile: row.profile,
		role: roles(row.roleId),
	}));
}
