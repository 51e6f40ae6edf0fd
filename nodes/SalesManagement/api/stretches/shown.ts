import type { IDataObject } from 'n8n-workflow';
import { textOf } from '../../values';
import { OddList } from './odd';

/**
 * By how much a filter by update time may be off, its ends included or not (A2): the windows of two
 * stretches overlap by as much on either side.
 */
export const GUARD_MS = 2_000;

/** What every reading knows of a record, in whatever shape that is kept. */
export interface Listed {
	readonly id?: IDataObject[string];
	readonly updatedAt?: IDataObject[string];
}

/** Which records to ask for, by update time in ms since 1970, both ends included, and in which order. */
export interface Window {
	readonly from?: number;
	readonly to?: number;
	readonly newestFirst: boolean;
}

/** The update times that a page begins and ends with; absent where it is empty. */
export interface Span {
	readonly first: number;
	readonly last: number;
}

/**
 * The times of a page.
 * @throws OddList for records without id or time, in another order, or from outside the window.
 */
export function spanOf(
	records: readonly Listed[],
	{ from = -Infinity, to = Infinity, newestFirst }: Window,
): Span | undefined {
	const times = records.map(({ updatedAt }) => Date.parse(textOf(updatedAt)));
	const isInOrder = times.every((time, at) => {
		const before = times[at - 1] ?? time;
		return newestFirst ? time <= before : time >= before;
	});
	const isWithin = times.every((time) => time >= from - GUARD_MS && time <= to + GUARD_MS);
	const areKnown = records.every(({ id }) => typeof id === 'number');
	if (!isInOrder || !isWithin || !areKnown) throw new OddList();
	const [first] = times;
	const last = times.at(-1);
	return first === undefined || last === undefined ? undefined : { first, last };
}

/** Whether a page covers too little time to go on from its end by time: the next would repeat it. */
export const isCrowd = ({ first, last }: Span): boolean => Math.abs(first - last) < 2 * GUARD_MS;
