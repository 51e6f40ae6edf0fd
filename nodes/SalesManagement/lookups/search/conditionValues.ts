/** The values of search conditions: choices and names. */
import { asList, optionValue, readIds, unwrap, wayOf, type WireContext } from '../../fields';
import { isBlank } from '../../shared';
import type { SearchField } from './searchableFields';

/**
 * What a name stands for: the IDs of all that have the name, but one option only, since
 * two of one label are not the same choice. Any other value is left as it is.
 */
export function namedValues(
	value: unknown,
	{ label, lookup, choices }: SearchField,
	context: WireContext,
): readonly unknown[] {
	if (isBlank(unwrap(value))) return [value];
	if (lookup) {
		return readIds({ lookup, label, listIn: (one) => [one], means: 'all' }, context)(value);
	}
	if (!choices || wayOf(value)) return [value];
	const fields = context.names?.fieldsOf?.(choices.resource) ?? [];
	const options = fields.filter(({ key }) => key === choices.key).flatMap((each) => each.options);
	return [optionValue(value, options, label)];
}

/** The values of a condition on several. */
export const valuesOf = (
	value: unknown,
	{ label, lookup, choices }: SearchField,
): readonly unknown[] =>
	asList(value ?? '', label, { mayBeNames: (lookup ?? choices) !== undefined });
