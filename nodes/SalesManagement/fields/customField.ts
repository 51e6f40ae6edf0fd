/** A custom field is a field like any other, made at run time of what is known of it. */
import { isBlank, quoted, trimmed, UsageError } from '../shared';
import { toCustomDate } from './dates';
import { field, type Field, type WireContext } from './field';
import { asId, unwrap, wayOf } from './ids';
import { asList } from './jsonAndLists';
import type { CustomField, Dropdown } from './lookups';
import { asDecimal, asLine, asNumber, plainText } from './numbers';
import { isOption, optionMeant } from './options';
import { readIds } from './references';
import { typeOfItem, TYPES, type Type } from './types';

/** The users of the account, whom custom fields may hold. */
export const USERS: Dropdown = {
	kind: 'dropdown',
	method: 'getUsers',
	names: { listedBy: 'user.getMany' },
};

type Options = CustomField['options'];

/** The value of an option, given in any of the ways in which options are. */
export function optionValue(entered: unknown, options: Options, label: string): unknown {
	const value = unwrap(entered);
	if (wayOf(entered) && typeof value === 'number') return asId(value, label);
	const given = trimmed(plainText(value, label));
	const option = optionMeant(given, options, label);
	if (option) return option.value;
	// A list of options read from records may be incomplete, so what has their form is passed on.
	if (given !== '' && options.some(({ value }) => typeof value === 'string')) return given;
	if (/^(0|[1-9]\d*)$/.test(given)) return asNumber(given, label);
	throw new UsageError(
		`${label} has no choice "${given}"; its choices are ${options.map(({ name }) => name).join(', ') || 'not known'}.`,
	);
}

/** A number or flag stays one, but is refused where it could not be text either. */
function scalar(given: unknown, label: string): unknown {
	plainText(given, label);
	return given;
}

type Read = (
	given: unknown,
	label: string,
	timezone: string,
	more: { readonly options: Options; readonly context: WireContext },
) => unknown;

/** A value of a field whose type is not known: what JSON and the documents have a form for (v1 §2.3). */
const untyped: Read = (given, label, timezone) => {
	if (typeof given === 'string') return asLine(given, label);
	if (Array.isArray(given)) return given.map((each) => scalar(each, label));
	return typeof given === 'object' ? toCustomDate(given, label, timezone) : scalar(given, label);
};

/** How each type is read; as text where nothing is said. */
const READ: Partial<Readonly<Record<Type, Read>>> = {
	integer: asNumber,
	decimal: asDecimal,
	customDate: toCustomDate,
	option: (given, label, _, { options }) => optionValue(given, options, label),
	options: (given, label, _, { options }) =>
		asList(given, label, { mayBeNames: options.length > 0 }).map((each) =>
			optionValue(each, options, label),
		),
	users: (given, label, _, { context }) => readIds({ lookup: USERS, label }, context)(given),
	untyped,
};

/** Of a list without entries an empty array empties the field; text was meant to name some. */
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
			form: { type: 'string', default: '' },
			wire: (given, context) => {
				if (isBlank(trimmed(given))) return trimmed(given);
				const read = READ[type] ?? asLine;
				const entered = isOption(type) ? given : unwrap(given);
				const value = read(entered, label, context.timezone, { options, context });
				return TYPES[type].isList ? listed(value, unwrap(given), label) : value;
			},
		},
		{ is: ['clearable'], ...(type === 'calculation' && { on: [] }) },
	);
}
