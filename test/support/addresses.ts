/**
 * The addresses of a service that speaks dialects, put as the documents have them and back: for tests
 * that look at the requests of the sandbox, or let some of them fail.
 */
import type { Method } from '../../sandbox/contract/operationContract';
import { dialectsNamed } from '../../sandbox/dialects/catalogue';
import { routeAt, routeTable, type RouteEntry } from '../../sandbox/operations/routeTable';
import { versions } from '../../sandbox/app';

export interface Asked {
	readonly method?: string;
	/** With the version, such as `/v2/deals/1`. */
	readonly path?: string;
}

type Side = 'outside' | 'inside';

const METHODS: readonly Method[] = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'];

export class Addresses {
	private readonly table: readonly RouteEntry[];

	/** @param dialects the names of those that the sandbox speaks; without any, nothing changes. */
	constructor(private readonly dialects: readonly string[]) {
		this.table = routeTable(versions, dialectsNamed(dialects));
	}

	/** A request as it would be documented; itself where it went to no operation. */
	documented<Request extends Asked>(request: Request): Request {
		return this.put(request, { from: 'outside', to: 'inside' });
	}

	/** What a documented request is here. */
	spoken<Request extends Asked>(request: Request): Request {
		return this.put(request, { from: 'inside', to: 'outside' });
	}

	private put<Request extends Asked>(
		request: Request,
		{ from, to }: { readonly from: Side; readonly to: Side },
	): Request {
		const [, version = '', path = ''] = /^\/(v\d)(\/.*)$/.exec(request.path ?? '') ?? [];
		if (this.dialects.length === 0 || path === '') return request;
		const methods = request.method === undefined ? METHODS : [request.method];
		for (const method of methods) {
			const found = routeAt(this.table, from, { version, method, path });
			if (!found) continue;
			const { method: put, path: pattern } = found.entry[to];
			const filled = pattern.replace(
				/\{(\w+)\}/g,
				(_, name: string) => found.parameters[name] ?? '',
			);
			return {
				...request,
				...(request.method !== undefined && { method: put }),
				path: `/${version}${filled}`,
			};
		}
		return request;
	}
}
