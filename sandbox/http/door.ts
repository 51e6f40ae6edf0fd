import type { IncomingMessage, Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { isObject } from '../dialects/answerChanges';
import type { ChosenDialects } from '../dialects/chosen';
import type { Dialect } from '../dialects/dialect';
import { Places } from '../dialects/places';
import { routeTable, type RoutedVersion } from '../dialects/routeTable';
import { documentedBody, documentedQuery } from './questions';
import { pathOf, rememberAsked } from './request';

/**
 * Where requests come in: what the chosen dialects say differently is put as the documents have it,
 * so that everything behind the door knows one language. Without dialects it changes nothing.
 */
export class Door {
	private readonly address: RegExp;
	private readBy?: readonly Dialect[];
	private outside = new Places([], 'outside');
	private inside = new Places([], 'inside');

	constructor(
		private readonly versions: readonly RoutedVersion[],
		private readonly chosen: ChosenDialects,
	) {
		this.address = new RegExp(`^/(${versions.map(({ name }) => name).join('|')})(/.*)$`);
	}

	/** Returns the documented address of a request, and makes its method the documented one. */
	enter(raw: IncomingMessage): string {
		const { url = '/', method = 'GET' } = raw;
		const path = pathOf(url);
		const [, version = '', below = ''] = this.address.exec(path) ?? [];
		const isOther = this.chosen.all.some((dialect) => dialect.address ?? dialect.parameter);
		if (version === '' || !isOther) return url;
		rememberAsked(raw, { method, url });
		const documented = this.documented(version, method, below);
		// At the bare address of a version there is nothing, which makes this a 404 in its words.
		if (!documented) return `/${version}/`;
		raw.method = documented.method;
		const query = documentedQuery(this.parameterChanges(), url.slice(path.length + 1));
		return `/${version}${documented.path}${query === '' ? '' : `?${query}`}`;
	}

	/** Reads bodies as the documented ones. */
	watch(app: FastifyInstance<Server>): void {
		app.addHook('preHandler', async (request) => {
			const { operation } = request.routeOptions.config;
			if (!operation) return;
			for (const { body } of this.chosen.all) {
				if (body) request.body = body(request.body);
			}
			const changes = this.parameterChanges();
			if (changes.length > 0 && operation.id.endsWith('.search') && isObject(request.body)) {
				request.body = documentedBody(changes, request.body);
			}
		});
	}

	private parameterChanges() {
		return this.chosen.all.flatMap(({ parameter }) => (parameter ? [parameter] : []));
	}

	private documented(version: string, method: string, below: string) {
		const dialects = this.chosen.all;
		if (this.readBy !== dialects) {
			const table = routeTable(this.versions, dialects);
			[this.outside, this.inside] = [new Places(table, 'outside'), new Places(table, 'inside')];
			this.readBy = dialects;
		}
		const found = this.outside.find(version, method, below);
		if (!found) return undefined;
		const { id, inside } = found.entry;
		const fill = (_: string, name: string) => found.parameters[name] ?? '';
		const path = inside.path.replace(/\{(\w+)\}/g, fill);
		// A word that the documents have in the place of an id, as in /deals/search, is no id here.
		const isSame = this.inside.find(version, inside.method, path)?.entry.id === id;
		return isSame ? { method: inside.method, path } : undefined;
	}
}
