/** What a user reads of items that failed. */
import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import type { Host } from '../model/host';
import { type Failed, isFailure, type ItemResult, type Offered } from '../model/operation';
import { ServiceError, toNodeError } from '../../api/errors/errors';
import { doneBefore, ofItsRows } from './results';
import type { UsageError } from '../../shared';
import { LIMITS } from '../../shared';
import { hasContent } from '../../api/errors/expectedAnswer';

/** A warning: n8n repeats all items of a node that fails, where its settings say so. */
export const RETRIED =
	'Retry On Fail is on: when this node fails, n8n runs all of its items again, and each attempt may write a second time what those before it wrote. Turn it off in the node’s settings; the node itself repeats what is safe to repeat.';

/** The item that the service blames for a refused batch, else the one that failed. */
const blamed = ({ index, error }: Failed): number =>
	error instanceof ServiceError ? (error.bulkErrors[0]?.index ?? index) : index;

/**
 * The error of the node: that of the item which ended the run, and what others did before it.
 * @param failure the result of that item.
 */
export function nodeErrorOf(
	context: IExecuteFunctions,
	failure: Failed,
	{
		results,
		operation,
		host,
	}: {
		readonly results: readonly ItemResult[];
		readonly operation: Pick<Offered, 'writes'>;
		readonly host: Pick<Host, 'isRetried'>;
	},
): Error {
	const isAlone = failure.who === undefined || context.getInputData().length === 1;
	const error = isAlone ? failure.error : ofItsRows(failure, results);
	const nodeError = toNodeError(context.getNode(), error, { itemIndex: blamed(failure) });
	const before = operation.writes ? doneBefore(results, failure) : undefined;
	const done = [failure.advice, before].filter(Boolean).join(' ');
	if (done) {
		const lines = [nodeError.description, done, host.isRetried && operation.writes ? RETRIED : ''];
		nodeError.description = lines.filter(Boolean).join('\n');
	}
	return nodeError;
}

/** The result by which a dry run shows an item that would fail. */
export function withProblems(result: ItemResult): ItemResult {
	if (!isFailure(result)) return result;
	const { index, error, who: data } = result;
	const { message, problems = [message] } = error as Error & Partial<UsageError>;
	return { index, records: [{ dryRun: true, action: 'fail', data, problems: [...problems] }] };
}

/**
 * One failed item. It has no `error` next to its JSON, for which n8n would drop the details; n8n
 * recognises an error item by these keys (n8n-core, handleNodeErrorOutput).
 */
export function errorItem(
	context: IExecuteFunctions,
	{ index, error, who }: Failed,
): INodeExecutionData {
	const { message } = toNodeError(context.getNode(), error, { itemIndex: index });
	const details: IDataObject = {};
	if (error instanceof ServiceError) {
		if (error.status !== undefined) details.httpStatus = error.status;
		if (error.code !== undefined) details.code = error.code;
		const messages = error.details.slice(0, LIMITS.linesInDescription);
		if (messages.length > 0) details.messages = messages;
		// What became of a read that failed is no question: it changed nothing.
		if (error.outcome !== 'unknown' || error.isInDoubt) details.outcome = error.outcome;
	}
	if (hasContent(who)) Object.assign(details, { item: index, record: who });
	// n8n itself puts the input beside what goes to an error output, and knows such items by their keys.
	const beside = context.getNode().onError === 'continueErrorOutput' ? {} : who;
	return {
		json: { ...beside, error: message, ...(hasContent(details) && { details }) },
		pairedItem: { item: index },
	};
}

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
