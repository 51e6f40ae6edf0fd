/** The names of fields, for every text that names one: a column, a condition, a summary, a list of fields. */
import { distinctBy, UsageError } from '../shared';
import type { Field } from './field';
import { match, withoutSeparators, type Aliases, type CustomField, type Way } from './values';

/** Before the key of a custom field, so that it can't be taken for a field of another kind. */
export const CUSTOM = 'custom:';

/** The names of a field of a record. */
export interface FieldNames extends Aliases {
	readonly exact: readonly string[];
}

const withoutId = (name: string) => name.replace(/[\s_-]*ids?$/i, '');

/** `invitees` → `inviteesId`, `inviteesIds`, `inviteeIds`. */
const idsOf = (name: string) => [`${name}Id`, `${name}Ids`, `${name.replace(/s$/, '')}Ids`];

/**
 * The names of a field: its own, its label, and that in which the service shows it; of a reference
 * each with and without "ID".
 */
export function namesOf({ name, key, label, shownAs, lookup }: Field): FieldNames {
	const exact = [name, key];
	const names = [...exact, shownAs, label];
	if (lookup === undefined) return { exact, names };
	const bare = names.map(withoutId).filter(Boolean);
	return { exact, names: [...names, ...bare, ...bare.flatMap(idsOf)] };
}

/** Whether a name with "ID" is spelt as output and requests spell it, such as `customerId`. */
export const isOwnIdName = (name: string, { name: own, key, shownAs }: Field): boolean =>
	[own, key, shownAs].some((each) => [each, ...idsOf(withoutId(each))].includes(name));

/** The way of giving a record that a name of its field says. */
export const wayIn = (name: string, { lookup }: Field): Way | undefined =>
	lookup && (/(name|id)s?$/.exec(withoutSeparators(name))?.[1] as Way | undefined);

/** The names of a custom field. */
type NamedCustom = Pick<CustomField, 'key' | 'name' | 'itemId'>;

/** The custom fields that a text may mean, also where it is the value that lists of fields have for one. */
export function customsMeant<Custom extends NamedCustom>(
	text: string,
	customs: readonly Custom[],
	property = 'field',
): readonly Custom[] {
	const value = customFieldIn(text);
	const name = value ? `${CUSTOM}${value.key}` : text;
	// Simplified uses the second form for a field whose key and label are taken.
	return match(name, customs, (each) => ({
		exact: [
			`${CUSTOM}${each.key}`,
			`${property}.${each.key}`,
			`${property}.${each.itemId}`,
			each.key,
		],
		names: [each.key, each.name],
	}));
}

/** The one field that goes by a text; `undefined` where none does, or several do. */
export function fieldMeant(text: string, fields: readonly Field[]): Field | undefined {
	const [first, ...others] = match(text, fields, namesOf);
	return others.length === 0 ? first : undefined;
}

/** The value that a custom field has in lists of fields: `custom:<itemKey or id>:<itemType>`. */
export const customFieldValue = (key: string | number, itemType: string): string =>
	`${CUSTOM}${key}:${itemType}`;

/** The key and the type in such a value; the type may be missing. */
export function customFieldIn(text: string) {
	const [, key, itemType = ''] = /^custom:([^:].*?)(?::([^:]*))?$/s.exec(text) ?? [];
	return key === undefined ? undefined : { key, itemType };
}

/** A standard field among which a text may name one. */
interface Named {
	/** Its value in dropdowns of fields, which no other field has. */
	readonly value: string;
	readonly label: string;
	readonly aliases: Aliases;
}

/** The fields among which a text may name one. */
interface FieldPool<Standard, Custom> {
	readonly standard: readonly Standard[];
	/** The custom fields, asked for only where they decide. */
	readonly customs: () => readonly Custom[];
	/** The property of a record that holds their values. */
	readonly property?: string;
}

/**
 * The field of a record that a text means. What requests call a field is that field whatever custom
 * fields there are; another name that both kinds have is neither's.
 * @param who what was given, and where.
 * @throws UsageError where several have the name.
 */
export function fieldNamed<Standard extends Named, Custom extends NamedCustom>(
	text: string,
	{ standard, customs, property }: FieldPool<Standard, Custom>,
	who: string,
): { readonly standard?: Standard; readonly custom?: Custom } {
	const named = match(text, standard, ({ aliases }) => aliases);
	const [first] = named;
	if (first?.aliases.exact?.includes(text)) return { standard: first };
	const custom = distinctBy(customsMeant(text, customs(), property), ({ key }) => key);
	if (named.length + custom.length < 2) return { standard: first, custom: custom[0] };
	const choices = [
		...named.map(({ value, label }) => `${value} (${label})`),
		...custom.map(({ key, name }) => `${CUSTOM}${key} (${name})`),
	];
	throw new UsageError(
		`${who} is the name of ${choices.length} fields: use ${choices.join(' or ')}.`,
	);
}
