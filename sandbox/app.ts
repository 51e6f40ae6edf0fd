import { Server } from 'node:http';
import Fastify, { type FastifyInstance } from 'fastify';
import { steering } from './admin/steering';
import { serve } from './http/version';
import { isSandboxPath } from './http/paths';
import type { Service } from './service';
import { inUtc } from './rules/time';
import { v1 } from './v1/version';
import { v2 } from './v2/version';

/** The largest request: a thousand items of 32 kB. */
const bodyLimit = 32 * 1024 * 1024;

/** The HTTP server of a service: both versions and the steering, each in its own plugin. */
export function createApp(service: Service): FastifyInstance<Server> {
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
	app.register(serve(v2, service), { prefix: '/v2' });
	app.register(serve(v1, service), { prefix: '/v1' });
	app.register(steering(service), { prefix: '/__sandbox' });
	return app;
}

/** Every request carries `Content-Type: application/json` (v2 §5), also those without a body. */
function readEmptyBodiesAsObjects(app: FastifyInstance<Server>): void {
	const parse = app.getDefaultJsonParser('error', 'error');
	app.removeAllContentTypeParsers();
	app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
		if (body === '') done(null, {});
		else parse(request, String(body), done);
	});
}

function splitOnce(text: string, separator: string): string[] {
	const at = text.indexOf(separator);
	return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}
