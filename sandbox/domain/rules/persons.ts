import type { ActionRow } from '../properties/records';
import { raw, sql, valuesOf, type Sql } from '../store/sql';

/** The persons in charge or others: an action's creator or one of its invitees (v2 §4.5). */
export function personsAre(userIds: number[]): Sql {
	if (userIds.length === 0) return raw('1');
	const users = valuesOf(userIds);
	return sql`(t.creatorId IN ${users} OR EXISTS
		(SELECT 1 FROM json_each(t.inviteeIds) WHERE value IN ${users}))`;
}

/** Whom an action's notifications go to. */
export const peopleOf = ({ creatorId, inviteeIds }: ActionRow): number[] => [
	creatorId,
	...inviteeIds,
];
