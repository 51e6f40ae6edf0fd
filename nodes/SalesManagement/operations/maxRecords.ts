/** What Max Records leaves out of a file or a summary. */
import type { RecordDescription } from '../records/record';
import type { Run } from './operation';
import type { ListAsked } from './lists/everyRecord';
import { totalOf } from './lists/total';

interface Part extends ListAsked {
	readonly record: RecordDescription;
	/** How many records of the list there are in it. */
	readonly count: number;
	/** Whether it goes on behind another part. */
	readonly isLater?: boolean;
}

/** What a hint says of a part that Max Records ended: `the first 7 of 60 deals`. */
export async function partOfList(
	run: Pick<Run, 'client'>,
	{ record, request, count, isLater = false }: Part,
): Promise<string> {
	const total = await totalOf(run, request);
	const inWords = (number: number) => number.toLocaleString('en-US');
	const all = total === undefined || total <= count ? '' : ` of ${inWords(total)}`;
	return `the ${isLater ? 'next' : 'first'} ${inWords(count)}${all} ${record.many}`;
}
