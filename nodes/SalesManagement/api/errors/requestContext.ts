import type { CredentialKind, CredentialWords, Route } from '../routes/types';

/** What is needed to interpret an answer. */
export interface Asked {
	readonly operation: string;
	readonly route: Route;
	readonly kind: CredentialKind;
	readonly words: CredentialWords;
	/** The local time, for waits given as a date when the service sends no `Date`. */
	readonly now: number;
}
