import type { IDataObject } from 'n8n-workflow';
import { isObject, jsonIn, textOf, trimmed, UsageError } from '../../shared';
import { isExact, plainText } from './numbers';

/**
 * A JSON object or array, given as text or as a value.
 * @throws UsageError for anything else, and for numbers that would be sent as something else.
 */
export function asJson(entered: unknown, label: string): unknown {
	const value = typeof entered === 'string' ? jsonIn(trimmed(entered)) : entered;
	if (!Array.isArray(value) && !isObject(value)) {
		throw new UsageError(`${label} is not valid JSON; it must be an object or an array.`);
	}
	const lost = lostIn(value);
	if (lost !== undefined) {
		throw new UsageError(
			`${label} holds ${lost}, which JSON would not send as it is: write the digits of a number as text.`,
		);
	}
	plainText(JSON.stringify(value), label);
	return value;
}

/** A number that JSON would send as null, which empties a value, or that has lost digits, and where. */
function lostIn(value: object): string | undefined {
	let lost: string | undefined;
	try {
		JSON.stringify(value, (key, each: unknown) => {
			if (typeof each === 'number' && !isExact(each)) lost ??= `${each} under "${key}"`;
			return each;
		});
	} catch {
		return 'itself';
	}
	return lost;
}

/**
 * Several values, however they were given: an array, its JSON text, that of its objects, text
 * separated by commas, or a single value. Empty text is an empty list.
 * @param mayBeNames whether a value may be a name such as `[EU] Plan`, so that what begins with a
 * bracket and is no JSON is text like any other. Whatever is wrong is then found as an unknown name.
 * Names with commas are given as a JSON array.
 */
export function asList(
	entered: unknown,
	label: string,
	{ mayBeNames = false }: { readonly mayBeNames?: boolean } = {},
): unknown[] {
	if (Array.isArray(entered)) return entered as unknown[];
	if (typeof entered !== 'string') return [entered];
	const text = trimmed(entered);
	const isJson = text.startsWith('[') && (!mayBeNames || Array.isArray(jsonIn(text)));
	if (isJson) return asJson(text, label) as unknown[];
	// One object or several: their commas don't divide the list.
	const objects = `[${text}]`;
	if (text.startsWith('{') && jsonIn(objects)) return asJson(objects, label) as unknown[];
	return text
		.split(',')
		.map(trimmed)
		.filter((each) => each !== '');
}

/** Names, in any of the forms that a list may have. */
export const asNames = (entered: unknown, label: string): string[] =>
	asList(entered, label)
		.map((each) => trimmed(plainText(each, label)))
		.filter((each) => each !== '');

/** Names of columns: a list, its JSON, or one name, which may have commas. */
export function asColumnNames(entered: unknown): string[] {
	const given = typeof entered === 'string' ? (jsonIn(entered) ?? entered) : entered;
	// n8n adds an empty list for a box that is left empty.
	return [given]
		.flat(2)
		.map((each) => trimmed(textOf(each)))
		.filter((name) => name !== '');
}

/** Rows, as the form has them, or as an expression gives them: JSON, one object, or a list of objects. */
export function asObjects(entered: unknown, label: string): IDataObject[] {
	const given = typeof entered === 'string' ? asJson(entered, label) : entered;
	const values = isObject(given) ? (given.values ?? []) : given;
	const list: unknown[] = Array.isArray(values) ? values : [values];
	if (list.every(isObject)) return list;
	throw new UsageError(`${label} must contain objects, one for each row.`);
}

/**
 * A list with entries: an empty or untouched one must not empty the record's, so that is a choice of
 * its own, under Fields to Clear where the list can be emptied.
 */
export function filled<Each>(
	list: Each[],
	label: string,
	{ traits = [] }: { readonly traits?: readonly string[] } = {},
): Each[] {
	if (list.length > 0) return list;
	const other = traits.includes('clearable') ? ', empty it with Fields to Clear of Update' : '';
	throw new UsageError(`${label} is empty; give at least one${other}, or leave the field out.`);
}

/**
 * A name that an entry of a list or a collection can't have is an error, since it would be ignored.
 * @param problem the beginning of the sentence about it.
 */
export function assertNames(entry: object, known: readonly string[], problem: string): void {
	const unknown = Object.keys(entry).find((name) => !known.includes(name));
	if (unknown === undefined) return;
	throw new UsageError(`${problem} "${unknown}"; it has ${known.join(', ')}.`);
}
