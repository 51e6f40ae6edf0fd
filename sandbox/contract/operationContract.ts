import type { TObject, TSchema } from '@sinclair/typebox';

export type CredentialKind = 'personal' | 'team' | 'v1';

/** The sender of a request, as its credential identifies it. */
export interface Caller {
	kind: CredentialKind;
	domainId: number;
	/** The executing user; only a personal token has one (v2 §5). */
	userId: number | null;
	/** Granted permissions; null = all. */
	permissions: string[] | null;
}

export type VersionName = 'v1' | 'v2';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * One operation of the service as data: its route and its schemas. The routes, the checks of
 * requests and the OpenAPI description are all made from it.
 */
export interface OperationContract {
	/** `resource.operation`, as in S1. */
	id: string;
	method: Method;
	/** The path below the version, with path parameters in braces: `/deals/{id}`. */
	path: string;
	/** A second path of the same operation. The OpenAPI description mentions it in words only. */
	otherPath?: string;
	params: TObject;
	query: TObject;
	body: TSchema | null;
	/** The schema of the body of a success; null = no body. */
	response: TSchema | null;
	/** Whether a success has the version's create status instead of 200. */
	creates: boolean;
	/** The permission that a personal token needs to write (`deal.write`); without it, a 403. */
	needs: string | null;
	/** Which callers' calls the audit log holds (v2 §6). */
	audit: 'all' | 'personal' | 'none';
}
