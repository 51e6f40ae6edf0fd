/** What custom fields are called where they stand beside a record's standard fields. */
import { customEntries, customsMeant } from '../../fields';
import { isBlank, isObject, textOf } from '../../values';
import type { Known } from './readable';

/** A custom field of one record. */
export interface CustomEntry {
	/** Its itemKey, or the id of its item. */
	readonly key: string;
	/** What people call it; absent where the service does not say, or where keys were asked for. */
	readonly label?: string;
	readonly value: unknown;
}

/** Custom values with what their fields are called; by key they were asked for by their keys. */
export const entriesOf = (customs: unknown, known?: Known): CustomEntry[] =>
	customEntries(customs).map(([key, value]) => {
		const label =
			Array.isArray(customs) && isObject(value)
				? (value.name ?? known?.fields.of(value)?.name)
				: undefined;
		return { key, value, ...(isBlank(label) ? {} : { label: textOf(label) }) };
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
	const named = ({ key, label = key }: CustomEntry) => ({ key, name: label });
	const [first, ...others] = customsMeant(text, entries, named, property);
	return others.length === 0 ? first : undefined;
}

/** The names that entries can't have. */
export interface StandardNames {
	/** Those of the record's own properties. */
	readonly taken: ReadonlySet<string>;
	/** Whether a column of this name may be one for a standard field, however it is written. */
	readonly isLike: (name: string) => boolean;
}

/**
 * A name for each entry, in their order and no two alike: its label if nothing else has that, else
 * its key, and where that is taken too the key with the property before it, such as
 * `dealCustoms.name`, as at once where the label is another way to write a standard field's name. So a
 * column of each name means this field alone. Which of the entries comes first makes no difference.
 */
export function namesOf(
	entries: readonly CustomEntry[],
	{ taken, isLike }: StandardNames,
	property: string,
): string[] {
	const wanted = entries.map(({ key, label = key }) => label);
	const times = new Map<string, number>();
	// A column is found by its label without the spaces around it.
	for (const name of wanted) times.set(name.trim(), (times.get(name.trim()) ?? 0) + 1);
	const keys = new Set(entries.map(({ key }) => key));
	// A label may look like the name that another field alone has.
	const isKeyName = (name: string) => name.startsWith('custom:') || name.startsWith(`${property}.`);
	const isOwn = (name: string) => taken.has(name) || isLike(name) || isKeyName(name);
	const isFree = (name: string, key: string) =>
		times.get(name.trim()) === 1 && !isOwn(name) && (name === key || !keys.has(name));
	const free = wanted.filter((name, at) => isFree(name, entries[at]?.key ?? name));
	const used = new Set([...taken, ...free]);
	return entries.map(({ key }, at) => {
		const label = wanted[at] ?? key;
		if (isFree(label, key)) return label;
		const isSpelling = isOwn(label) && !taken.has(label);
		let name = isSpelling || used.has(key) || isOwn(key) ? `${property}.${key}` : key;
		while (used.has(name)) name += '_';
		used.add(name);
		return name;
	});
}

/** So many sets of custom fields are remembered; an account has one for each of its deal types. */
const MOST_SETS = 100;

/** The names of custom fields, found once for all records that have the same ones. */
export class NamesByFields {
	private readonly known = new Map<string, string[]>();

	constructor(
		private readonly standardNames: StandardNames,
		private readonly property: string,
	) {}

	/** See `namesOf`. */
	of(entries: readonly CustomEntry[]): string[] {
		const set = JSON.stringify(entries.map(({ key, label = null }) => [key, label]));
		const known = this.known.get(set);
		if (known) return known;
		if (this.known.size >= MOST_SETS) this.known.clear();
		const found = namesOf(entries, this.standardNames, this.property);
		this.known.set(set, found);
		return found;
	}
}
