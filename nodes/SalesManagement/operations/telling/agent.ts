/** What an AI agent gets: n8n hands it all items of a run as one text, and its model reads every character. */
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

/** Characters of JSON that an answer has at most: about 8,000 tokens. */
const MOST_CHARACTERS = 32_000;
/** Of these, what is kept for a cursor, or for an entry that says what is missing. */
const NOTE = 1_000;

/** With the comma behind it. */
const sizeOf = (json: IDataObject): number => JSON.stringify(json).length + 1;

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
	const said = [...(items.length === 0 ? [NOTHING] : []), ...hints].join(' ');
	let left = MOST_CHARACTERS - NOTE - said.length;
	const end = items.findIndex(({ json }) => (left -= sizeOf(json)) < 0);
	const isCut = end >= 0;
	if (!isCut && said === '') return [...items];
	const limit = `an answer has at most ${MOST_CHARACTERS.toLocaleString('en-US')} characters`;
	const results = writes ? ' results' : '';
	const cut = `These are the first ${end} of ${items.length}${results}: ${limit}. ${writes ? WRITTEN : FEWER}`;
	const note = [said, isCut ? cut : ''].join(' ').trim();
	return [
		...items.slice(0, isCut ? end : undefined),
		{ pairedItem: { item: 0 }, ...items.at(-1), json: { _next: { note } } },
	];
}
