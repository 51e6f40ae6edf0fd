import type { IncomingMessage } from 'node:http';
import type { ChosenDialects } from '../dialects/chosen';
import type { Dialect } from '../dialects/dialect';
import { Places } from '../dialects/places';
import { routeTable, type RoutedVersion } from '../dialects/routeTable';
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
		const isOther = this.chosen.all.some(({ address }) => address);
		if (version === '' || !isOther) return url;
		rememberAsked(raw, { method, url });
		const documented = this.documented(version, method, below);
		// At the bare address of a version there is nothing, which makes this a 404 in its words.
		if (!documented) return `/${version}/`;
		raw.method = documented.method;
		return `/${version}${documented.path}${url.slice(path.length)}`;
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
