/** The bodies of answers: the errors that they report, and their shape as messages tell it. */
import { isBlank, isObject, LIMITS } from '../../shared';
import { isRead, type CredentialLabels } from '../routes';
import { checkAddress, ServiceError, type BulkRowError } from './errors';

/** The service's account of a failure (S2). */
export interface ErrorBody extends Pick<ServiceError, 'code' | 'details' | 'bulkErrors'> {
	/** The service's own message; absent when it sent none. */
	readonly message?: string;
}

/** The codes of v2 §7 in both of their spellings: they say no more than the status does. */
const isGeneric = (text: string) =>
	/^(?:bad|validation|not)[ _](?:request|failed|found)$/i.test(text.trim());

/** Whether a text is a code, and nothing for people to read. */
const isCode = (text: string) => /^[A-Z][A-Z\d_]{2,}$/.test(text.trim()) || isGeneric(text);

/** A text of the service, as much of it as a message holds. */
const cut = (text: string) =>
	text.length <= LIMITS.textLength ? text : `${text.slice(0, LIMITS.textLength).trimEnd()}…`;

const isText = (value: unknown): value is string =>
	typeof value === 'string' && value.trim() !== '';

/** The messages in a list, or the only one. */
const texts = (value: unknown) => [value].flat().filter(isText).map(cut);

export const isHtml = (body: unknown): boolean =>
	typeof body === 'string' && /^\s*<(!doctype|html|head|body|\?xml)/i.test(body);

/**
 * Reads the body of an error answer, in every reading of S2: `{error}`, `{error, messages}`,
 * `{error, messages, bulkErrors: [{index, massages | messages}]}`, `{code, message}`, plain text, HTML
 * and nothing.
 */
export function readErrorBody(body: unknown): ErrorBody {
	if (!isObject(body)) {
		const [message] = isHtml(body) ? [] : texts(body);
		return { message, details: [], bulkErrors: [] };
	}
	const details = texts(body.messages);
	const bulkErrors = rowErrors(body.bulkErrors);
	// Messages about rows are told with each row, by its own number.
	const first = bulkErrors.some(({ messages }) => messages.length > 0) ? undefined : details[0];
	const said = texts([body.error, body.message, body.code, first]);
	const message = said.find((each) => !isCode(each)) ?? said.find((each) => !isGeneric(each));
	const code = said.find((each) => isCode(each) && each !== message);
	return { message, code, details, bulkErrors };
}

/** Whether a property holds anything: `false`, zero, and empty texts, lists and objects are no error. */
const isFilled = (value: unknown) =>
	isObject(value) || Array.isArray(value) ? Object.keys(value).length > 0 : Boolean(value);

/** The properties of an error body (S2). */
const PROPERTIES = ['error', 'code', 'message', 'messages', 'bulkErrors'];

/** The error in a body whose status is one of success. A body with an ID is a record, even if it has a field `error`. */
export function reportedError(body: unknown): ErrorBody | undefined {
	if (!isObject(body) || !isBlank(body.id)) return undefined;
	const { error, bulkErrors, code, messages, success } = body;
	const isBare = Object.keys(body).every((name) => PROPERTIES.includes(name));
	const isError =
		[error, bulkErrors, success === false].some(isFilled) ||
		(isBare && [code, messages].some(isFilled));
	return isError ? readErrorBody(body) : undefined;
}

/** @throws ServiceError for an error in a body whose status is one of success: it is neither a record nor a whole list. */
export function assertNoError(body: unknown, operation: string, labels: CredentialLabels): void {
	const reported = reportedError(body);
	if (!reported) return;
	const { message, code, bulkErrors } = reported;
	const details = [...reported.details, ...bulkErrors.flatMap(({ messages }) => messages)];
	const check = isRead(operation)
		? `, so try again later; if it stays so, ${checkAddress(labels)}`
		: '';
	throw new ServiceError({
		operation,
		outcome: 'unknown',
		code,
		details,
		serviceMessage: message ?? details[0] ?? 'The service reports an error',
		advice: `the service reported success along with this error${check}`,
	});
}

/**
 * The errors of single rows of a bulk request: the index of each row, and what is wrong with it. An entry without an
 * index is left out, since it can't be told of a row; the error's own messages remain. The document spells the
 * property `massages` (v1 §4).
 */
function rowErrors(value: unknown): BulkRowError[] {
	if (!Array.isArray(value)) return [];
	return value.flatMap((row) => {
		if (!isObject(row) || !Number.isInteger(row.index)) return [];
		const messages = texts(row.massages ?? row.messages).slice(0, LIMITS.textsOfItem);
		return [{ index: row.index as number, messages }];
	});
}

/** The most names of an object that a message tells. */
const MOST_NAMES = 8;

function kindOf(value: unknown): string {
	if (value === null || value === undefined) return 'empty';
	if (Array.isArray(value))
		return value.length === 0 ? 'an empty list' : `a list of ${value.length}`;
	if (isObject(value)) return 'an object';
	return typeof value === 'string' ? 'a text' : `a ${typeof value}`;
}

/**
 * The shape of a body, such as `{data: a list of 2, page: a number}`: names and kinds, never a value, since
 * values are somebody's data.
 */
export function bodyShape(body: unknown): string {
	if (!isObject(body)) return kindOf(body);
	const names = Object.entries(body).map(([name, value]) => `${name}: ${kindOf(value)}`);
	return `{${names.slice(0, MOST_NAMES).join(', ')}${names.length > MOST_NAMES ? ', …' : ''}}`;
}
