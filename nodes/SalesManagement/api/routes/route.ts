import type { IHttpRequestMethods } from 'n8n-workflow';

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
