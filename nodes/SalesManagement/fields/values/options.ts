/** The options of a field: what each goes by. Writing and searching read choices by this alone. */
import type { IDataObject, INodePropertyOptions } from 'n8n-workflow';
import { distinctBy, objectsAt, own, quoted, UsageError } from '../../shared';
import { givenBy } from './ids';
import { match, NAMES, type Called } from './nameMatching';

/** An option by its label and its number: `2024 (3)`. */
export const withNumber = (label: string, value: unknown): string =>
	`${label.trim()} (${String(value)})`;

const WITH_NUMBER = /^(.*) \((\d+)\)$/s;

/** Whether a label by itself might be taken for the number of an option, or for another label. */
export const needsNumber = (label: string): boolean =>
	/^\d{1,15}$/.test(label) || label !== label.trim() || WITH_NUMBER.test(label);

/** What an option goes by: its value, its label, and both as `2024 (3)`. */
function calledOf({ name, value }: INodePropertyOptions): Called {
	return { names: [String(value), withNumber(name, value), name] };
}

/**
 * The one option that is meant by its value or its label; `undefined` where none is.
 * @throws UsageError where several may be meant: it lists them.
 */
export function optionMeant<Option extends INodePropertyOptions>(
	given: string,
	options: readonly Option[],
	label: string,
	ladder = NAMES,
): Option | undefined {
	const found = distinctBy(match(given, options, calledOf, ladder), ({ value }) => value);
	if (found.length < 2) return found[0];
	const all = found.map(({ name, value }) => quoted(withNumber(name, value))).join(' or ');
	throw new UsageError(`${label} is ${quoted(given)}, which may be ${all}: give it so.`);
}

/** A number that stands in the node itself is that of an option that was picked, as in a resource locator. */
function picked(value: unknown, saved: unknown): unknown {
	if (typeof saved === 'number') return givenBy('list', value);
	if (!Array.isArray(value) || !Array.isArray(saved)) return value;
	return value.map((each, at) => picked(each, saved[at]));
}

/**
 * Values in which each number that was picked is told from one that an expression gives, which may be a label.
 * @param saved what the node has, where these values are at the path.
 */
export function pickedIn(values: IDataObject, saved?: object, path = ''): IDataObject {
	const [same = {}] = objectsAt(saved, path);
	const parts = Object.entries(values).map(([key, value]) => [key, picked(value, own(same, key))]);
	return Object.fromEntries(parts) as IDataObject;
}
