/** A custom field is a field like any other, made at run time of what is known of it. */
import { isBlank, quoted, trimmed, UsageError } from '../shared';
import { field, type Field } from './field';
import { typeOfItem } from './itemTypes';
import { calculationType } from './types';
import { unwrap, type CustomField } from './values';

/** An empty array empties a field; a text in which no choice was found is an error, since it was meant to name some. */
function listed(list: unknown, given: unknown, label: string): unknown {
	if (!Array.isArray(list) || list.length > 0) return list;
	if (Array.isArray(given)) return null;
	throw new UsageError(`${label} is ${quoted(given)}; it must be a list of choices.`);
}

/** The field that is described; null and empty text clear it. */
export function customField({ key, name: label, itemType, options }: CustomField): Field {
	const type = typeOfItem(itemType);
	return field(
		key,
		label,
		{
			type,
			form: type.form,
			toRequest: (given, context) => {
				if (isBlank(trimmed(given))) return trimmed(given);
				const entered = type.hasOptions ? given : unwrap(given);
				const value = type.parse(entered, label, { ...context, options });
				return type.isList ? listed(value, unwrap(given), label) : value;
			},
		},
		{ traits: ['clearable'], ...(type === calculationType && { writableIn: [] }) },
	);
}
