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
