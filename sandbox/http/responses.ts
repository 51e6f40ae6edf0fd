import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { badRequest, Refusal } from '../contract/refusal';
import { failWith } from './faults';

/** Sends JSON as it is (no schema drops a property on the way), or an empty body. */
export function sendJson(
	reply: FastifyReply,
	status: number,
	body: unknown,
	checkSize?: (bytes: number) => void,
): FastifyReply {
	const payload = body === undefined ? '' : JSON.stringify(body);
	checkSize?.(Buffer.byteLength(payload));
	reply.code(status);
	if (payload !== '') reply.type('application/json; charset=utf-8');
	return damaged(reply, payload) ?? reply.send(payload);
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
		return new Refusal('BAD_REQUEST', [message ?? 'The request cannot be read']);
	}
	request.log.error(error);
	return new Refusal('INTERNAL_SERVER_ERROR', ['The sandbox failed; its output says why']);
}

/** Sends the response damaged if a fault asks for it. */
function damaged(reply: FastifyReply, payload: string): FastifyReply | undefined {
	const { damage } = reply.request;
	if (!damage) return undefined;
	if (damage.action === 'garbage') return reply.code(200).send('{"deals": [{"id": 1, <<<');
	if (damage.action !== 'truncate') return failWith(damage, reply);
	// The whole length is announced, half of it sent, and the connection closed.
	const bytes = Buffer.from(payload === '' ? '{}' : payload);
	reply.hijack();
	const headers = { ...(reply.getHeaders() as OutgoingHttpHeaders) };
	headers['content-length'] = bytes.length;
	if (reply.request.entry) reply.request.entry.status = reply.statusCode;
	reply.raw.writeHead(reply.statusCode, headers);
	reply.raw.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => {
		reply.raw.destroy();
	});
	return reply;
}
