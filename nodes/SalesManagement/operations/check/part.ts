import type { ApiVersion } from '../../api/types';
import type { Finding, Overrides } from './finding';

/** What was found at one interface. */
export interface Part {
	readonly version: ApiVersion;
	/** Whether it is the v1 key beside a token. */
	readonly isBeside?: boolean;
	readonly findings: readonly Finding[];
	readonly overrides: Overrides;
	/** Whether the credential has just these already. */
	readonly areEntered?: boolean;
}
