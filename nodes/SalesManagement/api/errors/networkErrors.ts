/** The errors of requests that got no answer. */
import { UserError } from 'n8n-workflow';
import { filledText, UsageError } from '../../shared';
import type { CredentialLabels } from '../routes';
import { findInCauses, ServiceError, type RequestContext } from './errors';

/** The message for a connection that was never made, by the code of the error. */
const notConnected = (code: string, { baseUrl }: CredentialLabels) =>
	({
		ECONNREFUSED: 'The service refuses connections',
		ENOTFOUND: `The host name of the ${baseUrl} is not known`,
		EAI_AGAIN: `The host name of the ${baseUrl} could not be looked up`,
	})[code] ?? 'No connection could be made';

const CERTIFICATE =
	/^(CERT_|ERR_TLS_CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|HOSTNAME_MISMATCH$|INVALID_CA$)/;

const ENCRYPTION = /^(ERR_TLS_|ERR_SSL_|EPROTO$)/;

const codeOf = (error: unknown) =>
	findInCauses(error, (each) => filledText((each as { code?: unknown }).code));

/** The system calls that failed: one for each address that was tried. */
const systemCalls = (error: unknown): unknown[] =>
	findInCauses(error, (each) => {
		const { errors, syscall } = each as { errors?: unknown; syscall?: unknown };
		if (Array.isArray(errors) && errors.length > 0) return errors.flatMap(systemCalls);
		return syscall === undefined ? undefined : [syscall];
	}) ?? [];

/** Whether there was no connection, so that the service can't have received the request. */
function neverArrived(error: unknown): boolean {
	const calls = systemCalls(error);
	return calls.length > 0 && calls.every((call) => call === 'connect' || call === 'getaddrinfo');
}

/** The error of a request without an answer, by whether the service can have received it. */
export function fromNetworkError(error: unknown, asked: RequestContext): Error {
	const { operation, route, labels } = asked;
	// Refused before it was sent: by this package, or by n8n's protection of its network.
	const refusal = findInCauses(error, (each) =>
		each instanceof UsageError || each instanceof UserError ? each : undefined,
	);
	if (refusal instanceof UserError) {
		return new UsageError(`${refusal.message}.`, refusal.description ?? undefined);
	}
	if (refusal) return refusal;
	const code = codeOf(error) ?? '';
	if (neverArrived(error)) {
		return new ServiceError({
			operation,
			outcome: 'unreachable',
			serviceMessage: notConnected(code, labels),
			transient: code !== 'ENOTFOUND',
			advice: `check that the service is running and that the ${labels.baseUrl} of the credential is right`,
		});
	}
	// A certificate is looked at before anything is sent; encryption may also fail in the middle of a response.
	const isCertificate = CERTIFICATE.test(code);
	if (isCertificate || ENCRYPTION.test(code)) {
		return new ServiceError({
			operation,
			outcome: isCertificate ? 'unreachable' : 'unknown',
			serviceMessage: `No secure connection to the ${labels.baseUrl} could be made`,
			advice: "check that the address takes https, and the service's certificate",
		});
	}
	return new ServiceError({
		operation,
		outcome: 'unknown',
		serviceMessage: brokenOff(code, error),
		transient: code !== '' && code !== 'ERR_CANCELED',
		advice: route.repeatable ? 'try again' : '',
	});
}

function brokenOff(code: string, error: unknown): string {
	if (code === '') return error instanceof Error ? error.message : 'The request failed';
	if (code === 'ERR_CANCELED') return 'The request was cancelled';
	return code === 'ECONNABORTED' || code === 'ETIMEDOUT'
		? 'The service did not respond in time'
		: 'The connection broke before the response was complete';
}
