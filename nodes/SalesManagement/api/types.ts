import type { IDataObject, IHttpRequestMethods } from 'n8n-workflow';

/** The two interfaces of the service. A credential speaks exactly one of them. */
export type ApiVersion = 'v1' | 'v2';

/** How a caller proves who it is (v2 §5, v1 §5). */
export type CredentialKind = 'personalToken' | 'teamToken' | 'v1ApiKey';

/** A value that may stand in a query string; an object in an array becomes `name[][id]=1`. */
export type QueryValue = string | number | boolean | IDataObject[];

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
	/** Where `limit`, `cursor` and `page` stand. */
	readonly pagingIn: 'query' | 'body';
}

/** One row of the route table (S1). */
export interface Route {
	readonly method: IHttpRequestMethods;
	/** Below the base address, with `{name}` for each path parameter. */
	readonly path: string;
	/** Whether the documents show it, or it was inferred from convention. */
	readonly known: 'shown' | 'inferred';
	/** Whether sending it twice does no more than sending it once, so that any failure may be retried. */
	readonly repeatable: boolean;
	readonly list?: ListRules;
}

/** A request in the service's own terms: an operation id and its parts, no HTTP. */
export interface ServiceRequest {
	/** `resource.operation` of S1, such as `deal.getMany`. */
	readonly operation: string;
	readonly path?: Readonly<Record<string, string | number>>;
	readonly query?: Readonly<Record<string, QueryValue | undefined>>;
	readonly body?: IDataObject;
}

export interface ServiceAnswer {
	/** The parsed JSON body; `undefined` when the service sent none. */
	readonly body: unknown;
	readonly status: number;
	/** The service's own clock from the `Date` header, in milliseconds since 1970; absent when not sent. */
	readonly serverTime?: number;
}

/** What a single request may be told beyond its content. */
export interface SendOptions {
	/** The longest wait for the rate limit or a retry, in milliseconds; beyond it the failure is thrown. */
	readonly maxWaitMs?: number;
}

/** One credential's line to the service: routes, pacing, retry and errors are settled behind it. */
export interface Client {
	readonly version: ApiVersion;
	readonly kind: CredentialKind;
	readonly baseUrl: string;
	/** The route that an operation takes, overrides included. Throws when this version has none. */
	route(operation: string): Route;
	/** @throws ServiceError for every failure, HTTP or network. */
	send(request: ServiceRequest, options?: SendOptions): Promise<ServiceAnswer>;
}

/** One page of a list or search. */
export interface Page {
	readonly records: IDataObject[];
	/** Where the next page begins; absent on the last page and on page lists. */
	readonly nextCursor?: string;
	readonly totalCount?: number;
	readonly serverTime?: number;
}
