/** The options of a field and their names. Writing and searching read choices by this alone. */
import type { IDataObject, INodePropertyOptions } from 'n8n-workflow';
import { distinctBy, objectsAt, own, quoted, trimmed, UsageError } from '../../shared';
import { givenBy } from './ids';
import { match, NAMES, type Aliases } from './nameMatching';

/** An option by its label and its number: `2024 (3)`. */
export const withNumber = (label: string, value: unknown): string =>
	`${trimmed(label)} (${String(value)})`;

const WITH_NUMBER = /^(.*) \((\d+)\)$/s;

/** Tells whether a label alone might be taken for the number of an option, or for another label. */
export const isAmbiguous = (label: string): boolean =>
	/^\d{1,15}$/.test(label) || label !== trimmed(label) || WITH_NUMBER.test(label);

/** The names of an option: its value, its label, and both as `2024 (3)`. */
function aliasesOf({ name, value }: INodePropertyOptions): Aliases {
	return { names: [String(value), withNumber(name, value), name] };
}

/**
 * The one option that is meant by its value or its label; `undefined` where none is.
 * @throws UsageError where several may be meant: it lists them.
 */
export function optionMeant(
	given: string,
	options: readonly INodePropertyOptions[],
	label: string,
	ladder = NAMES,
): INodePropertyOptions | undefined {
	const found = distinctBy(match(given, options, aliasesOf, ladder), ({ value }) => value);
	if (found.length < 2) return found[0];
	const all = found.map(({ name, value }) => quoted(withNumber(name, value))).join(' or ');
	throw new UsageError(`${label} is ${quoted(given)}, which may be ${all}: give it so.`);
}

/** Marks each number that stands in the node itself as picked from a list, as a resource locator does. */
function picked(value: unknown, saved: unknown): unknown {
	if (typeof saved === 'number') return givenBy('list', value);
	if (!Array.isArray(value) || !Array.isArray(saved)) return value;
	return value.map((each, at) => picked(each, saved[at]));
}

/**
 * Tells numbers that were picked from a list from those that an expression gave, which may be labels.
 * @param saved the parameters as the node has them; these values are at the path.
 */
export function pickedIn(values: IDataObject, saved?: object, path = ''): IDataObject {
	const [same = {}] = objectsAt(saved, path);
	const parts = Object.entries(values).map(([key, value]) => [key, picked(value, own(same, key))]);
	return Object.fromEntries(parts) as IDataObject;
}
