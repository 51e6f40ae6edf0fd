import { inUtc } from '../../../contract/time';
import { user as properties, type UserRow } from '../../properties/records';
import type { Scope } from '../../scope';
import { namesOf, readRecords, type Page } from '../reading';

/** Users in the record shape of v1 §2.2. */
export const readUsers = (scope: Scope, rows: UserRow[]) =>
	readRecords(scope, { properties, readers: { userGroups } }, rows, { version: 'v2', time: inUtc });

function userGroups({ scope, rows }: Page<UserRow>) {
	const groups = namesOf(
		scope,
		'userGroup',
		rows.map(({ groupId }) => groupId),
	);
	return ({ groupId }: UserRow) => [groups(groupId)].filter(Boolean);
}
