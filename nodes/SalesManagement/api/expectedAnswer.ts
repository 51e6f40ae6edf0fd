import type { IDataObject } from 'n8n-workflow';
import { isBlank, isObject, own } from '../shared';
import { checkAddress } from './errors/advice';
import { shapeTold } from './errors/describeShape';
import { reportedError } from './errors/errorBody';
import { ServiceError } from './errors/errors';
import type { Client, ServiceRequest } from './routes/types';

/** The form that the body of a successful answer must have. */
export interface Expected {
	/** Whether the request changes records. */
	readonly writes: boolean;
	/**
	 * `any`: the documents show none. `record`: one with an ID. `settings`: an object without one.
	 * `rows`: what each row of a bulk request came to, which is read by itself.
	 */
	readonly returns: 'any' | 'record' | 'settings' | 'rows';
}

/** A rule of a record: a refusal that names all of the properties is of this rule. */
export interface Rule {
	readonly names: readonly string[];
	/** Why it is refused, and which fields of the form to add. */
	readonly says: string;
}

/** Whether the service returned anything; an empty body or object is success without data (S2). */
export const hasContent = (body: unknown): body is IDataObject =>
	isObject(body) && Object.keys(body).length > 0;

/**
 * Sends a request of a record.
 * @param rule of the record, by which a refusal is told.
 * @returns its answer, which is what was asked for.
 * @throws ServiceError for one that is not, too.
 */
export async function answerTo(
	client: Client,
	request: ServiceRequest,
	expected: Expected,
	rule?: Rule,
): Promise<unknown> {
	const { body } = await client.send(request).catch((error: unknown) => {
		const { body: sent = {} } = request;
		// A request that gives one of the properties is refused for another reason.
		const isGiven = rule?.names.some((name) => !isBlank(own(sent, name)));
		throw inWordsOf(isGiven ? undefined : rule, error) as Error;
	});
	assertAnswer(body, request.operation, expected, client);
	return body;
}

/**
 * @throws ServiceError for an answer that is an error in place of a record, or not what was asked for. An
 * empty one is success of a write (S2), and so is one without an ID: the service need not return the record.
 */
function assertAnswer(
	body: unknown,
	operation: string,
	{ writes, returns }: Expected,
	client: Client,
): void {
	const advice = writes ? [] : [checkAddress(client.labels)];
	const told = { operation, outcome: 'unknown', advice: advice.join() } as const;
	// A record may have fields of any name.
	const said = isObject(body) && isBlank(body.id) ? reportedError(body) : undefined;
	if (said) {
		const { message, details, bulkErrors, code } = said;
		const all = [...details, ...bulkErrors.flatMap(({ messages }) => messages)];
		throw new ServiceError({
			...told,
			details: all,
			code,
			serviceMessage: message ?? all[0] ?? 'The service reports an error',
			advice: ['the service reported success along with this error', ...advice].join('; '),
		});
	}
	if (returns === 'any' || returns === 'rows') return;
	if (writes && (body === undefined || (isObject(body) && !Object.hasOwn(body, 'id')))) return;
	if (isObject(body) && (returns === 'settings' || !isBlank(body.id))) return;
	throw new ServiceError({
		...told,
		serviceMessage: `The response is ${shapeTold(body)}, which is no record`,
	});
}

/** An error as it is thrown, told by the rule where it is the refusal of what breaks it. */
function inWordsOf(rule: Rule | undefined, error: unknown): unknown {
	if (!rule || !(error instanceof ServiceError)) return error;
	const { serviceMessage, details, bulkErrors, advice } = error;
	const told = (text: string) =>
		rule.names.every((name) => text.includes(name)) ? rule.says : text;
	const isAll = [serviceMessage, ...details].every((text) => told(text) !== text);
	return error.with({
		serviceMessage: told(serviceMessage),
		details: details.map(told),
		bulkErrors: bulkErrors.map((row) => ({ ...row, messages: row.messages.map(told) })),
		advice: isAll ? '' : advice,
	});
}
