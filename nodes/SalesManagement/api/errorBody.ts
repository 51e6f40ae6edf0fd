import { isObject } from '../values';
import type { BulkRowError } from './errors';

/**
 * Reads the body of an error answer. Accepts every reading of S2: `{error}`, `{error, messages}`,
 * `{error, messages, bulkErrors: [{index, massages | messages}]}`, `{code, message}`, plain text,
 * HTML and nothing.
 */
export interface ErrorBody {
	/** The service's own message; absent when it sent none. */
	readonly message?: string;
	readonly details: readonly string[];
	readonly bulkErrors: readonly BulkRowError[];
	readonly isHtml: boolean;
}

const LONGEST_TEXT = 300;

export const isHtml = (body: unknown): boolean =>
	typeof body === 'string' && /^\s*<(!doctype|html|head|body|\?xml)/i.test(body);

export function readErrorBody(body: unknown): ErrorBody {
	if (isHtml(body)) return { details: [], bulkErrors: [], isHtml: true };
	if (typeof body === 'string') {
		const text = body.trim().slice(0, LONGEST_TEXT);
		return { message: text || undefined, details: [], bulkErrors: [], isHtml: false };
	}
	if (!isObject(body)) return { details: [], bulkErrors: [], isHtml: false };
	const nested = isObject(body.error) ? body.error : {};
	const details = texts(body.messages ?? nested.messages);
	const message = [body.error, body.message, nested.message, body.code, nested.code, details[0]]
		.filter((each) => typeof each === 'string' && each.trim() !== '')
		.shift() as string | undefined;
	return { message, details, bulkErrors: rowErrors(body.bulkErrors), isHtml: false };
}

/** Messages as the service may send them: one text, a list, or lists by field name. */
function texts(value: unknown): string[] {
	if (typeof value === 'string') return value.trim() === '' ? [] : [value];
	if (Array.isArray(value)) return value.flatMap(texts);
	if (isObject(value)) {
		return Object.entries(value).flatMap(([field, of]) =>
			texts(of).map((text) => `${field}: ${text}`),
		);
	}
	return [];
}

/** The document spells the property `massages` (v1 §4). */
function rowErrors(value: unknown): BulkRowError[] {
	if (!Array.isArray(value)) return [];
	return value.flatMap((row) =>
		isObject(row) && Number.isInteger(row.index)
			? [{ index: row.index as number, messages: texts(row.massages ?? row.messages) }]
			: [],
	);
}
