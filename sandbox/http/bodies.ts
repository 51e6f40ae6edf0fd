import type { FastifyInstance } from 'fastify';
import type { Server } from 'node:http';
import { most } from '../contract/limits';
import { badRequest } from '../contract/refusal';

/**
 * Reads JSON bodies; an empty one is an empty object, since every request carries
 * `Content-Type: application/json` (v2 §5), also those without a body.
 */
export function readBodies(app: FastifyInstance<Server>): void {
	const parse = app.getDefaultJsonParser('error', 'error');
	app.removeAllContentTypeParsers();
	app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
		if (body === '') {
			done(null, {});
			return;
		}
		void parse(request, String(body), (error, parsed: unknown) => {
			if (error) done(error);
			else if (isTooDeep(parsed)) done(badRequest('the request is nested too deeply'));
			else done(null, parsed);
		});
	});
}

/** Checks of schemas go down a body level by level; without a limit one could exhaust the stack. */
function isTooDeep(body: unknown): boolean {
	let level: unknown[] = [body];
	for (let depth = 0; level.length > 0; depth++) {
		if (depth > most.bodyLevels) return true;
		level = level.flatMap((value): unknown[] =>
			typeof value === 'object' && value !== null ? Object.values(value) : [],
		);
	}
	return false;
}
