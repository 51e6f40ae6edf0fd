import type { IDataObject, IHttpRequestMethods } from 'n8n-workflow';

/** One HTTP request, complete except for the credential, which the transport adds. */
export interface HttpRequest {
	readonly method: IHttpRequestMethods;
	readonly url: string;
	readonly query: IDataObject;
	readonly body?: IDataObject | string;
	/** A time after which to give up, in milliseconds, where it is shorter than the limits. */
	readonly timeoutMs?: number;
}

/** An answer, whatever its status. */
export interface HttpResponse {
	readonly status: number;
	/** Names in lower case. */
	readonly headers: Readonly<Record<string, unknown>>;
	/** Parsed JSON, or the text itself where it is not JSON; `''` when empty. */
	readonly body: unknown;
	/** Whether there is no body because it is larger than the limit. */
	readonly isTooLarge?: boolean;
}

/** Sends one request. Resolves for every status, rejects when no answer came. */
export type Transport = (request: HttpRequest) => Promise<HttpResponse>;
