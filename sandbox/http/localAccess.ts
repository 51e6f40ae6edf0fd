import type { FastifyInstance, FastifyRequest } from 'fastify';
import { forbidden, httpStatus } from '../contract/refusal';
import { toRefusal } from './replies';

/**
 * What the routes of the sandbox itself have in common: they ask for no credential, so a foreign web
 * page that is open in the same browser must not reach them, and their errors look alike.
 */
export function protectOwn(app: FastifyInstance): void {
	app.addHook('onRequest', async (request) => refuseForeign(request));
	app.setErrorHandler((error, request, reply) => {
		const { code, messages } = toRefusal(error, request);
		return reply.code(httpStatus[code]).send({ error: code, messages });
	});
}

/** The names of this machine. Any other one was pointed here by a foreign name server. */
const ownNames = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/i;

/**
 * Browsers name the page that sends a request: by `Origin` where it writes or looks across sites,
 * and by `Sec-Fetch-Site`. A script names nothing and is let in. A link to here is harmless.
 */
function refuseForeign({ method, headers }: FastifyRequest): void {
	const { host = '', origin = `http://${host}` } = headers;
	if (!ownNames.test(host)) throw forbidden('The sandbox answers to 127.0.0.1 and localhost only');
	const { 'sec-fetch-site': site = 'none', 'sec-fetch-mode': mode } = headers;
	const isLink = method === 'GET' && mode === 'navigate';
	const isOwnSite = isLink || site === 'none' || site === 'same-origin';
	if (origin !== `http://${host}` || !isOwnSite) {
		throw forbidden('The sandbox is not steered by web pages of other origins');
	}
}
