import type { IDataObject } from 'n8n-workflow';
import { checkAddress } from '../api/errors/advice';
import { reportedError } from '../api/errors/errorBody';
import { ServiceError, type ServiceErrorParts } from '../api/errors/errors';
import { shapeTold } from '../api/errors/describeShape';
import type { Client, ServiceRequest } from '../api/types';
import { isBlank, isObject, textOf } from '../values';
import type { RecordDescription } from '../records/record';
import type { Operation } from './operation';

/** What the body of an answer must be, which reports success by its status. */
export interface Expected extends Pick<Operation, 'route' | 'writes'> {
	/**
	 * `any`: the documents show none. `record`: one with an ID. `settings`: an object without one.
	 * `rows`: what each row of a bulk request came to, which is read by itself.
	 */
	readonly returns: 'any' | 'record' | 'settings' | 'rows';
	/** Whether a record's own fields may be called `code` or `error`. */
	readonly ownNames?: boolean;
}

/** Custom objects have the fields that a user defined as properties of their own (v2 §2.8). */
export const hasOwnNames = ({ customs }: Pick<RecordDescription, 'customs'>): boolean =>
	customs !== undefined && customs.property === undefined;

/** Whether the service returned anything; an empty body or object is success without data (S2). */
export const hasContent = (body: unknown): body is IDataObject =>
	isObject(body) && Object.keys(body).length > 0;

/**
 * Sends a request of a record.
 * @returns its answer, which is what was asked for.
 * @throws ServiceError for one that is not, too.
 */
export async function answerTo(
	client: Client,
	record: RecordDescription,
	request: ServiceRequest,
	{ unwanted, ...expected }: Pick<Expected, 'writes' | 'returns'> & { unwanted?: AbortSignal },
): Promise<unknown> {
	const { body } = await client.send(request, { unwanted });
	const { operation: route } = request;
	assertAnswer(body, { ...expected, route, ownNames: hasOwnNames(record) }, client);
	return body;
}

/**
 * @throws ServiceError for an answer that is an error itself, or not what was asked for. An empty one
 * is success of a write (S2), and one without an ID may be: the service need not return the record.
 */
export function assertAnswer(
	body: unknown,
	{ route, writes, returns, ownNames }: Expected,
	client: Pick<Client, 'words'>,
): void {
	const fail = (serviceMessage: string, said: Partial<ServiceErrorParts> = {}, why = '') => {
		const check = writes ? '' : checkAddress(client.words);
		const advice = [why, check].filter(Boolean).join('; ');
		return new ServiceError({
			operation: route,
			outcome: 'unknown',
			serviceMessage,
			...said,
			advice,
		});
	};
	const said = errorIn(body, ownNames);
	if (said) {
		const where = writes ? 'along with this error' : 'but sent this in place of a record';
		const details = [...said.details, ...said.bulkErrors.flatMap(({ messages }) => messages)];
		const message = said.message ?? details[0] ?? 'The service reports an error';
		throw fail(message, { details, code: said.code }, `the service reported success ${where}`);
	}
	if (returns === 'rows') return;
	if (returns === 'any') {
		const isScalar = !['object', 'undefined'].includes(typeof body) && body !== true;
		if (isScalar) throw fail(`The response is "${textOf(body)}" instead of a record`);
		return;
	}
	const isEmpty = body === undefined || (isObject(body) && !hasContent(body));
	if (isEmpty && writes) return;
	if (isEmpty) throw fail('The response is empty, although a record was asked for');
	if (!isObject(body)) {
		const what = Array.isArray(body) ? 'a list' : `"${textOf(body)}"`;
		throw fail(`The response is ${what} instead of a record`);
	}
	const needsId = returns === 'record' && (!writes || Object.hasOwn(body, 'id'));
	if (needsId && isBlank(body.id)) {
		throw fail(`The response has no ID, so it is no record but ${shapeTold(body)}`);
	}
}

/** What a body says went wrong, or an entry of it. */
function errorIn(body: unknown, ownNames = false) {
	const parts: unknown[] = Array.isArray(body) ? body : [body];
	for (const part of parts) {
		// A record whose fields may have any name is one, whatever they are called.
		if (!isObject(part) || (ownNames && !isBlank(part.id))) continue;
		const said = reportedError(part, { ownNames });
		if (said) return said;
	}
	return undefined;
}
