import { isBlank, isObject, own } from '../shared';
import { assertNoError, bodyShape } from './errors/errorBody';
import { checkAddress, ServiceError } from './errors/errors';
import { isRead, type Client, type ServiceRequest } from './routes';

/**
 * The form that the body of a successful answer must have. `any`: the documents show none. `record`: one with an
 * ID. `settings`: an object without one. `rows`: what each row of a bulk request came to, which is read by itself.
 */
export type Returns = 'any' | 'record' | 'settings' | 'rows';

/** A rule of a record: a refusal that names all of the properties is of this rule. */
export interface Rule {
	readonly names: readonly string[];
	/** Why it is refused, and which fields of the form to add. */
	readonly says: string;
}

/**
 * Sends a request of a record.
 * @param rule of the record, by which a refusal is told.
 * @returns its answer, which is what was asked for.
 * @throws ServiceError for one that is not, too.
 */
export async function answerTo(
	client: Client,
	request: ServiceRequest,
	returns: Returns,
	rule?: Rule,
): Promise<unknown> {
	const { body } = await client.send(request).catch((error: unknown) => {
		const { body: sent = {} } = request;
		// A request that gives one of the properties is refused for another reason.
		const isGiven = rule?.names.some((name) => !isBlank(own(sent, name)));
		throw inWordsOf(isGiven ? undefined : rule, error) as Error;
	});
	assertAnswer(body, request.operation, returns, client);
	return body;
}

/**
 * Checks the body of an answer whose status is one of success. The service may report an error there all the same, or
 * send something else than was asked for. After a write, a body that is missing, is empty (S2), or has no ID is all
 * right: the service need not return the record.
 * @throws ServiceError for a reported error, and for a body that is not what was asked for.
 */
function assertAnswer(body: unknown, operation: string, returns: Returns, client: Client): void {
	assertNoError(body, operation, client.labels);
	if (returns === 'any' || returns === 'rows') return;
	const writes = !isRead(operation);
	if (writes && (body === undefined || (isObject(body) && !Object.hasOwn(body, 'id')))) return;
	if (isObject(body) && (returns === 'settings' || !isBlank(body.id))) return;
	throw new ServiceError({
		operation,
		outcome: 'unknown',
		advice: writes ? '' : checkAddress(client.labels),
		serviceMessage: `The response is ${bodyShape(body)}, which is ${returns === 'settings' ? 'not the settings' : 'no record'}`,
	});
}

/** An error as it is thrown: in the words of the rule, if it is the refusal of a request that breaks the rule. */
function inWordsOf(rule: Rule | undefined, error: unknown): unknown {
	if (!rule || !(error instanceof ServiceError)) return error;
	const { serviceMessage, details, bulkErrors, advice } = error;
	const reworded = (text: string) =>
		rule.names.every((name) => text.includes(name)) ? rule.says : text;
	const isAll = [serviceMessage, ...details].every((text) => reworded(text) !== text);
	return error.with({
		serviceMessage: reworded(serviceMessage),
		details: details.map(reworded),
		bulkErrors: bulkErrors.map((row) => ({ ...row, messages: row.messages.map(reworded) })),
		advice: isAll ? '' : advice,
	});
}
