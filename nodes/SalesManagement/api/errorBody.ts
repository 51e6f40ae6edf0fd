import { isObject } from '../values';
import type { BulkRowError } from './errors';
import { LIMITS } from './limits';

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

/** As many as a bulk request has rows: what is beyond belongs to none. */
const MOST_TEXTS = 1000;

/** A text of the service, as much of it as a message holds. */
const cut = (text: string): string =>
	text.length <= LIMITS.textLength ? text : `${text.slice(0, LIMITS.textLength).trimEnd()}…`;

export const isHtml = (body: unknown): boolean =>
	typeof body === 'string' && /^\s*<(!doctype|html|head|body|\?xml)/i.test(body);

export function readErrorBody(body: unknown): ErrorBody {
	if (isHtml(body)) return { details: [], bulkErrors: [], isHtml: true };
	if (typeof body === 'string') {
		const text = cut(body.trim());
		return { message: text || undefined, details: [], bulkErrors: [], isHtml: false };
	}
	if (!isObject(body)) return { details: [], bulkErrors: [], isHtml: false };
	const nested = isObject(body.error) ? body.error : {};
	const details = texts(body.messages ?? nested.messages)
		.slice(0, MOST_TEXTS)
		.map(cut);
	const message = [body.error, body.message, nested.message, body.code, nested.code, details[0]]
		.filter((each) => typeof each === 'string' && each.trim() !== '')
		.shift() as string | undefined;
	return {
		message: message && cut(message),
		details,
		bulkErrors: rowErrors(body.bulkErrors),
		isHtml: false,
	};
}

/** Messages as the service may send them: one text, a list, or lists by field name. */
function texts(value: unknown): string[] {
	if (typeof value === 'string') return value.trim() === '' ? [] : [value];
	if (Array.isArray(value)) return value.slice(0, MOST_TEXTS).flatMap(texts);
	if (isObject(value)) {
		return Object.entries(value)
			.slice(0, MOST_TEXTS)
			.flatMap(([field, of]) => texts(of).map((text) => `${field}: ${text}`));
	}
	return [];
}

/** The document spells the property `massages` (v1 §4). */
function rowErrors(value: unknown): BulkRowError[] {
	if (!Array.isArray(value)) return [];
	return value.slice(0, MOST_TEXTS).flatMap((row) => {
		if (!isObject(row) || !Number.isInteger(row.index)) return [];
		const messages = texts(row.massages ?? row.messages).slice(0, LIMITS.linesInDescription);
		return [{ index: row.index as number, messages: messages.map(cut) }];
	});
}
