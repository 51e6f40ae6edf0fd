import { UsageError } from '../api/errors';
import { isObject, textOf } from '../values';

/** A JSON object or array, given as text or as a value. */
export function asJson(entered: unknown, label: string): unknown {
	if (Array.isArray(entered) || isObject(entered)) return entered;
	try {
		const parsed: unknown = JSON.parse(String(entered));
		if (Array.isArray(parsed) || isObject(parsed)) return parsed;
	} catch {
		// Reported below, with the field's name.
	}
	throw new UsageError(`${label} is not valid JSON; it must be an object or an array.`);
}

/**
 * Several values, however they were given: an array, its JSON text, text separated by commas, or a
 * single value. Empty text is an empty list.
 */
export function asList(entered: unknown, label: string): unknown[] {
	if (Array.isArray(entered)) return entered as unknown[];
	if (typeof entered !== 'string') return [entered];
	const text = entered.trim();
	if (text.startsWith('[')) return asJson(text, label) as unknown[];
	return text
		.split(',')
		.map((each) => each.trim())
		.filter((each) => each !== '');
}

/** Names, in any of the forms that a list may have. */
export const asNames = (entered: unknown, label: string): string[] =>
	asList(entered, label)
		.map((each) => textOf(each).trim())
		.filter((each) => each !== '');
