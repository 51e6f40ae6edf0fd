import { saysTooLarge } from '../../api/errors/refusals';
import { readErrorBody } from '../../api/errors/errorBody';
import type { Answer } from './inquiry';

/** v1 §7: a 500 that says so, which is documented for 10 MB and not for a few records. */
export function isTooLarge({ status, body }: Answer): boolean {
	if (status === 413) return true;
	const { message, details } = readErrorBody(body);
	return status === 500 && saysTooLarge(message, details);
}
