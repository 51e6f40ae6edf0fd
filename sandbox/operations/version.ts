import type { IncomingHttpHeaders } from 'node:http';
import type { CredentialKind } from '../contract/caller';
import type { OperationContract } from '../contract/operation';
import type { Options } from '../contract/options';
import type { Refusal } from '../contract/refusal';
import type { Operation } from './operation';

/** What differs between the versions of the interface, one object each. */
export interface Version {
	name: 'v1' | 'v2';
	/** The credential that a request carries, if any. */
	credentialOf(headers: IncomingHttpHeaders): string | undefined;
	credentialKinds: CredentialKind[];
	/** The status of a successful create. */
	createStatus(options: Options): number;
	/** A refusal in the version's own words; the operation is missing for unknown paths. */
	word(
		refusal: Refusal,
		options: Options,
		operation?: OperationContract,
	): { status: number; body: unknown };
	/** Throws a {@link Refusal} for a response that is too large. */
	checkSize?(options: Options, bytes: number): void;
	operations: Operation[];
}
