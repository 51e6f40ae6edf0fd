/** What passes by itself: it says nothing of what was asked. */
import { readErrorBody } from '../../api/errors/errorBody';
import type { Answer } from './question';
import { isTooLarge } from './tooLarge';

/** A service that is busy, or out of order for a moment. */
export const isPassing = (answer: Answer): boolean =>
	(answer.status >= 500 || [408, 429].includes(answer.status)) && !isTooLarge(answer);

/** The same, where it is worth asking once more: a 500 that says what is wrong is an answer (S2). */
export const isFault = (answer: Answer): boolean =>
	isPassing(answer) &&
	![429, 501].includes(answer.status) &&
	readErrorBody(answer.body).details.length === 0;

/** What stands between n8n and the service, or the service by itself, says so for a while. */
export const isOutOfOrder = ({ status }: Answer): boolean => [408, 502, 503, 504].includes(status);
