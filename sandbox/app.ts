import type { Server } from 'node:http';
import Fastify, { type FastifyInstance } from 'fastify';
import { steering } from './admin/steering';
import { isOwnPath, ownPaths } from './contract/paths';
import { inUtc } from './contract/time';
import { readBodies, askedOf, pathOf } from './http/request';
import { Door } from './http/door';
import { speak } from './http/exit';
import { protectOwn } from './http/ownRoutes';
import { serve } from './http/serve';
import type { Lifecycle } from './lifecycle';
import type { ResponseCheck } from './openapi/check';
import { page } from './page';
import type { SeedName } from './seed';
import { v1 } from './v1/version';
import { v2 } from './v2/version';

/** The largest request: a thousand items of 32 kB. */
const bodyLimit = 32 * 1024 * 1024;

/** Both versions of the interface. */
export const versions = [v1, v2];

/**
 * The HTTP server of a sandbox: both versions, the steering, the page and the reference page, each
 * in a plugin of its own.
 * @param check holds every response against its description, if given
 * @param hasReference whether there is a reference page
 */
export function createApp(
	state: Lifecycle,
	{ check, hasReference = true }: { check?: ResponseCheck; hasReference?: boolean } = {},
): FastifyInstance<Server> {
	const { gateway } = state;
	const { service, journal } = gateway;
	const { clock } = service;
	const door = new Door(versions, service);
	const app = Fastify({
		bodyLimit,
		// Item keys in paths may be long.
		routerOptions: { maxParamLength: 1000 },
		rewriteUrl: (raw) => door.enter(raw),
		logger: { level: 'error', stream: process.stderr },
		forceCloseConnections: true,
		// Every request is checked by the operation's own schemas, see `serve`.
		exposeHeadRoutes: false,
	});
	readBodies(app);
	app.addHook('onRequest', async (request, reply) => {
		reply.header('date', new Date(clock.now()).toUTCString());
		const { method, url } = askedOf(request);
		const path = pathOf(url);
		if (isOwnPath(path)) return;
		const query = url.slice(path.length + 1);
		request.entry = journal.request({ time: inUtc(clock.now()), method, path, query });
	});
	app.addHook('onResponse', async (request, reply) => {
		if (request.entry) request.entry.status = reply.statusCode;
	});
	check?.watch(app);
	speak(app, service);
	for (const version of versions) {
		app.register(serve(version, gateway), { prefix: `/${version.name}` });
	}
	// The sandbox's own pages, each a plugin at a path of `ownPaths`.
	const reset = (seed?: SeedName) => state.reset(seed);
	app.register(steering(gateway, reset), { prefix: ownPaths.steering });
	app.register(page(gateway));
	if (!hasReference) return app;
	app.register(async (reference) => {
		protectOwn(reference);
		// What draws it takes longer to load than all else that a sandbox needs.
		const { referencePage } = await import('./openapi/reference');
		await reference.register(referencePage([v2, v1]));
	});
	return app;
}
