import type { Method } from '../contract/operation';
import type { Address } from './dialect';
import type { RouteEntry } from './routeTable';

interface Place {
	entry: RouteEntry;
	method: Method;
	pattern: RegExp;
	/** The names of the parameters, in the order of the path. */
	parameters: string[];
	order: string;
}

/** What stands at an address. */
export interface Found {
	entry: RouteEntry;
	/** As they were sent. */
	parameters: Record<string, string>;
}

/** Finds operations by one side of a route table: a word goes before a parameter in the same place. */
export class Places {
	private readonly places: Place[];

	constructor(table: readonly RouteEntry[], side: 'outside' | 'inside') {
		this.places = table
			.map((entry) => placeOf(entry, entry[side]))
			.sort((a, b) => (a.order < b.order ? -1 : 1));
	}

	/** @param path below the version */
	find(version: string, method: string, path: string): Found | undefined {
		for (const { entry, pattern, parameters, ...place } of this.places) {
			if (entry.version !== version || place.method !== method) continue;
			const values = pattern.exec(path)?.slice(1);
			if (!values) continue;
			const pairs = parameters.map((name, index) => [name, values[index] ?? '']);
			return { entry, parameters: Object.fromEntries(pairs) as Record<string, string> };
		}
		return undefined;
	}
}

function placeOf(entry: RouteEntry, { method, path }: Address): Place {
	// Words and names of parameters by turns.
	const parts = path.split(/\{(\w+)\}/);
	const source = parts.map((part, index) => (index % 2 === 0 ? literal(part) : '([^/]+?)'));
	return {
		...{ entry, method, pattern: new RegExp(`^${source.join('')}$`) },
		parameters: parts.filter((_, index) => index % 2 === 1),
		order: path
			.split('/')
			.map((segment) => (segment.includes('{') ? '1' : '0'))
			.join(''),
	};
}

const literal = (text: string) => text.replace(/[.*+?^$()[\]\\|]/g, '\\$&');
