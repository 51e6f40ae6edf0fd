import type { OperationContract } from '../contract/operationContract';
import { httpStatus, Refusal } from '../contract/refusal';
import type { Version } from '../operations/versions';
import { v1Operations } from './v1Operations';
import { isForInput, statusOf } from './documentedStatuses';

/**
 * The body of a refusal: `{error}` for a missing or invalid key, else `{error, messages}`. A
 * refused bulk request lists its items in `bulkErrors`, whose texts the document spells `massages`
 * (v1 §4).
 */
function bodyOf({ code, messages, items }: Refusal, operation?: OperationContract) {
	if (code === 'UNAUTHORIZED') return { error: code };
	if (!operation?.path.endsWith('/bulk') || !isForInput(code)) return { error: code, messages };
	const bulkErrors = items.map(({ index, messages: massages }) => ({ index, massages }));
	return { error: code, messages, bulkErrors };
}

/** The refusal for a response that is too large; it names size and limit, and gives advice (v1 §7). */
const tooLarge = (bytes: number, limit: number) =>
	new Refusal('INTERNAL_SERVER_ERROR', [
		`The response size of ${bytes} bytes exceeds the limit of ${limit} bytes. ` +
			'Reduce the count through the limit parameter.',
	]);

export const v1: Version = {
	name: 'v1',
	credentialKinds: ['v1'],
	credentialOf: (headers) => {
		const key = headers['x-api-key'];
		return typeof key === 'string' ? key : undefined;
	},
	createStatus: () => 201,
	word: (refusal, options, operation) => ({
		status:
			options.v1ValidationStatus === 'documented'
				? statusOf(refusal.code, operation?.id)
				: httpStatus[refusal.code],
		body: bodyOf(refusal, operation),
	}),
	checkSize({ maxResponseBytes }, bytes) {
		if (bytes > maxResponseBytes) throw tooLarge(bytes, maxResponseBytes);
	},
	operations: v1Operations,
};
