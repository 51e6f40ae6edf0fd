import { Type, type TSchema } from '@sinclair/typebox';
import type { OperationContract } from '../contract/operation';
import { httpStatus, Refusal, type RefusalCode } from '../contract/refusal';
import { closed, component, integer, oneOf, text } from '../contract/schemas';
import type { Version } from '../operations/idiom';
import { defaultOptions } from '../contract/options';

const texts = Type.Array(text);

/** When each code is returned. */
export const conditions: Record<RefusalCode, string> = {
	BAD_REQUEST: 'Wrongly typed input, or a search or cursor that cannot be used.',
	VALIDATION_FAILED: 'Input that fails a validation.',
	UNAUTHORIZED: 'The credential is missing or not valid.',
	FORBIDDEN: 'The caller has no right to it.',
	NOT_FOUND: 'The record, or one it refers to, is missing or of another domain.',
	PAYLOAD_TOO_LARGE: 'The request is too large.',
	TOO_MANY_REQUESTS: 'A request limit is exceeded; `Retry-After` says how many seconds to wait.',
	INTERNAL_SERVER_ERROR: 'The service failed, or the response would be too large.',
};

const code = oneOf(Object.keys(httpStatus));

/** v2 §7, S3: for a missing or invalid credential the code is all. */
export const unauthorized = component(
	'Unauthorized',
	closed({ error: Type.Literal('UNAUTHORIZED') }),
);
export const error = component('Error', closed({ error: code, messages: texts }));
/** The property is spelled massages (v1 §4). */
const bulkError = component(
	'BulkError',
	closed({
		error: code,
		messages: texts,
		bulkErrors: Type.Array(closed({ index: integer, massages: texts })),
	}),
);

/** The settings of the options that decide on statuses. */
const settings = [
	defaultOptions,
	{ ...defaultOptions, v1ValidationStatus: 400, createStatusV2: 201 } as const,
];

/** The statuses with which an operation refuses, and the codes that each may carry. */
export function refusalsOf(
	version: Version,
	operation: OperationContract,
): Map<number, RefusalCode[]> {
	const refusals = new Map<number, RefusalCode[]>();
	for (const code of codesOf(version, operation)) {
		for (const options of settings) {
			const { status } = version.word(new Refusal(code, []), options, operation);
			const known = refusals.get(status) ?? [];
			refusals.set(status, known.includes(code) ? known : [...known, code]);
		}
	}
	return refusals;
}

/** The statuses of an operation's success. */
function successesOf(version: Version, { creates }: OperationContract): number[] {
	if (!creates) return [200];
	return [...new Set(settings.map((options) => version.createStatus(options)))];
}

/** The schemas of what an operation answers, by status; null = no body. */
export function bodiesOf(
	version: Version,
	operation: OperationContract,
): Map<number, TSchema | null> {
	const isBulk = version.name === 'v1' && operation.path.endsWith('/bulk');
	const refusal = isBulk ? Type.Union([error, bulkError]) : error;
	return new Map([
		...successesOf(version, operation).map((status) => [status, operation.response] as const),
		...[...refusalsOf(version, operation).keys()].map(
			(status) => [status, status === 401 ? unauthorized : refusal] as const,
		),
	]);
}

/** Lists that refuse a filter by a missing deal type (v1 §4). */
const needDealType = new Set(['productDetail.getMany', 'productDetail.getFields']);

/** What an operation may be refused for. */
function codesOf(
	version: Version,
	{ id, params, query, body, needs }: OperationContract,
): RefusalCode[] {
	const inPath = Object.keys(params.properties).length > 0;
	const takesInput = inPath || Object.keys(query.properties).length > 0 || body !== null;
	const isLimited = needs !== null || inPath || id === 'user.getCurrent';
	const always: RefusalCode[] = ['UNAUTHORIZED', 'TOO_MANY_REQUESTS', 'INTERNAL_SERVER_ERROR'];
	return [
		...always,
		...(takesInput ? (['BAD_REQUEST', 'VALIDATION_FAILED'] as const) : []),
		// A v1 key has no user whose rights could be limited.
		...(isLimited && version.name === 'v2' ? (['FORBIDDEN'] as const) : []),
		...(inPath || body !== null || needDealType.has(id) ? (['NOT_FOUND'] as const) : []),
		...(body !== null ? (['PAYLOAD_TOO_LARGE'] as const) : []),
	];
}
