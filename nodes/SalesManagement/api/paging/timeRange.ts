import type { IDataObject } from 'n8n-workflow';
import { timeOf } from '../../shared';
import { isOfKind } from '../errors/errors';

/**
 * The most by which a filter by update time may be off, its ends included or not (A2): the ranges of two
 * requests overlap by as much on either side.
 */
export const GUARD_MS = 2_000;
/** A change is visible at most this long after its update time (A1), as the trigger has it. */
export const LOOKBACK_MS = 5 * 60_000;

/** A list that is not as reading by time needs it: it has to be read page after page. */
export class NotByTime extends Error {}

/** Whether a list can be read page after page alone: the service may not take the range of times. */
export const isNotByTime = (error: unknown): boolean =>
	error instanceof NotByTime || isOfKind(error, 'invalid');

/** The parts of a record by which it is read, in whatever shape they are kept. */
export interface Listed {
	readonly id?: IDataObject[string];
	readonly updatedAt?: IDataObject[string];
}

/** The records to ask for, by update time in ms since 1970, both ends included; oldest change first. */
export interface TimeRange {
	readonly from?: number;
	readonly to?: number;
}

/** The time of a record's last change, in ms since 1970; NaN where it does not show that. */
export const updateTimeOf = ({ updatedAt }: Listed): number => timeOf(updatedAt);

/**
 * The update time that a page ends with; absent where it is empty.
 * @throws NotByTime for records without id or time, in another order, or from outside the range.
 */
export function lastTimeOf(
	records: readonly Listed[],
	{ from = -Infinity, to = Infinity }: TimeRange,
): number | undefined {
	const times = records.map(updateTimeOf);
	const isRight = records.every(({ id }, at) => {
		const time = times[at] ?? Number.NaN;
		const isInOrder = time >= (times[at - 1] ?? time);
		const isWithin = time >= from - GUARD_MS && time <= to + GUARD_MS;
		return isInOrder && isWithin && typeof id === 'number';
	});
	if (!isRight) throw new NotByTime();
	return times.at(-1);
}
