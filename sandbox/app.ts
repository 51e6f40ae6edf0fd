import type { Server } from 'node:http';
import Fastify, { type FastifyInstance } from 'fastify';
import { steering } from './admin/steering';
import { ownPaths } from './contract/paths';
import { protectOwn } from './http/localAccess';
import { readBodies } from './http/request';
import { serve, type ResponseCheck } from './http/serve';
import type { State } from './http/state';
import { page } from './page';
import { v1 } from './v1/v1Version';
import { v2 } from './v2/v2Version';

/** The largest request: a thousand items of 32 kB. */
const bodyLimit = 32 * 1024 * 1024;

/** Both versions of the interface. */
export const versions = [v1, v2];

/**
 * The HTTP server of a sandbox: both versions, the steering, the page and the reference page, each
 * in a plugin of its own.
 * @param check compares every response with its OpenAPI description, if given
 * @param hasReference whether there is a reference page
 */
export function createApp(
	state: State,
	{ check, hasReference = true }: { check?: ResponseCheck; hasReference?: boolean } = {},
): FastifyInstance<Server> {
	const app = Fastify({
		bodyLimit,
		// To Fastify a whole path below a version is one parameter, see `serve`.
		routerOptions: { maxParamLength: 100_000 },
		logger: { level: 'error', stream: process.stderr },
		// A busy machine may take longer than Fastify's ten seconds to load the plugins.
		pluginTimeout: 0,
		forceCloseConnections: true,
		exposeHeadRoutes: false,
	});
	readBodies(app);
	for (const version of versions) {
		app.register(serve(version, state, check), { prefix: `/${version.name}` });
	}
	// The sandbox's own pages, each a plugin at a path of `ownPaths`.
	app.register(steering(state), { prefix: ownPaths.steering });
	app.register(page(state));
	if (!hasReference) return app;
	app.register(async (reference) => {
		protectOwn(reference);
		// Loaded here and not at the top: swagger-ui takes longer to load than the rest of the sandbox.
		const { referencePage } = await import('./openapi/reference');
		await reference.register(referencePage([v2, v1]));
	});
	return app;
}
