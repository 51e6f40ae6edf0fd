import type { FastifyInstance, FastifyRequest } from 'fastify';
import { forbidden, httpStatus } from '../contract/refusal';
import { toRefusal } from './replies';

/**
 * Protects the routes of the sandbox itself: they ask for no credential, so a foreign web page that
 * is open in the same browser must not reach them. Also gives their errors one form.
 */
export function protectOwn(app: FastifyInstance): void {
	app.addHook('onRequest', async (request) => refuseForeign(request));
	app.setErrorHandler((error, request, reply) => {
		const { code, messages } = toRefusal(error, request);
		return reply.code(httpStatus[code]).send({ error: code, messages });
	});
}

/** The names of this machine. A foreign name server can point any other name here (DNS rebinding). */
const ownNames = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/i;

/**
 * Refuses requests of foreign web pages. A browser names the page that sends a request: by `Origin`
 * if it writes or reads across sites, and by `Sec-Fetch-Site`. A script names nothing and is let
 * in. Following a link to the sandbox is harmless.
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
