import type { Version } from '../operations/version';
import type { Refusal, RefusalCode } from '../contract/refusal';
import { operations } from './operations';

const statuses: Record<RefusalCode, number> = {
	BAD_REQUEST: 400,
	VALIDATION_FAILED: 400,
	UNAUTHORIZED: 401,
	FORBIDDEN: 403,
	NOT_FOUND: 404,
	PAYLOAD_TOO_LARGE: 413,
	TOO_MANY_REQUESTS: 429,
	INTERNAL_SERVER_ERROR: 500,
};

/** `{error}` for a missing or invalid token, else `{error, messages}` (v2 §7, S3). */
const bodyOf = ({ code, messages }: Refusal) =>
	code === 'UNAUTHORIZED' ? { error: code } : { error: code, messages };

export const v2: Version = {
	name: 'v2',
	credentialKinds: ['personal', 'team'],
	credentialOf: (headers) => /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1],
	createStatus: ({ createStatusV2 }) => createStatusV2,
	word: (refusal) => ({ status: statuses[refusal.code], body: bodyOf(refusal) }),
	operations,
};
