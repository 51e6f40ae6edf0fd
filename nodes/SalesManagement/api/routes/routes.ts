import type { IHttpRequestMethods } from 'n8n-workflow';
import { LARGEST_PAGE, mapValues } from '../../shared';
import type { ApiVersion, ListRules, Route } from './route';
import table from './routes.json';

/**
 * Every operation of the service with its route, in one table (S1): `routes.json`, first the operations that are the
 * same in both interfaces. The documents show few routes; the rest is inferred from REST convention and the
 * documents' own path parameters, and a credential may replace single rows (`endpoints.ts`). Both interfaces' path
 * parameters are called there as requests call them.
 */

/**
 * A row that says more than its method and path. A list has a style, and takes a limit if it has no page size
 * (v2 §8, S3).
 */
interface Row
	extends Partial<Pick<Route, 'known' | 'repeatable'>>, Partial<Omit<ListRules, 'takesLimit'>> {
	readonly route: string;
}

function routeOf(row: string | Row): Route {
	const { route, style, pageSize, ...said }: Row = typeof row === 'string' ? { route: row } : row;
	const { plural = '', pagingIn = 'query', known = 'inferred' } = said;
	const [method, path] = route.split(' ') as [IHttpRequestMethods, string];
	const takesLimit = style !== 'whole' && pageSize === undefined;
	return {
		method,
		path,
		known,
		// Some writes have the same outcome however often they are sent (v2 §4.2).
		repeatable: said.repeatable ?? (method === 'GET' || style !== undefined),
		list: style && { style, plural, pageSize: pageSize ?? LARGEST_PAGE, takesLimit, pagingIn },
	};
}

/** `resource.operation` of S1, such as `deal.getMany`; any other does not compile. */
export type OperationId = keyof (typeof table.both & typeof table.v2 & typeof table.v1);

/** The resources of the operation ids, such as `deal`. */
export type ResourceId = OperationId extends `${infer Resource}.${string}` ? Resource : never;

/** The operations that one interface has. */
export type Routes = Readonly<Partial<Record<OperationId, Route>>>;

const routesIn = (rows: object): Routes =>
	mapValues({ ...table.both, ...rows } as Readonly<Record<string, string | Row>>, routeOf);

export const ROUTES: Readonly<Record<ApiVersion, Routes>> = {
	v2: routesIn(table.v2),
	v1: routesIn(table.v1),
};

/** The route of each operation in whatever interface has it; in v2 if both have it. */
const ROUTES_OF_EITHER = new Map<string, Route>(Object.entries({ ...ROUTES.v1, ...ROUTES.v2 }));

/**
 * Whether an operation changes nothing, so that no failure leaves it in doubt: by its kind in the table,
 * since an override may name any method, and a search is a POST. An unknown operation is a write.
 */
export function isRead(operation: string): boolean {
	const row = ROUTES_OF_EITHER.get(operation);
	return row?.method === 'GET' || row?.list !== undefined;
}

/** The rules of a list, in whatever interface has it. */
export const listRules = (route: OperationId) => ROUTES_OF_EITHER.get(route)?.list;

/** Whether an operation of this name exists in either interface. */
export const isOperationId = (name: string): name is OperationId => ROUTES_OF_EITHER.has(name);
