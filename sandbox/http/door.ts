import type { IncomingMessage } from 'node:http';
import type { Service } from '../domain/service';
import { routeAt, routeTable, type RoutedVersion } from '../dialects/routeTable';
import { pathOf, rememberAsked } from './request';

/**
 * Where requests come in: what the chosen dialects say differently is put as the documents have it,
 * so that everything behind the door knows one language. Without dialects it changes nothing.
 */
export class Door {
	private readonly address: RegExp;
	constructor(
		private readonly versions: readonly RoutedVersion[],
		private readonly service: Service,
	) {
		this.address = new RegExp(`^/(${versions.map(({ name }) => name).join('|')})(/.*)$`);
	}

	/** Returns the documented address of a request, and makes its method the documented one. */
	enter(raw: IncomingMessage): string {
		const { url = '/', method = 'GET' } = raw;
		const path = pathOf(url);
		const [, version = '', below = ''] = this.address.exec(path) ?? [];
		const isOther = this.service.dialects.some(({ address }) => address);
		if (version === '' || !isOther) return url;
		rememberAsked(raw, { method, url });
		const documented = this.documented(version, method, below);
		// At the bare address of a version there is nothing, which makes this a 404 in its words.
		if (!documented) return `/${version}/`;
		raw.method = documented.method;
		return `/${version}${documented.path}${url.slice(path.length)}`;
	}

	private documented(version: string, method: string, below: string) {
		const table = routeTable(this.versions, this.service.dialects);
		const found = routeAt(table, 'outside', { version, method, path: below });
		if (!found) return undefined;
		const { id, inside } = found.entry;
		const path = inside.path.replace(
			/\{(\w+)\}/g,
			(_, name: string) => found.parameters[name] ?? '',
		);
		// A word that the documents have in the place of an id, as in /deals/search, is no id here.
		const there = routeAt(table, 'inside', { version, method: inside.method, path });
		return there?.entry.id === id ? { method: inside.method, path } : undefined;
	}
}
