import type { Failure } from 'n8n-workflow';
import kinds from './failureKinds.json';
import statuses from './statuses.json';

export type FailureKind = keyof typeof kinds;

/**
 * The kinds of failure of a request (`failureKinds.json`), each with its cause in n8n's terms: n8n reads it of a poll
 * that failed. A refusal of permissions or of the address is `configuration-invalid` there, n8n's term for what a node
 * points at and may not use. So are other refusals, since the same request would be refused again.
 */
export const KINDS = kinds as Readonly<Record<FailureKind, { readonly cause: Failure['cause'] }>>;

/** A row of `statuses.json`: what an HTTP status says of a refusal. */
interface Status {
	readonly kind: FailureKind;
	/** The failure in words, where the service has none. */
	readonly message?: string;
}

export const STATUSES = statuses as Readonly<Partial<Record<number, Status>>>;

/**
 * The fate of the request. `refused`: the service answered and did nothing. `unreachable`: it
 * never got there. `unknown`: no readable answer came, so it may have been carried out.
 */
export type RequestOutcome = 'refused' | 'unknown' | 'unreachable';

/** The kind of a failure of which no more is known than its status, if it has one. */
export function kindByStatus(status: number | undefined, outcome: RequestOutcome): FailureKind {
	if (status === undefined) return outcome === 'unreachable' ? 'unreachable' : 'unclear';
	if (status < 300) return 'unclear';
	if (status < 400) return 'address';
	if (status < 500) return STATUSES[status]?.kind ?? 'refused';
	return outcome === 'refused' ? 'invalid' : 'fault';
}
