import type { Failure } from 'n8n-workflow';

/**
 * The kinds of failure of a request, each with its cause in n8n's terms: n8n reads it of a poll that failed.
 * A refusal of permissions or of the address is `configuration-invalid` there, n8n's term for what a node
 * points at and may not use. So are other refusals, since the same request would be refused again.
 */
export const CAUSES = {
	// Wrong input: 400, 409, 422, or a 500 that says what is wrong with it (v1 §4, S2).
	invalid: 'configuration-invalid',
	// No such thing, or not any more: 404, 410.
	missing: 'configuration-invalid',
	// No valid token or key: 401.
	credential: 'credential-invalid',
	// 403.
	permission: 'configuration-invalid',
	// Another address or method would be right: a redirect, 405.
	address: 'configuration-invalid',
	// The request, or its answer, is too large: 413.
	tooLarge: 'configuration-invalid',
	// The address with its query is too long: 414.
	tooLong: 'configuration-invalid',
	// The answer is larger than v1 sends (a 500, v1 §7), or than this package reads.
	answerTooLarge: 'temporarily-unavailable',
	// Any other refusal.
	refused: 'configuration-invalid',
	// The requests of a second are used up: 429, or no time was left to wait for a turn.
	rate: 'rate-limited',
	// The requests of the day are used up.
	quota: 'quota-exhausted',
	// The service failed: 408, 5xx.
	fault: 'temporarily-unavailable',
	// No answer, or one that can't be read.
	unclear: 'temporarily-unavailable',
	// The request did not reach the service.
	unreachable: 'temporarily-unavailable',
	// The request was not sent, since the execution was cancelled or ended before.
	cancelled: 'temporarily-unavailable',
} as const satisfies Record<string, Failure['cause']>;

export type FailureKind = keyof typeof CAUSES;

/**
 * The fate of the request. `refused`: the service answered and did nothing. `unreachable`: it
 * never got there. `unknown`: no readable answer came, so it may have been carried out.
 */
export type RequestOutcome = 'refused' | 'unknown' | 'unreachable';

const BY_STATUS: Readonly<Record<number, FailureKind>> = {
	400: 'invalid',
	401: 'credential',
	403: 'permission',
	404: 'missing',
	405: 'address',
	408: 'fault',
	409: 'invalid',
	410: 'missing',
	413: 'tooLarge',
	414: 'tooLong',
	422: 'invalid',
	429: 'rate',
};

/** The kind of a failure of which no more is known than its status, if it has one. */
export function kindByStatus(status: number | undefined, outcome: RequestOutcome): FailureKind {
	if (status === undefined) return outcome === 'unreachable' ? 'unreachable' : 'unclear';
	if (status < 300) return 'unclear';
	if (status < 400) return 'address';
	if (status < 500) return BY_STATUS[status] ?? 'refused';
	return outcome === 'refused' ? 'invalid' : 'fault';
}
