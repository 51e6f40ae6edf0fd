import type { Server } from 'node:http';
import Fastify, { type FastifyInstance } from 'fastify';
import { steering } from './admin/steering';
import { docs } from './http/docs';
import { serve } from './http/version';
import { isSandboxPath } from './http/paths';
import type { ResponseCheck } from './openapi/check';
import type { Service } from './service';
import { inUtc } from './rules/time';
import { v1 } from './v1/version';
import { v2 } from './v2/version';

/** The largest request: a thousand items of 32 kB. */
const bodyLimit = 32 * 1024 * 1024;

/** Both versions of the interface. */
export const versions = [v1, v2];

/**
 * The HTTP server of a service: both versions, the steering and the reference page, each in its own
 * plugin.
 * @param check holds every response against its description, if given
 */
export function createApp(service: Service, check?: ResponseCheck): FastifyInstance<Server> {
	const app = Fastify({
		bodyLimit,
		// Long item keys stand in paths.
		routerOptions: { maxParamLength: 1000 },
		logger: { level: 'error', stream: process.stderr },
		forceCloseConnections: true,
		// Every request is checked by the operation's own schemas, see `serve`.
		exposeHeadRoutes: false,
	});
	readEmptyBodiesAsObjects(app);
	app.addHook('onRequest', async (request, reply) => {
		reply.header('date', new Date(service.clock.now()).toUTCString());
		const [path = '', query = ''] = splitOnce(request.url, '?');
		if (isSandboxPath(path)) return;
		const time = inUtc(service.clock.now());
		request.entry = service.journal.request({ time, method: request.method, path, query });
	});
	app.addHook('onResponse', async (request, reply) => {
		if (request.entry) request.entry.status = reply.statusCode;
	});
	check?.watch(app);
	for (const version of versions) {
		app.register(serve(version, service), { prefix: `/${version.name}` });
	}
	app.register(steering(service), { prefix: '/__sandbox' });
	app.register(docs([v2, v1]));
	return app;
}

/** Every request carries `Content-Type: application/json` (v2 §5), also those without a body. */
function readEmptyBodiesAsObjects(app: FastifyInstance<Server>): void {
	const parse = app.getDefaultJsonParser('error', 'error');
	app.removeAllContentTypeParsers();
	app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
		if (body === '') done(null, {});
		else void parse(request, String(body), done);
	});
}

function splitOnce(text: string, separator: string): string[] {
	const at = text.indexOf(separator);
	return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}
