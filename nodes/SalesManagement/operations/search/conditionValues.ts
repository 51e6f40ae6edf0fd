/** The values of search conditions: choices and names. */
import { asList, isName, unwrap, type Lookup, type WireContext } from '../../fields';
import { isBlank } from '../../values';
import type { SearchField } from './searchableFields';

type Named = Pick<SearchField, 'label' | 'lookup'>;

/** Whether a list has the options of a custom field: what is given for one may be its number. */
const hasOptions = (lookup: Lookup): boolean =>
	lookup.kind === 'dropdown' && 'optionsOf' in lookup.names;

const DIGITS = /^\s*\d+\s*$/;

/**
 * What a name stands for: the IDs of all that have the name, but one option only, since
 * two of one label are not the same choice. Any other value is left as it is.
 */
export function namedValues(
	value: unknown,
	{ label, lookup }: Named,
	{ names }: WireContext,
): readonly unknown[] {
	const given = unwrap(value);
	if (!lookup || typeof given !== 'string' || isBlank(given)) return [value];
	const asked = { lookup, label, name: given.trim() };
	if (hasOptions(lookup)) {
		const isNumber = DIGITS.test(given) && !names?.idsBeside?.(asked, [])?.length;
		return [!names || isNumber ? given : names.idOf(asked)];
	}
	return names && isName(given) ? names.idsOf(asked) : [value];
}

/** The values of a condition on several. */
export const valuesOf = (value: unknown, { label, lookup }: Named): readonly unknown[] =>
	asList(unwrap(value) ?? '', label, { mayBeNames: lookup !== undefined });
