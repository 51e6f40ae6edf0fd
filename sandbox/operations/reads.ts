import { Type, type TProperties } from '@sinclair/typebox';
import type { Timed } from '../domain/properties/property';
import { shownBy, wordsFor } from '../domain/records/kind';
import type { Filter, Sort } from '../domain/rules/search/body';
import type { Sql } from '../domain/store/sql';
import type { Asked, Sorting } from './idiom';
import { known } from './lists';
import { operation, type Call, type Operation } from './operation';
import { found, schemasOf, shown, single, type Resource } from './resource';

export interface ListOptions {
	params?: TProperties;
	query: TProperties;
	sorting: Sorting;
	/** Further conditions on the row `t`. */
	where?(call: Call): Sql[];
}

export function getMany<Row extends Timed>(
	resource: Resource<Row>,
	options: ListOptions,
): Operation {
	const { idiom, kind, path } = resource;
	const { plural } = kind;
	const words = wordsFor(kind);
	const id = `${kind.name}.getMany`;
	const query = Type.Object(options.query);
	return operation({
		...{ id, method: 'GET', path, query },
		summary: idiom.summary('List', words, `${words}s`),
		params: Type.Object(options.params ?? {}),
		response: idiom.listEnvelope(plural, schemasOf(resource).shape),
		run(call) {
			const asked: Asked = known(query, call.query);
			const list = {
				...{ id, table: kind.table(call.service.store), sorting: options.sorting, asked },
				where: [...(options.where?.(call) ?? []), ...shownBy(call, kind, call.query)],
			};
			const { rows, envelope } = idiom.listPage(call, list);
			return idiom.respond(plural, shown(resource, call, rows, asked), envelope);
		},
	});
}

export interface SearchOptions {
	query?: TProperties;
	body: TProperties;
}

export function search<Row extends Timed>(
	resource: Resource<Row>,
	options: SearchOptions,
): Operation {
	const { idiom, kind, path } = resource;
	const { plural, index } = kind;
	if (!index) throw new Error(`${kind.name} has no search index`);
	const words = wordsFor(kind);
	const id = `${kind.name}.search`;
	const query = Type.Object(options.query ?? {});
	const body = Type.Object(options.body);
	return operation({
		...{ id, method: 'POST', path: `${path}/search`, query, body },
		summary: idiom.summary('Search', words, `${words}s`),
		response: idiom.listEnvelope(plural, schemasOf(resource).shape),
		run(call) {
			const asked = {
				...known(query, call.query),
				...(known(body, call.body) as { filter: Filter; sort?: Sort }),
			};
			const { rows, envelope } = idiom.searchPage(call, {
				...{ id, table: kind.table(call.service.store), index, asked },
				where: shownBy(call, kind, {}),
			});
			const customs = idiom.searchCustoms(asked);
			return idiom.respond(plural, shown(resource, call, rows, { ...asked, customs }), envelope);
		},
	});
}

export function get<Row extends Timed>(
	resource: Resource<Row>,
	parameters: TProperties,
): Operation {
	const { idiom, kind, path } = resource;
	const query = Type.Object(parameters);
	return operation({
		...{ id: `${kind.name}.get`, method: 'GET', path: `${path}/{id}`, query },
		summary: idiom.summary('Get', wordsFor(kind)),
		params: single(resource),
		response: schemasOf(resource).shape,
		run: (call) => shown(resource, call, [found(resource, call)], known(query, call.query))[0],
	});
}
