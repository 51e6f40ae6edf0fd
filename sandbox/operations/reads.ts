import { Type, type TProperties } from '@sinclair/typebox';
import { shownBy, wordsFor } from '../domain/records/kind';
import type { SearchIndex } from '../domain/rules/search/columns';
import type { Filter, Sort } from '../domain/rules/search/body';
import type { Timed } from '../domain/store/rows';
import type { Sql } from '../domain/store/sql';
import type { Asked, Sorting } from './dialect';
import { known } from './lists';
import { operation, type Call, type Operation } from './operation';
import { found, single, type Resource } from './resource';

export interface ListGiven {
	params?: TProperties;
	query: TProperties;
	sorting: Sorting;
	/** Further conditions on the row `t`. */
	where?(call: Call): Sql[];
}

export function getMany<Row extends Timed>(given: Resource<Row>, more: ListGiven): Operation {
	const { dialect, kind, path, plural, shape } = given;
	const words = wordsFor(kind);
	const id = `${kind.name}.getMany`;
	const query = Type.Object(more.query);
	return operation({
		...{ id, method: 'GET', path, query },
		summary: dialect.summary('List', words, `${words}s`),
		params: Type.Object(more.params ?? {}),
		response: dialect.listEnvelope(plural, shape),
		run(call) {
			const asked: Asked = known(query, call.query);
			const list = {
				...{ id, table: kind.table(call.service.store), sorting: more.sorting, asked },
				where: [...(more.where?.(call) ?? []), ...shownBy(call, kind, call.query)],
			};
			const { rows, envelope } = dialect.listPage(call, list);
			return dialect.respond(plural, given.read(call, rows, asked), envelope);
		},
	});
}

export interface SearchGiven {
	query?: TProperties;
	body: TProperties;
	kind: SearchIndex;
}

export function search<Row extends Timed>(given: Resource<Row>, more: SearchGiven): Operation {
	const { dialect, kind, path, plural, shape } = given;
	const words = wordsFor(kind);
	const id = `${kind.name}.search`;
	const query = Type.Object(more.query ?? {});
	const body = Type.Object(more.body);
	return operation({
		...{ id, method: 'POST', path: `${path}/search`, query, body },
		summary: dialect.summary('Search', words, `${words}s`),
		response: dialect.listEnvelope(plural, shape),
		run(call) {
			const asked = {
				...known(query, call.query),
				...(known(body, call.body) as { filter: Filter; sort?: Sort }),
			};
			const { rows, envelope } = dialect.searchPage(call, {
				...{ id, table: kind.table(call.service.store), kind: more.kind, asked },
				where: shownBy(call, kind, {}),
			});
			const form = dialect.searchCustoms(asked);
			return dialect.respond(plural, given.read(call, rows, asked, form), envelope);
		},
	});
}

export function get<Row extends Timed>(given: Resource<Row>, parameters: TProperties): Operation {
	const { dialect, kind, path, shape } = given;
	const query = Type.Object(parameters);
	return operation({
		...{ id: `${kind.name}.get`, method: 'GET', path: `${path}/{id}`, query },
		summary: dialect.summary('Get', wordsFor(kind)),
		params: single(given),
		response: shape,
		run: (call) => given.read(call, [found(given, call)], known(query, call.query))[0],
	});
}
