/** The limit of what is otherwise made of a whole list: files and summaries. */
import { integer, optionControls } from '../fields';
import type { RecordDescription } from '../records/record';
import type { Run } from './operation';
import type { Asked } from './stretches';
import { totalOf } from './summary/counted';

export const wholeOptions = optionControls({
	maxRecords: integer('maxRecords', 'Max Records', {
		min: 1,
		shownWhen: { '/output': ['file', 'summary'] },
		description: 'The most records to read; leave it out for the whole list',
	}),
});

interface Part extends Asked {
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
