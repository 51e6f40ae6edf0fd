/** What a list is that is read in order, and what comes of it. */
import type { IDataObject } from 'n8n-workflow';
import type { Page } from '../types';
import type { LongList } from './pageReader';
import type { Listed } from './shown';

/** What is kept of the records of a page until their turn comes. */
export interface Held<Each extends Listed> {
	readonly records: readonly Each[];
	/** The memory that they take, where it is known. */
	readonly bytes?: number;
}

/** Makes it of the records as they came. */
export type Hold<Each extends Listed> = (records: readonly IDataObject[]) => Promise<Held<Each>>;

/** Records in the order of their times. Some were in an earlier piece already. */
export interface Piece<Each extends Listed = IDataObject> extends Held<Each> {
	/** The time that the reading has passed; that of the piece before where a crowd is not at its end. */
	readonly passed: number;
	/** Whether the records lie one after another up to that time. */
	readonly isInOrder: boolean;
}

export interface OrderedList<Each extends Listed = IDataObject> extends Omit<
	LongList,
	'take' | 'known'
> {
	readonly first: Page;
	/** Called with each page as soon as it is read: what waits is what this makes of it. */
	readonly hold: Hold<Each>;
	/** How long the first page took, in milliseconds. */
	readonly tripMs: number;
	/** Whether the order does not matter, so that no page has to wait for another one. */
	readonly anyOrder?: boolean;
	/** Only what is not older is wanted; the first page was asked for from a guard before it. */
	readonly wantedFrom?: number;
}
