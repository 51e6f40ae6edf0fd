import type { FastifyReply, FastifyRequest } from 'fastify';
import { badRequest, Refusal } from '../contract/refusal';
import type { Answer, AnswerChange } from '../dialects/dialect';

/** A body as it is sent: text as it is, and anything else as JSON. */
export const textOf = (body: unknown): string =>
	typeof body === 'string' ? body : JSON.stringify(body);

/** Sends an answer as the chosen dialects say it, each on top of those before it. */
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
	// Without one of its own, Node's server would put in the real time.
	if (said.headers.date === undefined) reply.raw.sendDate = false;
	return reply.code(said.status).send(said.body === undefined ? '' : textOf(said.body));
}

const rotated = <Element>(elements: Element[], by: number): Element[] => {
	const first = by % (elements.length || 1);
	return [...elements.slice(first), ...elements.slice(0, first)];
};

/** The properties of all objects, and a record's custom values, in an order that differs by turn (S5). */
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

/** Fastify's own errors become the service's: a malformed body is wrongly typed input. */
export function toRefusal(error: unknown, request: FastifyRequest): Refusal {
	if (error instanceof Refusal) return error;
	const { statusCode, message, name } = error as Partial<Error> & { statusCode?: number };
	// Checks of schemas go down a body level by level, here until the stack is exhausted.
	if (name === 'RangeError') return badRequest('The request is nested too deeply');
	if (statusCode === 413) return new Refusal('PAYLOAD_TOO_LARGE', ['The request is too large']);
	if (statusCode !== undefined && statusCode < 500) {
		return badRequest(message ?? 'The request cannot be read');
	}
	request.log.error(error);
	return new Refusal('INTERNAL_SERVER_ERROR', ['The sandbox failed; its output says why']);
}
