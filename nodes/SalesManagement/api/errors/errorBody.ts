import { isBlank, isObject } from '../../values';
import type { BulkRowError } from './errors';
import { LIMITS } from '../limits';

/**
 * Reads the body of an error answer. Accepts every reading of S2: `{error}`, `{error, messages}`,
 * `{error, messages, bulkErrors: [{index, massages | messages}]}`, `{code, message}`, plain text,
 * HTML and nothing; also `{title, detail}` (RFC 9457) and `errors: [{field, message}]`.
 */
export interface ErrorBody {
	/** The service's own message; absent when it sent none. */
	readonly message?: string;
	/** What the service calls the failure. */
	readonly code?: string;
	readonly details: readonly string[];
	readonly bulkErrors: readonly BulkRowError[];
	readonly isHtml: boolean;
}

/** The codes of v2 §7 in both of their spellings: they say no more than the status does. */
const isGeneric = (text: string): boolean =>
	/^(?:bad|validation|not)[ _](?:request|failed|found)$/i.test(text.trim());

/** What is no text for people. */
const isCode = (text: string): boolean =>
	/^[A-Z][A-Z\d_]{2,}$/.test(text.trim()) || isGeneric(text);

/** As many as a bulk request has rows: what is beyond belongs to none. */
const MOST_TEXTS = 1000;

/** A text of the service, as much of it as a message holds. */
const cut = (text: string): string =>
	text.length <= LIMITS.textLength ? text : `${text.slice(0, LIMITS.textLength).trimEnd()}…`;

const isText = (value: unknown): value is string =>
	typeof value === 'string' && value.trim() !== '';

/** `name: too long` for an entry such as `{field: "name", message: "too long"}`; else nothing. */
function lineOf(entry: unknown): string | undefined {
	if (!isObject(entry)) return undefined;
	const { field, message } = entry;
	if (!isText(message)) return undefined;
	return isText(field) ? `${field}: ${message}` : message;
}

export const isHtml = (body: unknown): boolean =>
	typeof body === 'string' && /^\s*<(!doctype|html|head|body|\?xml)/i.test(body);

export function readErrorBody(body: unknown): ErrorBody {
	const nothing = { details: [], bulkErrors: [], isHtml: isHtml(body) };
	if (typeof body === 'string' && !nothing.isHtml) {
		return { ...nothing, message: cut(body.trim()) || undefined };
	}
	if (!isObject(body)) return nothing;
	const shown = texts(body.messages ?? body.errors);
	const bulkErrors = rowErrors(body.bulkErrors);
	// What is said of rows is told with each of them, by its own number.
	const first = bulkErrors.some(({ messages }) => messages.length > 0) ? undefined : shown[0];
	const { error, message: text, title, detail } = body;
	const said = [error, text, title, detail, body.code, first].filter(isText);
	const message = said.find((each) => !isCode(each)) ?? said.find((each) => !isGeneric(each));
	const code = said.find((each) => isCode(each) && each !== message);
	const others = [title, detail].filter((each) => isText(each) && each !== message);
	return {
		...nothing,
		message: message && cut(message),
		...(code !== undefined && { code: cut(code) }),
		details: (shown.length > 0 ? shown : (others as string[])).slice(0, MOST_TEXTS).map(cut),
		bulkErrors,
	};
}

/** The properties of an error body (S2), and those by which services commonly report success. */
const REPORTING = ['error', 'errors', 'code', 'message', 'messages', 'bulkErrors', 'success'];

/** Whether a property holds anything: `false`, zero and what is empty are no error. */
function isFilled(value: unknown): boolean {
	if (typeof value === 'string') return value.trim() !== '';
	return typeof value === 'object' && value !== null
		? Object.keys(value).length > 0
		: Boolean(value);
}

const meansSuccess = (code: unknown) => /^\s*(0|2\d\d|ok|success)\s*$/i.test(String(code));

/**
 * The error in a body whose status is one of success.
 * @param ownNames whether a record may have fields of these names: then only a body without any
 * other property is an error.
 */
export function reportedError(
	body: unknown,
	{ ownNames = false }: { readonly ownNames?: boolean } = {},
): ErrorBody | undefined {
	if (!isObject(body)) return undefined;
	const { error, errors, bulkErrors, code, message, messages, success } = body;
	const isBare = Object.keys(body).every((name) => REPORTING.includes(name));
	if (ownNames && !isBare) return undefined;
	const isFine = success === true || error === false || meansSuccess(code);
	const isTold = isBare || isFilled(message) || isFilled(messages);
	const isError =
		[error, errors, bulkErrors].some(isFilled) ||
		success === false ||
		(!isBlank(code) && !meansSuccess(code) && isTold) ||
		(!isFine && isBare && isFilled(messages));
	return isError ? readErrorBody(body) : undefined;
}

/** Messages as the service may send them: one text, a list, or lists by field name. */
function texts(value: unknown): string[] {
	if (typeof value === 'string') return value.trim() === '' ? [] : [value];
	if (Array.isArray(value)) {
		return value.slice(0, MOST_TEXTS).flatMap((each: unknown) => lineOf(each) ?? texts(each));
	}
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
