/** A deployment may leave out what is not set, tell a moment in another zone, and pad decimals. */
import type { TestSandbox } from '../../support/testSandbox';

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

const isMoment = (value: unknown): value is string => typeof value === 'string' && TIME.test(value);

const isNumber = (value: unknown): boolean =>
	typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value);

const isPlain = (value: unknown): value is Record<string, unknown> =>
	Object.prototype.toString.call(value) === '[object Object]' &&
	!('asymmetricMatch' in (value as object));

/**
 * What another deployment answered, in the form in which a test expects it: null where it is left
 * out, and the expected text of the same moment or number. Of the documented service it is returned as it is.
 */
export function shownAs(
	expected: unknown,
	received: unknown,
	{ dialects }: Pick<TestSandbox, 'dialects'>,
): unknown {
	return dialects.length === 0 ? received : put(expected, received);
}

function put(expected: unknown, received: unknown): unknown {
	if (expected === null) return received ?? null;
	if (isMoment(expected) && isMoment(received)) {
		return Date.parse(expected) === Date.parse(received) ? expected : received;
	}
	if (isNumber(expected) && Number(expected) === Number(received)) return expected;
	if (Array.isArray(expected) && Array.isArray(received)) {
		return received.map((each, at) => put((expected as unknown[])[at], each));
	}
	if (!isPlain(expected) || !isPlain(received)) return received;
	const named = Object.entries(expected).map(([name, value]) => [name, put(value, received[name])]);
	return { ...received, ...Object.fromEntries(named.filter(([, value]) => value !== undefined)) };
}
