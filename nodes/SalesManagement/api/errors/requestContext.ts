import { CHECK_ACCOUNT, checkAddress } from './advice';
import type { CredentialKind, CredentialWords, Route } from '../types';

/** What is needed to interpret an answer. */
export interface Asked {
	readonly operation: string;
	readonly route: Route;
	readonly kind: CredentialKind;
	readonly words: CredentialWords;
	/** The local time, for waits given as a date when the service sends no `Date`. */
	readonly now: number;
	/** When the request was to be given up, where that is before the limits say so. */
	readonly timeoutMs?: number;
}

/** What to check where an answer may come from another address than was meant. */
export const checkAddressOf = ({ words }: Asked): string =>
	`${checkAddress(words)}, or ${CHECK_ACCOUNT}`;
