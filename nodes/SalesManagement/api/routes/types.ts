import type { IDataObject } from 'n8n-workflow';
import type { ApiVersion, CredentialKind, Route } from './route';
import type { OperationId } from './routes';

export type { ApiVersion, CredentialKind, ListRules, Route } from './route';

/** A value that may appear in a query string; an object in an array becomes `name[][id]=1`. */
export type QueryValue = string | number | boolean | IDataObject[];

/** A request in the service's own terms: an operation id and its parts, no HTTP. */
export interface ServiceRequest {
	readonly operation: OperationId;
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

/** How a single request is sent, beyond its content. */
export interface SendOptions {
	/** The longest wait for the rate limit or a retry, in milliseconds; beyond it the failure is thrown. */
	readonly maxWaitMs?: number;
	/** The longest time until the last answer has come, in milliseconds; a longer one is given up. */
	readonly timeLeftMs?: number;
	/** Where to, instead of the operation's own route. */
	readonly route?: Route;
	/** Tells while it waits, for its turn or for another attempt, that it is not to be sent any more. */
	readonly unwanted?: AbortSignal;
}

/** Requests that were sent, repeated ones included. */
interface Usage {
	readonly requests: number;
	/** With this credential since midnight UTC, by all clients of this process. */
	readonly today: number;
}

/** What messages call the parts of a credential that a request uses. */
export interface CredentialWords {
	readonly secret: string;
	readonly baseUrl: string;
}

/** One credential's connection to the service; it handles routes, pacing, retries and errors. */
export interface Client {
	readonly version: ApiVersion;
	readonly kind: CredentialKind;
	readonly baseUrl: string;
	readonly words: CredentialWords;
	/** Tells its address and secret from others without telling them. */
	readonly fingerprint: string;
	/** What was sent so far. */
	readonly usage: Usage;
	/** The route that an operation takes, overrides included. Throws when this version has none. */
	route(operation: OperationId): Route;
	/** @throws ServiceError for every failure, HTTP or network. */
	send(request: ServiceRequest, options?: SendOptions): Promise<ServiceAnswer>;
}

/** One page of a list or search. */
export interface Page {
	/** Those that were on no page before it. */
	readonly records: IDataObject[];
	/** Where the next page begins; absent on the last page and on page lists. */
	readonly nextCursor?: string;
	readonly totalCount?: number;
	readonly serverTime?: number;
}
