import { Type, type TSchema } from '@sinclair/typebox';
import type { OperationContract } from '../contract/operationContract';
import { httpStatus, Refusal, type RefusalCode } from '../contract/refusal';
import { closed, component, integer, oneOf, text } from '../contract/schemas';
import type { Version } from '../operations/versions';
import { defaultOptions } from '../contract/options';

const texts = Type.Array(text);

/** The circumstances in which each code is returned. */
export const conditions: Record<RefusalCode, string> = {
	BAD_REQUEST:
		'Wrongly typed input, a search or cursor that cannot be used, or by option what no document has.',
	VALIDATION_FAILED: 'Input that fails a validation.',
	UNAUTHORIZED: 'The credential is missing or not valid.',
	FORBIDDEN: 'The caller has no right to it.',
	NOT_FOUND: 'The record, or one it refers to, is missing or of another domain.',
	PAYLOAD_TOO_LARGE: 'The request is too large.',
	TOO_MANY_REQUESTS: 'A request limit is exceeded; `Retry-After` says how many seconds to wait.',
	INTERNAL_SERVER_ERROR: 'The service failed, or the response would be too large.',
};

const code = oneOf(Object.keys(httpStatus));

/** The body for a missing or invalid credential, which is the code alone (v2 §7, S3). */
export const unauthorizedBody = component(
	'Unauthorized',
	closed({ error: Type.Literal('UNAUTHORIZED') }),
);
export const errorBody = component('Error', closed({ error: code, messages: texts }));
/** The body of a refused bulk request of v1, whose document spells messages `massages` (v1 §4). */
const bulkRefusal = Type.Union([
	errorBody,
	component(
		'BulkError',
		closed({
			error: code,
			messages: texts,
			bulkErrors: Type.Array(closed({ index: integer, massages: texts })),
		}),
	),
]);

/** All values of the options on which statuses depend. */
const optionCases = [
	defaultOptions,
	{ ...defaultOptions, v1ValidationStatus: 400, createStatusV2: 201 } as const,
];

/** The answers of an operation with one status. */
interface DescribedAnswer {
	/** The schema of the body; null = none. */
	body: TSchema | null;
	/** The codes of refusals with this status; a success has none. */
	codes: RefusalCode[];
}

const described = new Map<OperationContract, Map<number, DescribedAnswer>>();

/** All answers of an operation, by status; remembered, since the check of responses asks each time. */
export function answersOf(
	version: Version,
	operation: OperationContract,
): Map<number, DescribedAnswer> {
	const known = described.get(operation);
	if (known) return known;
	const isBulk = version.name === 'v1' && operation.path.endsWith('/bulk');
	const refusal = isBulk ? bulkRefusal : errorBody;
	const answers = new Map<number, DescribedAnswer>();
	described.set(operation, answers);
	for (const options of optionCases) {
		const success = operation.creates ? version.createStatus(options) : 200;
		answers.set(success, { body: operation.response, codes: [] });
	}
	for (const code of codesOf(version, operation)) {
		for (const options of optionCases) {
			const { status } = version.word(new Refusal(code, []), options, operation);
			const { codes = [] } = answers.get(status) ?? {};
			const body = code === 'UNAUTHORIZED' ? unauthorizedBody : refusal;
			answers.set(status, { body, codes: [...new Set([...codes, code])] });
		}
	}
	return answers;
}

/** Lists that refuse a filter by a missing deal type (v1 §4). */
const needDealType = new Set(['productDetail.getMany', 'productDetail.getFields']);

/** The codes with which an operation may refuse a request. */
function codesOf(version: Version, { id, params, body, needs }: OperationContract): RefusalCode[] {
	const inPath = Object.keys(params.properties).length > 0;
	const isLimited = needs !== null || inPath || id === 'user.getCurrent';
	return [
		'UNAUTHORIZED',
		'TOO_MANY_REQUESTS',
		'INTERNAL_SERVER_ERROR',
		'BAD_REQUEST',
		'VALIDATION_FAILED',
		// A v1 key has no user whose rights could be limited.
		...(isLimited && version.name === 'v2' ? (['FORBIDDEN'] as const) : []),
		...(inPath || body !== null || needDealType.has(id) ? (['NOT_FOUND'] as const) : []),
		...(body !== null ? (['PAYLOAD_TOO_LARGE'] as const) : []),
	];
}
