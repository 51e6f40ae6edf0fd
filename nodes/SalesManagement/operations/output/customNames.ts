/** What custom fields are called where they stand beside a record's standard fields. */
import { CUSTOM, customEntries, customsMeant } from '../../fields';
import { groupedBy, isBlank, isObject, textOf } from '../../values';
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

/** The names that custom fields can't have. */
export interface StandardNames {
	/** Those of the record's own properties. */
	readonly taken: ReadonlySet<string>;
	/** Whether a column of this name may be one for a standard field, however it is written. */
	readonly isLike: (name: string) => boolean;
}

/**
 * Names custom fields: each goes by its label if nothing else has that, else by its key with the
 * property before it, such as `dealCustoms.name`. So a column of each name means this field alone.
 */
export class CustomNames {
	/** Whether a name may mean something else than a custom field. */
	private readonly others = new Map<string, boolean>();

	constructor(
		private readonly standard: StandardNames,
		private readonly property: string,
	) {}

	/** A name for each entry, in their order and no two alike. */
	of(entries: readonly CustomEntry[]): string[] {
		const keys = new Set(entries.map(({ key }) => key));
		// A column is found by its label without the spaces around it.
		const sameLabel = groupedBy(entries, ({ key, label = key }) => label.trim());
		return entries.map(({ key, label = key }) => {
			const isAnothers = label !== key && keys.has(label);
			const isOne = sameLabel.get(label.trim())?.length === 1;
			return isOne && !isAnothers && !this.isOther(label) ? label : `${this.property}.${key}`;
		});
	}

	private isOther(name: string): boolean {
		const { taken, isLike } = this.standard;
		const known = this.others.get(name);
		if (known !== undefined) return known;
		// A label may look like the name that another field alone has.
		const isKeyName = [CUSTOM, `${this.property}.`].some((each) => name.startsWith(each));
		const isOther = isKeyName || taken.has(name) || isLike(name);
		this.others.set(name, isOther);
		return isOther;
	}
}
