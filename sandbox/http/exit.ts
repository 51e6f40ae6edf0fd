import type { Server } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Answer } from '../dialects/dialect';
import type { Service } from '../domain/service';

/**
 * Where answers go out: the chosen dialects change what they say differently, behind everything that
 * made and checked the answer. What an injected fault makes or damages goes out as it is.
 */
export function speak(app: FastifyInstance<Server>, service: Service): void {
	app.addHook('onSend', async (request, reply, payload) => {
		const changes = service.dialects.flatMap(({ answer }) => (answer ? [answer] : []));
		if (!request.entry || request.isInjected || changes.length === 0) return payload;
		if (typeof payload !== 'string') return payload;
		let answer = answerOf(request, reply, payload);
		for (const change of changes) {
			const { headers, ...others } = change(answer) ?? {};
			answer = { ...answer, ...others, headers: { ...answer.headers, ...headers } };
		}
		return send(reply, answer, payload !== '');
	});
}

function answerOf(request: FastifyRequest, reply: FastifyReply, payload: string): Answer {
	const { operation } = request.routeOptions.config;
	const headers = Object.entries(reply.getHeaders()).map(([name, value]) => [name, String(value)]);
	return {
		...(operation && { operation }),
		status: reply.statusCode,
		headers: Object.fromEntries(headers) as Answer['headers'],
		// The sandbox sends JSON, or nothing.
		body: payload === '' ? undefined : JSON.parse(payload),
	};
}

/**
 * Returns the payload; a body that is text is sent as it is.
 * @param hadBody whether there was a body before the dialects
 */
function send(reply: FastifyReply, { status, headers, body }: Answer, hadBody: boolean): string {
	for (const [name, value] of Object.entries(headers)) {
		if (value === undefined) reply.removeHeader(name);
		else if (name !== 'content-length') reply.header(name, value);
	}
	// Without one of its own, Node's server would put in the real time.
	if (headers.date === undefined) reply.raw.sendDate = false;
	if (hadBody && body === undefined) reply.removeHeader('content-type');
	if (!hadBody && body !== undefined) reply.type('application/json; charset=utf-8');
	reply.code(status).removeHeader('content-length');
	if (body === undefined) return '';
	return typeof body === 'string' ? body : JSON.stringify(body);
}
