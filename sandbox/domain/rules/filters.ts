import type { ActionRow } from '../properties/recordFields';
import { readMoment } from '../scope';
import type { Service } from '../service';
import { type Sql, anyIn, or, raw, sql, valuesOf, when } from '../store/sql';
import { anyContains } from './search/comparison';

export const customerName = '(SELECT c.name FROM customer AS c WHERE c.id = t.customerId)';

/** The word is part of any of these texts, which are SQL expressions. */
export const isPartOf =
	(...texts: string[]) =>
	(word: string): Sql =>
		anyContains(texts.map(raw), word);

/** The column has that value. */
export const columnIs =
	(column: string) =>
	(value: number | string): Sql =>
		sql`${raw(column)} = ${value}`;

/** One of these users created the action or is invited to it: "persons in charge or others" (v2 §4.5). */
export const personsAre = (userIds: number[]): Sql =>
	sql`(t.creatorId IN ${valuesOf(userIds)} OR ${anyIn(raw('t.inviteeIds'), userIds)})`;

/** The users who are notified of an action. */
export const peopleOf = ({ creatorId, inviteeIds }: ActionRow): number[] => [
	creatorId,
	...inviteeIds,
];

/** The digits of a phone number; null for none. */
export function digitsOf(number: string | null): string | null {
	return number?.replace(/\D/g, '') || null;
}

/**
 * A phone number, landline or mobile, begins or ends with the digits given; only digits are
 * compared (v2 §4.9, S3).
 */
export function phoneNumberIs(number: string): Sql {
	const digits = digitsOf(number);
	if (digits === null) return sql`0`;
	return or(
		[raw('t.telDigits'), raw('t.mobileDigits')].map(
			(stored) => sql`(${stored} LIKE ${`${digits}%`} OR ${stored} LIKE ${`%${digits}`})`,
		),
	);
}

/**
 * The parameters of time windows, with the column that each bounds from below (`>`) or from above
 * (`<`) (v2 §4).
 */
const bounds = [
	['createdAtFrom', 't.createdAt', '>'],
	['createdAtTo', 't.createdAt', '<'],
	['updatedAtFrom', 't.updatedAt', '>'],
	['updatedAtTo', 't.updatedAt', '<'],
	// Actions whose start is from the given start on and whose end is up to the given end.
	['startDatetime', 't.startAt', '>'],
	['endDatetime', 't.endAt', '<'],
] as const;

type WindowQuery = { [Parameter in (typeof bounds)[number][0]]?: string };

/**
 * The conditions of the time windows in a query. The option `windowEnds` says whether a window
 * includes its ends.
 */
export function windowConditions({ options }: Service, query: WindowQuery): Sql[] {
	const { windowEnds } = options;
	const isPart = { '>': windowEnds !== 'exclusive', '<': windowEnds === 'inclusive' };
	return bounds.flatMap(([parameter, column, operator]) =>
		when(
			readMoment(parameter, query[parameter]),
			(at) => sql`${raw(column)} ${raw(isPart[operator] ? `${operator}=` : operator)} ${at}`,
		),
	);
}
