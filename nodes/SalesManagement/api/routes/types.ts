import type { IDataObject } from 'n8n-workflow';
import type { ApiVersion, CredentialKind, OperationId, Route } from './routes';

/** A request in the service's own terms: an operation id and its parts, no HTTP. */
export interface ServiceRequest {
	readonly operation: OperationId;
	readonly path?: Readonly<Record<string, string | number>>;
	/** An object in an array becomes `name[][id]=1`. */
	readonly query?: IDataObject;
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
	/** A route in place of the operation's own. */
	readonly route?: Route;
	/** Once it is aborted, a request that waits for its turn or for another attempt is not sent any more. */
	readonly signal?: AbortSignal;
}

/** The number of requests sent, repeated ones included. */
interface Usage {
	readonly requests: number;
	/** With this credential since midnight UTC, by all clients of this process. */
	readonly today: number;
}

/** The form's names for the parts of a credential that a request uses, for messages. */
export interface CredentialLabels {
	readonly secret: string;
	readonly baseUrl: string;
}

/** One credential's connection to the service; it handles routes, pacing, retries and errors. */
export interface Client {
	readonly version: ApiVersion;
	readonly kind: CredentialKind;
	readonly baseUrl: string;
	readonly labels: CredentialLabels;
	/** The client for the v1 key beside a token, if there is one. */
	readonly v1?: Client;
	/** A hash of its address and secret, which differs from those of others and reveals neither. */
	readonly fingerprint: string;
	/** The requests sent so far. */
	readonly usage: Usage;
	/** The route that an operation takes, overrides included. Throws when this version has none. */
	route(operation: OperationId): Route;
	/** @throws ServiceError for every failure, HTTP or network. */
	send(request: ServiceRequest, options?: SendOptions): Promise<ServiceAnswer>;
}

/** One page of a list or search. */
export interface Page {
	/** The records that were on no page before it. */
	readonly records: IDataObject[];
	/** The cursor of the next page; absent on the last page and on page lists. */
	readonly nextCursor?: string;
	/** Whether more follows, as the service says, or since the page was cut; absent where nothing says it. */
	readonly more?: boolean;
	/** Advisory (S2). */
	readonly totalCount?: number;
	readonly serverTime?: number;
}
