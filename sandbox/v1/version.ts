import type { Version } from '../http/version';
import type { Refusal, RefusalCode } from '../http/refusal';
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

const bodyOf = ({ code, messages }: Refusal) =>
	code === 'UNAUTHORIZED' ? { error: code } : { error: code, messages };

export const v1: Version = {
	name: 'v1',
	credentialKinds: ['v1'],
	credentialOf: ({ headers }) => {
		const key = headers['x-api-key'];
		return typeof key === 'string' ? key : undefined;
	},
	createStatus: () => 201,
	word: (refusal) => ({ status: statuses[refusal.code], body: bodyOf(refusal) }),
	operations,
};
