/** The options of a field: what each goes by. Writing and searching read choices by this alone. */
import type { INodePropertyOptions } from 'n8n-workflow';
import { UsageError } from '../api/errors/errors';
import { distinctBy, quoted } from '../values';
import { match, type Called } from './nameMatching';

/** An option by its label and its number: `2024 (3)`. */
export const withNumber = (label: string, value: unknown): string =>
	`${label.trim()} (${String(value)})`;

const WITH_NUMBER = /^(.*) \((\d+)\)$/s;

/** Whether a label by itself might be taken for the number of an option, or for another label. */
export const needsNumber = (label: string): boolean =>
	/^\d{1,15}$/.test(label) || label !== label.trim() || WITH_NUMBER.test(label);

/** What an option goes by: its value, its label, and both as `2024 (3)`. */
function calledOf({ name, value }: INodePropertyOptions): Called {
	const exact = [String(value), withNumber(name, value), name];
	return { exact, names: exact };
}

/**
 * The one option that is meant: a number is a value, text may be a value or a label; `undefined` where none is.
 * @throws UsageError where several may be meant: it lists them.
 */
export function optionMeant<Option extends INodePropertyOptions>(
	given: string | number,
	options: readonly Option[],
	label: string,
): Option | undefined {
	const called =
		typeof given === 'number'
			? options.filter(({ value }) => String(value) === String(given))
			: match(given.trim(), options, calledOf);
	const found = distinctBy(called, ({ value }) => value);
	if (found.length < 2) return found[0];
	const all = found.map(({ name, value }) => quoted(withNumber(name, value))).join(' or ');
	throw new UsageError(
		`${label} is ${quoted(String(given).trim())}, which may be ${all}: give it so, or its number as a number.`,
	);
}
