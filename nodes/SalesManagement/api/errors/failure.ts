/** Why something failed, in the terms by which n8n decides when to poll again and whom to tell. */
import { ExpressionError, NodeOperationError, type Failure } from 'n8n-workflow';
import type { ServiceErrorParts } from './errors';

/**
 * Of a request. A 403 is a matter of permissions, not of the token: n8n's term for what a node points
 * at and may not use is `configuration-invalid`. So are other refusals, since the same request would be
 * refused again. What had no readable answer may have one later.
 */
export function failureOfRequest({
	outcome,
	status,
	retryAfterMs,
	quotaResetsAt,
}: ServiceErrorParts): Failure {
	if (quotaResetsAt !== undefined) {
		return { cause: 'quota-exhausted', resetsAtEpochMs: quotaResetsAt };
	}
	if (status === 429 || (status === undefined && retryAfterMs !== undefined)) {
		return { cause: 'rate-limited', ...(retryAfterMs !== undefined && { retryAfterMs }) };
	}
	if (status === 401) return { cause: 'credential-invalid' };
	if (status !== undefined && outcome === 'refused') return { cause: 'configuration-invalid' };
	return { cause: 'temporarily-unavailable' };
}

/** Of anything that was thrown: what it declares itself, else by its class. */
export function failureOf(error: unknown): Failure {
	const declared = (error as { failure?: Failure } | undefined)?.failure;
	if (declared) return declared;
	const isOneOf = (...classes: ReadonlyArray<new (...given: never[]) => unknown>) =>
		classes.some((each) => error instanceof each);
	// What n8n throws for parameters, expressions and credentials that can't be used.
	if (isOneOf(NodeOperationError, ExpressionError)) return { cause: 'configuration-invalid' };
	// What JavaScript throws by itself: nobody foresaw it.
	const isDefect = isOneOf(TypeError, RangeError, ReferenceError, SyntaxError);
	return { cause: isDefect ? 'node-defect' : 'temporarily-unavailable' };
}
