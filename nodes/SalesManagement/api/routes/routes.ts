import type { IHttpRequestMethods } from 'n8n-workflow';
import { LARGEST_PAGE, mapValues } from '../../shared';
import table from './routes.json';

/** The two interfaces of the service. A token speaks v2 and an API key v1; a token may have an API key beside it. */
export type ApiVersion = 'v1' | 'v2';

/** The ways in which a caller proves who it is (v2 §5, v1 §5). */
export type CredentialKind = 'personalToken' | 'teamToken' | 'v1ApiKey';

export const versionOf = (kind: CredentialKind): ApiVersion => (kind === 'v1ApiKey' ? 'v1' : 'v2');

/** How a list is cut into pages, and where its paging parameters go. */
export interface ListRules {
	/** `cursor`: `{<plural>, hasMore, nextCursor}`; `page`: `{<plural>, totalCount, page}`; `whole`: one answer. */
	readonly style: 'cursor' | 'page' | 'whole';
	/** The property of the answer that holds the records. */
	readonly plural: string;
	/** The most records one answer holds (v2 §8, v1 §8). */
	readonly pageSize: number;
	/** Whether the caller may ask for fewer through `limit`. */
	readonly takesLimit: boolean;
	/** The part of the request that holds `limit`, `cursor` and `page`. */
	readonly pagingIn: 'query' | 'body';
}

/** One row of the route table (S1). */
export interface Route {
	readonly method: IHttpRequestMethods;
	/** Below the base address, with `{name}` for each path parameter, as requests call it. */
	readonly path: string;
	/** Whether the documents show it, or it was inferred from convention. */
	readonly known: 'shown' | 'inferred';
	/** Whether sending it twice does no more than sending it once, so that any failure may be retried. */
	readonly repeatable: boolean;
	readonly list?: ListRules;
}

/** The names in braces, in order. */
export const pathParameters = (path: string): string[] =>
	Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = '']) => name);

/** Path segments that lead out of an address, also where a server decodes them before it looks. */
export const LEADS_OUT = /(\/|%2f|%5c)(\.|%2e){1,2}(\/|%2f|%5c|$)/i;

/** The reason why a text can't be one part of an address, which completes a sentence; `undefined` where it can. */
export function problemInPath(text: string): string | undefined {
	if (text.trim() === '') return 'is empty';
	// A value such as "../x" would lead elsewhere, and some servers decode %2F before they route.
	const leads = text.split(/[/\\]/).some((part) => /^\.*$/.test(part.trim()));
	if (leads) return `can't be "${text}"`;
	return /\p{Cs}/u.test(text) ? "contains half a character, which can't be sent" : undefined;
}

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
