import { moment } from '../scope';
import type { Service } from '../service';
import { raw, sql, when, type Sql } from '../store/sql';

/** Every window parameter with the column that it bounds, from below or from above (v2 §4). */
const bounds = [
	['createdAtFrom', 't.createdAt', '>'],
	['createdAtTo', 't.createdAt', '<'],
	['updatedAtFrom', 't.updatedAt', '>'],
	['updatedAtTo', 't.updatedAt', '<'],
	// Actions whose start is from the given start on and whose end is up to the given end.
	['startDatetime', 't.startAt', '>'],
	['endDatetime', 't.endAt', '<'],
] as const;

export type WindowQuery = { [Parameter in (typeof bounds)[number][0]]?: string };

/** The conditions of the windows given; their ends belong to them unless `windowEnds` differs. */
export function windowConditions({ options }: Service, query: WindowQuery): Sql[] {
	const { windowEnds } = options;
	const isPart = { '>': windowEnds !== 'exclusive', '<': windowEnds === 'inclusive' };
	return bounds.flatMap(([parameter, column, side]) =>
		when(
			moment(parameter, query[parameter]),
			(at) => sql`${raw(column)} ${raw(isPart[side] ? `${side}=` : side)} ${at}`,
		),
	);
}
