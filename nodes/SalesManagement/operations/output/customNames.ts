/** What custom fields are called where they stand beside a record's standard fields. */
import { customValuesIn, fieldKeyOf } from '../../fields';
import { isBlank, isObject, textOf } from '../../values';

/** A custom field of one record. */
export interface CustomEntry {
	/** Its itemKey, or the id of its item. */
	readonly key: string;
	/** What people call it; absent where the service does not say, or where keys were asked for. */
	readonly label?: string;
	readonly value: unknown;
}

/** The custom fields of a record, from the list of values or from the object by key (v1 §2.7). */
export function entriesOf(customs: unknown): CustomEntry[] {
	if (Array.isArray(customs)) {
		return customValuesIn(customs).map((value) => ({
			key: fieldKeyOf(value),
			...(isBlank(value.name) ? {} : { label: textOf(value.name) }),
			value,
		}));
	}
	return isObject(customs) ? Object.entries(customs).map(([key, value]) => ({ key, value })) : [];
}

/**
 * A name for each entry, in their order and no two alike: its label if nothing else has that, else
 * its key, and where that is taken too the key with the property before it, such as
 * `dealCustoms.name`. Which of the entries comes first makes no difference.
 * @param taken the names of the record's standard fields.
 */
export function namesOf(
	entries: readonly CustomEntry[],
	taken: ReadonlySet<string>,
	property: string,
): string[] {
	const wanted = entries.map(({ key, label = key }) => label);
	const times = new Map<string, number>();
	for (const name of wanted) times.set(name, (times.get(name) ?? 0) + 1);
	const isFree = (name: string) => times.get(name) === 1 && !taken.has(name);
	const used = new Set([...taken, ...wanted.filter(isFree)]);
	return entries.map(({ key }, at) => {
		const label = wanted[at] ?? key;
		if (isFree(label)) return label;
		let name = used.has(key) ? `${property}.${key}` : key;
		while (used.has(name)) name += '_';
		used.add(name);
		return name;
	});
}
