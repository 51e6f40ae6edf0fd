import { Type, type Static } from '@sinclair/typebox';
import type { FastifyReply } from 'fastify';
import type { OutgoingHttpHeaders } from 'node:http';
import { badRequest } from '../contract/refusal';
import { closed, oneOf, text } from '../contract/schemas';
import { textOf } from './replies';

/** A fault to inject: the next `times` matching requests fail in this way. */
export const faultSchema = Type.Partial(
	closed({
		match: Type.Partial(closed({ method: text, path: text }), {
			description: 'Which requests: by method, by whole path as in /v2/deals; all without it',
		}),
		times: Type.Integer({ minimum: 1, description: 'How many of them; 1 without it' }),
		status: Type.Integer({
			minimum: 200,
			maximum: 599,
			description: 'The status of the response, 500 without it; the request is not carried out',
		}),
		body: Type.Unknown({ description: 'The body of that response: JSON, or text' }),
		headers: Type.Record(text, text, { description: 'The headers of that response' }),
		action: oneOf(['reset', 'hang', 'truncate', 'garbage'] as const, {
			description:
				'Instead of a response: reset the connection, hang for ever; truncate the response, garbage',
		}),
		after: Type.Boolean({
			description: 'Carry the request out before it fails; truncate and garbage always do',
		}),
	}),
);
export type Fault = Static<typeof faultSchema>;

/** A fault that waits for its next request. */
type WaitingFault = Fault & {
	/** The number by which the fault can be cleared. */
	number: number;
	/** How many requests are still to fail. */
	left: number;
};

/** The faults that wait for a request, first come first served. */
export class Faults {
	private waiting: WaitingFault[] = [];
	private lastNumber = 0;

	/**
	 * @throws Refusal (BAD_REQUEST) for a path that no request can have, so that the fault would never
	 * strike
	 */
	add(faults: Fault[]): void {
		for (const { match } of faults) {
			if (match?.path === undefined || /^\/[^?]*$/.test(match.path)) continue;
			throw badRequest('match.path begins with a slash and has no query, as in /v2/deals');
		}
		for (const fault of faults) {
			this.waiting.push({ ...fault, number: ++this.lastNumber, left: fault.times ?? 1 });
		}
	}

	list(): WaitingFault[] {
		return [...this.waiting];
	}

	/** Returns the first fault that matches a request, if any, and counts it down. */
	take(method: string, path: string): Fault | undefined {
		const fault = this.waiting.find(
			({ match }) =>
				(match?.method === undefined || match.method.toUpperCase() === method) &&
				(match?.path === undefined || match.path === path),
		);
		if (fault && --fault.left === 0) this.waiting = this.waiting.filter((one) => one !== fault);
		return fault;
	}

	/** Forgets one fault, or all of them; true if there was one. */
	clear(number?: number): boolean {
		const before = this.waiting.length;
		this.waiting = this.waiting.filter((one) => number !== undefined && one.number !== number);
		return this.waiting.length < before;
	}
}

/** Whether a fault strikes before the request is carried out; the others strike the response. */
export const strikesAtOnce = ({ action, after }: Fault): boolean =>
	!after && action !== 'truncate' && action !== 'garbage';

/**
 * Sends the fault in place of a response, or damages the response that is ready.
 * @param text the body of that response
 */
export function fail(
	{ action, status = 500, body = { error: 'INJECTED_FAULT' }, headers = {} }: Fault,
	reply: FastifyReply,
	text = '',
): FastifyReply {
	const { raw, entry } = reply.request;
	switch (action) {
		case 'hang':
			return reply.hijack();
		case 'reset':
			raw.socket.resetAndDestroy();
			return reply.hijack();
		case 'garbage':
			return reply.code(200).send('{"deals": [{"id": 1, <<<');
		case 'truncate': {
			// The header announces the whole length; half of it is sent, and the connection closed.
			const bytes = Buffer.from(text || '{}');
			const whole = { ...reply.getHeaders(), 'content-length': bytes.length };
			if (entry) entry.status = reply.statusCode;
			reply.hijack().raw.writeHead(reply.statusCode, whole as OutgoingHttpHeaders);
			reply.raw.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => {
				reply.raw.destroy();
			});
			return reply;
		}
		default: {
			const type = typeof body === 'string' ? 'text/plain; charset=utf-8' : 'application/json';
			return reply.code(status).header('content-type', type).headers(headers).send(textOf(body));
		}
	}
}
