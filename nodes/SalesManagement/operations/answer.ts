import type { IDataObject } from 'n8n-workflow';
import { BASE_URL, LOOK_FIRST } from '../api/answers';
import { readErrorBody } from '../api/errorBody';
import { ServiceError } from '../api/errors';
import { isBlank, isObject, textOf } from '../values';
import type { Operation } from './operation';

/** What the body of an answer must be, which reports success by its status. */
export interface Expected extends Pick<Operation, 'route' | 'writes'> {
	/** `any`: the documents show none. `record`: one with an ID. `settings`: an object without one. */
	readonly returns: 'any' | 'record' | 'settings';
}

/** Whether the service returned anything; an empty body or object is success without data (S2). */
export const hasContent = (body: unknown): body is IDataObject =>
	isObject(body) && Object.keys(body).length > 0;

/**
 * @throws ServiceError for an answer that is an error itself, or not what was asked for. An empty one
 * is success of a write (S2), and one without an ID may be: the service need not return the record.
 */
export function assertAnswer(body: unknown, { route, writes, returns }: Expected): void {
	const fail = (serviceMessage: string, details: readonly string[] = [], why = '') => {
		const advice = `${why}${writes ? LOOK_FIRST : BASE_URL}`;
		return new ServiceError({
			operation: route,
			outcome: 'unknown',
			serviceMessage,
			details,
			advice,
		});
	};
	const said = errorIn(body, returns);
	if (said) {
		const where = writes ? 'along with this error' : 'but sent this in place of a record';
		throw fail(said.message, said.details, `the service reported success ${where}; `);
	}
	if (returns === 'any') return;
	const isEmpty = body === undefined || (isObject(body) && !hasContent(body));
	if (isEmpty && writes) return;
	if (isEmpty) throw fail('The response is empty, although a record was asked for');
	if (!isObject(body)) {
		const what = Array.isArray(body) ? 'a list' : `"${textOf(body)}"`;
		throw fail(`The response is ${what} instead of a record`);
	}
	const needsId = returns === 'record' && (!writes || Object.hasOwn(body, 'id'));
	if (needsId && isBlank(body.id)) throw fail('The response has no ID, so it is no record');
}

/** What an object without an ID says went wrong; a record may have fields with these names. */
function errorIn(body: unknown, returns: Expected['returns']) {
	if (!isObject(body) || !isBlank(body.id)) return undefined;
	const { message, details } = readErrorBody(body);
	// Only where a record is expected does a code alone say that there is none.
	const isError = Boolean(body.error) || (returns === 'record' && !isBlank(body.code));
	return isError ? { message: message ?? 'The service reports an error', details } : undefined;
}
