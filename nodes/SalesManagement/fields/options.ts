/** The options of a field: what each goes by. Writing and searching read choices by this alone. */
import type { INodePropertyOptions } from 'n8n-workflow';
import { UsageError } from '../api/errors/errors';
import { distinctBy, quoted } from '../values';

/** An option by its label and its number: `2024 (3)`. */
export const withNumber = (label: string, value: unknown): string =>
	`${label.trim()} (${String(value)})`;

const trimmed = (name: string): string => name.trim().normalize('NFC');

const WITH_NUMBER = /^(.*) \((\d+)\)$/s;

/** Whether a label by itself might be taken for the number of an option, or for another label. */
export const needsNumber = (label: string): boolean =>
	/^\d{1,15}$/.test(label) || label !== label.trim() || WITH_NUMBER.test(label);

/** What an option goes by: its label; a user's address too, which describes the option. */
const namesOf = ({ name, description }: INodePropertyOptions): string[] =>
	description === undefined ? [name] : [name, description];

/**
 * The options that may be meant: by their value, by label and value as `2024 (3)`, or by their label,
 * exactly, else ignoring case. A number is a value; text may be either.
 */
export function optionsMeant(
	given: string | number,
	options: readonly INodePropertyOptions[],
): INodePropertyOptions[] {
	const text = String(given).trim();
	const byValue = options.filter(({ value }) => String(value) === text);
	if (typeof given === 'number') return distinctBy(byValue, ({ value }) => value);
	const called = (form: (name: string) => string) =>
		options.filter((each) => namesOf(each).some((name) => form(name) === form(text)));
	const [, label, number] = WITH_NUMBER.exec(text) ?? [];
	const byBoth = options.filter(
		({ name, value }) => name.trim() === label && String(value) === number,
	);
	const exact = called((name) => name);
	const byText = [...byValue, ...byBoth, ...(exact.length > 0 ? exact : called(trimmed))];
	const found = byText.length > 0 ? byText : called((name) => trimmed(name).toLowerCase());
	return distinctBy(found, ({ value }) => value);
}

/**
 * The one option that is meant; `undefined` where none is.
 * @throws UsageError where several may be meant: it lists them.
 */
export function optionMeant(
	given: string | number,
	options: readonly INodePropertyOptions[],
	label: string,
): INodePropertyOptions | undefined {
	const found = optionsMeant(given, options);
	if (found.length < 2) return found[0];
	const all = found.map(({ name, value }) => quoted(withNumber(name, value))).join(' or ');
	throw new UsageError(
		`${label} is ${quoted(String(given).trim())}, which may be ${all}: give it so, or its number as a number.`,
	);
}
