/** What custom fields are called where they stand beside a record's standard fields. */
import { CUSTOM, customEntries, customsMeant, match, namesOf } from '../../../fields';
import { customsProperty } from '../../../records/record';
import { groupedBy, isObject, textOf } from '../../../shared/values';
import { allFields, ownNames, type Named } from '../../../records/reservedNames';
import type { Known } from './readable';

/** A custom field of one record. */
export interface CustomEntry {
	/** Its itemKey, or the id of its item. */
	readonly key: string;
	/** What people call it; its key where the service does not say, or where keys were asked for. */
	readonly name: string;
	readonly value: unknown;
}

/** Custom values with what their fields are called; by key they were asked for by their keys. */
export const entriesOf = (customs: unknown, known?: Known): CustomEntry[] =>
	customEntries(customs).map(([key, value]) => {
		const name =
			Array.isArray(customs) && isObject(value)
				? textOf(value.name ?? known?.fields.of(value)?.name)
				: '';
		return { key, value, name: name === '' ? key : name };
	});

/**
 * The one entry that text means, by key, by label, or as lists of fields name it; `undefined` where none is
 * meant, or several may be.
 */
export function customCalled(
	text: string,
	entries: readonly CustomEntry[],
	property: string,
): CustomEntry | undefined {
	const [first, ...others] = customsMeant(text, entries, property);
	return others.length === 0 ? first : undefined;
}

/** The names of a record's own properties, which no custom field gets. */
export const takenNames = (shape: Named, added: readonly string[] = []): ReadonlySet<string> =>
	new Set([...ownNames(shape), ...added]);

/**
 * Names the custom fields of a record beside its own: each goes by its label if nothing else has that,
 * else by its key with the property before it, such as `dealCustoms.name`. So a column of each name means
 * this field alone.
 * @returns makes a name for each entry, in their order and no two alike.
 */
export function customNames(
	shape: Named,
	added: readonly string[] = [],
): (entries: readonly CustomEntry[]) => string[] {
	const property = customsProperty(shape) || 'field';
	const taken = takenNames(shape, added);
	const written = allFields(shape).filter(({ on }) => on === undefined || on.length > 0);
	/** Whether a name may mean something else than a custom field, however it is written. */
	const others = new Map<string, boolean>();
	const isOther = (name: string): boolean => {
		const known =
			others.get(name) ??
			([CUSTOM, `${property}.`].some((each) => name.startsWith(each)) ||
				taken.has(name) ||
				match(name, written, namesOf).length > 0);
		others.set(name, known);
		return known;
	};
	return (entries) => {
		const keys = new Set(entries.map(({ key }) => key));
		// A column is found by its label without the spaces around it.
		const sameLabel = groupedBy(entries, ({ name }) => name.trim());
		return entries.map(({ key, name }) => {
			const isAnothers = name !== key && keys.has(name);
			const isOne = sameLabel.get(name.trim())?.length === 1;
			return isOne && !isAnothers && !isOther(name) ? name : `${property}.${key}`;
		});
	};
}
