import type { TObject, TSchema } from '@sinclair/typebox';

export type CredentialKind = 'personal' | 'team' | 'v1';

/** Who sends a request: what its credential says about it. */
export interface Caller {
	kind: CredentialKind;
	domainId: number;
	/** The executing user; only a personal token has one (v2 §5). */
	userId: number | null;
	/** Granted permissions; null = all. */
	permissions: string[] | null;
}

/** The versions of the interface. */
export type VersionName = 'v1' | 'v2';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * What the service promises about one operation, as data: its route and its schemas. The routes,
 * the checks of requests and the OpenAPI description all follow from it.
 */
export interface OperationContract {
	/** `resource.operation`, as in S1. */
	id: string;
	method: Method;
	/** Below the version, with path parameters in braces: `/deals/{id}`. */
	path: string;
	/** Where it is reached, too; described in words only, since it is the same operation. */
	otherPath?: string;
	params: TObject;
	query: TObject;
	body: TSchema | null;
	/** The body of a success; null = none. */
	response: TSchema | null;
	/** A success has the version's create status instead of 200. */
	creates: boolean;
	/** The permission that a personal token needs to write (`deal.write`); without it, a 403. */
	needs: string | null;
	/** Whose calls the audit log holds (v2 §6). */
	audit: 'all' | 'personal' | 'none';
}
