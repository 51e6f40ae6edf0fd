import type { Server } from 'node:http';
import swagger, { type StaticDocumentSpec } from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { ownPaths } from '../contract/paths';
import type { Version } from '../operations/versions';
import { describe } from './document';

const descriptionPath = (name: string) => `${ownPaths.descriptions}/${name}.json`;

/**
 * `GET /docs` shows the OpenAPI descriptions in a browser, and `GET /openapi/<version>.json` returns
 * one. "Try it out" sends its requests to this sandbox.
 */
export function referencePage(versions: Version[]) {
	return async (app: FastifyInstance<Server>): Promise<void> => {
		const documents = new Map(versions.map((version) => [version.name, describe(version)]));
		for (const [name, document] of documents) {
			app.get(descriptionPath(name), async () => document);
		}
		const [first] = documents.values();
		await app.register(swagger, {
			mode: 'static',
			specification: { document: first as unknown as StaticDocumentSpec['document'] },
		});
		await app.register(swaggerUi, {
			routePrefix: ownPaths.reference,
			uiConfig: {
				urls: versions.map(({ name }) => ({ name, url: descriptionPath(name) })),
				docExpansion: 'list',
				displayOperationId: true,
				persistAuthorization: true,
			},
		});
	};
}
