import type { OutgoingHttpHeaders } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Service } from '../service';
import type { Caller } from './credentials';
import type { RequestEntry } from './journal';
import type { Operation } from './operation';
import { Refusal } from './refusal';
import type { Version } from './version';

declare module 'fastify' {
	interface FastifyRequest {
		/** Who asks, once known. */
		caller?: Caller;
		/** Its line of the request log. */
		entry?: RequestEntry;
		/** How an injected fault will damage the answer. */
		damage?: 'truncate' | 'garbage';
		/** Whether a fault makes or damages its answer. */
		isInjected?: boolean;
	}
	interface FastifyContextConfig {
		operation?: Operation;
	}
}

/** Answers JSON as it is (no schema drops a property on the way), or an empty body. */
export function answer(
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

/** Answers an error of any origin in the version's own words. */
export function answerRefusal(
	version: Version,
	service: Service,
	error: unknown,
	request: FastifyRequest,
	reply: FastifyReply,
	operation?: Operation,
): FastifyReply {
	const refusal = toRefusal(error, request);
	const { status, body } = version.word(refusal, service, operation);
	return answer(reply.headers(refusal.headers), status, body);
}

/** Fastify's own errors become the service's: a malformed body is wrongly typed input. */
export function toRefusal(error: unknown, request: FastifyRequest): Refusal {
	if (error instanceof Refusal) return error;
	const { statusCode, message } = error as { statusCode?: number; message?: string };
	if (statusCode === 413) return new Refusal('PAYLOAD_TOO_LARGE', ['The request is too large']);
	if (statusCode !== undefined && statusCode < 500) {
		return new Refusal('BAD_REQUEST', [message ?? 'The request cannot be read']);
	}
	request.log.error(error);
	return new Refusal('INTERNAL_SERVER_ERROR', ['The sandbox failed; its output tells why']);
}

/** Holds the request back for the set latency, then lets the next injected fault happen to it. */
export async function meetFault(
	service: Service,
	request: FastifyRequest,
	reply: FastifyReply,
): Promise<boolean> {
	const { latencyMs } = service.options;
	if (latencyMs > 0) await delay(latencyMs);
	const fault = service.faults.take(request.method, request.url.split('?')[0] ?? '');
	if (!fault) return false;
	request.isInjected = true;
	if (fault.action === 'truncate' || fault.action === 'garbage') {
		// The request is carried out, and only its answer is damaged.
		request.damage = fault.action;
		return false;
	}
	if (fault.action === 'reset' || fault.action === 'hang') {
		reply.hijack();
		if (fault.action === 'reset') request.raw.socket.resetAndDestroy();
		return true;
	}
	const { status = 500, body = { error: 'INJECTED_FAULT' }, headers = {} } = fault;
	const text = typeof body === 'string' ? body : JSON.stringify(body);
	const type = typeof body === 'string' ? 'text/plain; charset=utf-8' : 'application/json';
	reply.code(status).header('content-type', type).headers(headers).send(text);
	return true;
}

/** Sends the answer damaged if a fault asks for it. */
function damaged(reply: FastifyReply, payload: string): FastifyReply | undefined {
	const { damage } = reply.request;
	if (damage === 'garbage') return reply.code(200).send('{"deals": [{"id": 1, <<<');
	if (damage !== 'truncate') return undefined;
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
