/** The errors of items as a user reads them: as the error of the node, or one for each item. */
import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { ServiceError, toNodeError } from '../../api/errors/errors';
import { hasContent, LIMITS, type UsageError } from '../../shared';
import { isFailure, isRetried, type Failed, type ItemResult, type NodeOperation } from '../model';
import { doneSentences, errorOfRows } from './results';

/** The warning that n8n runs all items of a failed node again, if its settings say so. */
export const RETRIED =
	'Retry On Fail is on: when this node fails, n8n runs all of its items again, and each attempt may write a second time what those before it wrote. Turn it off in the node’s settings; the node itself repeats what is safe to repeat.';

/**
 * The error of the node: that of the item that ended the run, with what other items did before.
 * @param failure the result of that item.
 */
export function nodeErrorOf(
	context: IExecuteFunctions,
	failure: Failed,
	results: readonly ItemResult[],
	{ writes }: NodeOperation,
): Error {
	const isAlone = failure.identity === undefined || context.getInputData().length === 1;
	const error = isAlone ? failure.error : errorOfRows(failure, results);
	// A service that refuses a batch blames one of its items.
	const [blamed] = failure.error instanceof ServiceError ? failure.error.bulkErrors : [];
	const itemIndex = blamed?.index ?? failure.index;
	const nodeError = toNodeError(context.getNode(), error, { itemIndex });
	const before = writes ? doneSentences(results, failure) : undefined;
	const done = [failure.advice, before].filter(Boolean).join(' ');
	if (done) {
		const lines = [nodeError.description, done, writes && isRetried(context) ? RETRIED : ''];
		nodeError.description = lines.filter(Boolean).join('\n');
	}
	return nodeError;
}

/** The result by which a dry run shows an item that would fail. */
export function withProblems(result: ItemResult): ItemResult {
	if (!isFailure(result)) return result;
	const { index, error, identity: data } = result;
	const { message, problems = [message] } = error as Error & Partial<UsageError>;
	return { index, records: [{ dryRun: true, action: 'fail', data, problems: [...problems] }] };
}

/**
 * The output item of a failure. n8n recognises it by these keys of its JSON (n8n-core, handleNodeErrorOutput). An
 * `error` next to the JSON would make n8n drop the details.
 */
export function errorItem(
	context: IExecuteFunctions,
	{ index, error, identity }: Failed,
): INodeExecutionData {
	const { message } = toNodeError(context.getNode(), error, { itemIndex: index });
	const details: IDataObject = {};
	if (error instanceof ServiceError) {
		if (error.status !== undefined) details.httpStatus = error.status;
		if (error.code !== undefined) details.code = error.code;
		const messages = error.details.slice(0, LIMITS.linesInDescription);
		if (messages.length > 0) details.messages = messages;
		// The outcome of a failed read does not matter: it changed nothing.
		if (error.outcome !== 'unknown' || error.isInDoubt) details.outcome = error.outcome;
	}
	if (hasContent(identity)) Object.assign(details, { item: index, record: identity });
	// For an error output n8n itself adds the input, if it recognises the item by its keys.
	const beside = context.getNode().onError === 'continueErrorOutput' ? {} : identity;
	return {
		json: { ...beside, error: message, ...(hasContent(details) && { details }) },
		pairedItem: { item: index },
	};
}
