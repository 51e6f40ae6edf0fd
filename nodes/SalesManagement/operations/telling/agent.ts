/** Limits what an AI agent gets: n8n hands it all items of a run as one text, and its model reads every character. */
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { formatCount, isObject, textOf } from '../../shared';

/** The most characters of JSON in an answer: about 8,000 tokens. */
const MOST_CHARACTERS = 32_000;
/** The part of these that is reserved for a cursor, or for a note on what is missing. */
const NOTE = 1_000;

/** The most characters of one text, such as a memo. */
const MOST_OF_A_TEXT = 4_000;
/** The most characters of the node's hints. */
const MOST_OF_HINTS = 600;

const NOTHING = 'Nothing was found: no record that the credential sees meets what was asked for.';

/** A record as JSON whose long texts are cut and say so, since they would leave no room for other records. */
const shortText = (json: IDataObject) =>
	JSON.stringify(json, (_, value: unknown) =>
		typeof value === 'string' && value.length > MOST_OF_A_TEXT
			? `${value.slice(0, MOST_OF_A_TEXT)}… (the first ${MOST_OF_A_TEXT} of ${value.length} characters)`
			: value,
	);

/** The space of an answer, which records fill one by one. */
export class AnswerSpace {
	private left = MOST_CHARACTERS - NOTE;

	/** The number of records that still fit. */
	countFitting(records: readonly IDataObject[]): number {
		// Each record is followed by a comma. The last one's cursor has its reserved space.
		const sizeOf = (record: IDataObject) => shortText({ ...record, _next: undefined }).length + 1;
		const end = records.findIndex((each) => (this.left -= sizeOf(each)) < 0);
		return end < 0 ? records.length : end;
	}
}

/** The items that fit into an answer, and one with a note if some are missing or the node has hints. */
export function agentAnswer(
	items: readonly INodeExecutionData[],
	{ writes }: { readonly writes: boolean },
	hints: readonly string[],
): INodeExecutionData[] {
	// Without any item n8n would tell the model nothing.
	const nothing = items.length === 0 ? NOTHING : '';
	const notes = [nothing, ...hints].join(' ').trim().slice(0, MOST_OF_HINTS);
	const end = new AnswerSpace().countFitting(items.map(({ json }) => json));
	const shown = items
		.slice(0, end)
		.map((item) => ({ ...item, json: JSON.parse(shortText(item.json)) as IDataObject }));
	const isCut = end < items.length;
	if (!isCut && notes === '') return shown;
	// A list continues behind a record that is too large.
	const { _next } = items.at(-1)?.json ?? {};
	const { startCursor, note: position } = isObject(_next) && isCut ? _next : {};
	const told = [notes, isCut ? noteOnCut(items, end, writes) : '', textOf(position)];
	const note = told.filter(Boolean).join(' ');
	const next = startCursor === undefined ? { note } : { startCursor, note };
	return [...shown, { pairedItem: { item: 0 }, ...items.at(-1), json: { _next: next } }];
}

/** Says that an answer ends before its last item, and what to do about that. */
function noteOnCut(items: readonly INodeExecutionData[], end: number, writes: boolean): string {
	const limit = `an answer has at most ${formatCount(MOST_CHARACTERS)} characters`;
	const first = `These are the first ${end} of ${items.length}`;
	if (writes) {
		// A model that takes the missing items for not done would write them again.
		return `${first} results: ${limit}. The other items were processed as well: don’t repeat the call.`;
	}
	const [only, ...others] = items;
	if (others.length === 0) {
		const id = only?.json.id;
		const which = id === undefined ? 'This' : `The record with the ID ${textOf(id)}`;
		return `${which} is too large: ${limit}. Where the operation has Output, ask for Selected Fields.`;
	}
	return `${first}: ${limit}. Ask for fewer with a filter or a lower Limit, for fewer fields with Output: Selected Fields, or for fewer groups of a summary.`;
}
