/** What Max Records leaves out of a file or a summary. */
import type { RecordDescription } from '../records/record';

interface Part {
	/** How many records of the list there are in it. */
	readonly count: number;
	/** How many the list has, where the service says so. */
	readonly total?: number;
	/** Whether it goes on behind another part. */
	readonly isLater?: boolean;
}

/** What a hint says of a part that Max Records ended: `the first 7 of 60 deals`. */
export function partOfList(
	{ many }: Pick<RecordDescription, 'many'>,
	{ count, total = 0, isLater = false }: Part,
): string {
	const inWords = (number: number) => number.toLocaleString('en-US');
	const all = total <= count ? '' : ` of ${inWords(total)}`;
	return `the ${isLater ? 'next' : 'first'} ${inWords(count)}${all} ${many}`;
}
