/** What an AI agent gets: n8n hands it all items of a run as one text, and its model reads every character. */
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

/** Characters of JSON that an answer has at most: about 8,000 tokens. */
const MOST_CHARACTERS = 32_000;
/** Of these, what is kept for a cursor, or for an entry that says what is missing. */
const NOTE = 1_000;

/** The characters of one text, such as a memo. */
const MOST_OF_A_TEXT = 4_000;

/** A record as JSON whose long texts end early and say so: they would leave no room for other records. */
const shortText = (json: IDataObject): string =>
	JSON.stringify(json, (_, value: unknown) =>
		typeof value === 'string' && value.length > MOST_OF_A_TEXT
			? `${value.slice(0, MOST_OF_A_TEXT)}… (the first ${MOST_OF_A_TEXT} of ${value.length} characters)`
			: value,
	);

/** The room of an answer, which records fill one by one. */
export class AnswerSpace {
	private left: number;

	constructor(taken = 0) {
		this.left = MOST_CHARACTERS - NOTE - taken;
	}

	/** How many of the records still fit, one after another. */
	countFitting(records: readonly IDataObject[]): number {
		// With the comma behind it.
		const end = records.findIndex((each) => (this.left -= shortText(each).length + 1) < 0);
		return end < 0 ? records.length : end;
	}
}

const FEWER =
	'Ask for fewer with a filter or a lower Limit, for fewer fields with Output: Selected Fields, or for fewer groups of a summary.';
/** Without an item n8n would tell the model nothing at all. */
const NOTHING = 'Nothing was found: no record meets what was asked for.';
/** Whoever takes the rest for undone would write it again. */
const WRITTEN = 'The other items were processed as well: don’t repeat the call.';

/** All items if they fit, else as many as do; and an entry that says so, and what the node has to say besides. */
export function agentAnswer(
	items: readonly INodeExecutionData[],
	{ writes }: { readonly writes: boolean },
	hints: readonly string[],
): INodeExecutionData[] {
	const notes = [...(items.length === 0 ? [NOTHING] : []), ...hints].join(' ');
	const end = new AnswerSpace(notes.length).countFitting(items.map(({ json }) => json));
	const shown = items
		.slice(0, end)
		.map((item) => ({ ...item, json: JSON.parse(shortText(item.json)) as IDataObject }));
	const isCut = end < items.length;
	if (!isCut && notes === '') return shown;
	const limit = `an answer has at most ${MOST_CHARACTERS.toLocaleString('en-US')} characters`;
	const results = writes ? ' results' : '';
	const cut = `These are the first ${end} of ${items.length}${results}: ${limit}. ${writes ? WRITTEN : FEWER}`;
	const note = [notes, isCut ? cut : ''].join(' ').trim();
	return [...shown, { pairedItem: { item: 0 }, ...items.at(-1), json: { _next: { note } } }];
}
