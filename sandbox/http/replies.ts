import type { FastifyReply, FastifyRequest } from 'fastify';
import { badRequest, Refusal } from '../contract/refusal';
import type { Answer, AnswerChange } from '../dialects/dialect';

/** A body as it is sent: text as it is, and anything else as JSON. */
export const textOf = (body: unknown): string =>
	typeof body === 'string' ? body : JSON.stringify(body);

/** Sends an answer after the chosen dialects have changed it, one after the other. */
export function sendInDialects(
	reply: FastifyReply,
	answer: Omit<Answer, 'headers'>,
	changes: AnswerChange[],
): FastifyReply {
	const said = changes.reduce<Answer>(
		(before, change) => {
			const { headers, ...others } = change(before) ?? {};
			return { ...before, ...others, headers: { ...before.headers, ...headers } };
		},
		{ ...answer, headers: reply.getHeaders() as Answer['headers'] },
	);
	for (const [name, value] of Object.entries(said.headers)) {
		if (value === undefined) reply.removeHeader(name);
		else reply.header(name, value);
	}
	// Node's server would otherwise add a Date of real time.
	if (said.headers.date === undefined) reply.raw.sendDate = false;
	return reply.code(said.status).send(said.body === undefined ? '' : textOf(said.body));
}

const rotated = <Element>(elements: Element[], by: number): Element[] => {
	const first = by % (elements.length || 1);
	return [...elements.slice(first), ...elements.slice(0, first)];
};

/**
 * Rotates the order of the properties of all objects, and of the custom values of a record, by
 * `turn` places (S5).
 */
export function reordered(value: unknown, turn: number): unknown {
	if (Array.isArray(value)) return value.map((one) => reordered(one, turn));
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(
		rotated(Object.entries(value), turn).map(([key, each]: [string, unknown]) => {
			const isCustoms = key.endsWith('Customs') && Array.isArray(each);
			return [key, reordered(isCustoms ? rotated(each, turn) : each, turn)];
		}),
	);
}

/** Turns any error into a refusal. Errors of Fastify's own, such as for a malformed body, are BAD_REQUEST. */
export function toRefusal(error: unknown, request: FastifyRequest): Refusal {
	if (error instanceof Refusal) return error;
	const { statusCode, message, name } = error as Partial<Error> & { statusCode?: number };
	// Checks of schemas recurse into a body, and one nested too deeply exhausts the stack.
	if (name === 'RangeError') return badRequest('The request is nested too deeply');
	if (statusCode === 413) return new Refusal('PAYLOAD_TOO_LARGE', ['The request is too large']);
	if (statusCode !== undefined && statusCode < 500) {
		return badRequest(message ?? 'The request cannot be read');
	}
	request.log.error(error);
	return new Refusal('INTERNAL_SERVER_ERROR', ['The sandbox failed; its output says why']);
}
