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

/** The names of this machine, the last one in Docker's containers. */
const ownNames = /^(127\.0\.0\.1|localhost|\[::1\]|host\.docker\.internal)$/i;

/**
 * Whether a request names this machine, or the very address at which it came in. A foreign name
 * server can point any other name here (DNS rebinding).
 */
function isOwnName(host: string, address = ''): boolean {
	const name = host.replace(/:\d+$/, '');
	// A socket for both families writes ::ffff:192.0.2.1.
	const cameTo = address.replace(/^::ffff:/, '');
	return ownNames.test(name) || [cameTo, `[${cameTo}]`].includes(name);
}

/**
 * Refuses requests of foreign web pages. A browser names the page that sends a request: by `Origin`
 * if it writes or reads across sites, and by `Sec-Fetch-Site`. A script names nothing and is let
 * in. Following a link to the sandbox is harmless.
 */
function refuseForeign({ method, headers, socket }: FastifyRequest): void {
	const { host = '', origin = `http://${host}` } = headers;
	if (!isOwnName(host, socket.localAddress)) {
		throw forbidden('The sandbox answers to names of this machine only, such as localhost');
	}
	const { 'sec-fetch-site': site = 'none', 'sec-fetch-mode': mode } = headers;
	const isLink = method === 'GET' && mode === 'navigate';
	const isOwnSite = isLink || site === 'none' || site === 'same-origin';
	if (origin !== `http://${host}` || !isOwnSite) {
		throw forbidden('The sandbox is not steered by web pages of other origins');
	}
}
