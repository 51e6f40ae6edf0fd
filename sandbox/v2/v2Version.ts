import type { Version } from '../operations/versions';
import { httpStatus, type Refusal } from '../contract/refusal';
import { v2Operations } from './v2Operations';

/** The body of a refusal: `{error}` for a missing or invalid token, else `{error, messages}` (v2 §7, S3). */
const bodyOf = ({ code, messages }: Refusal) =>
	code === 'UNAUTHORIZED' ? { error: code } : { error: code, messages };

export const v2: Version = {
	name: 'v2',
	credentialKinds: ['personal', 'team'],
	credentialOf: (headers) => /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1],
	createStatus: ({ createStatusV2 }) => createStatusV2,
	word: (refusal) => ({ status: httpStatus[refusal.code], body: bodyOf(refusal) }),
	operations: v2Operations,
};
