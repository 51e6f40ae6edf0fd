import {
	fieldNamed,
	folded,
	match,
	namesOf,
	type Column,
	type Field,
	type FieldNames,
} from '../../fields';
import type { RecordDescription } from '../../records/record';
import { ownNames } from './ownNames';

/** A field of the form that a column can fill, and the collection that it is in. */
export interface Fillable {
	readonly field: Field;
	readonly within?: string;
}

/** What a column of the input fills. */
export type Target =
	| {
			readonly fillable: Fillable;
			/** Whether the column has the field's own name, one that promises IDs, or one that people have for it elsewhere. */
			readonly by: 'name' | 'ids' | 'alias';
	  }
	| { readonly custom: Column };

interface Standard {
	readonly fillable: Fillable;
	readonly value: string;
	readonly label: string;
	readonly called: FieldNames;
}

/**
 * Finds what the columns of the input fill, each distinct column once a run. The name that a property of
 * the record or of a result has is never a custom field: an item may hold it.
 */
export class ColumnFinder {
	private readonly standard: readonly Standard[];
	private readonly aliased: readonly Fillable[];
	private customs: ReadonlyArray<{ key: string; name: string; column: Column }> = [];
	private readonly own: ReadonlySet<string>;
	private readonly known = new Map<string, Target | undefined>();

	constructor(
		fillables: readonly Fillable[],
		private readonly record: RecordDescription,
	) {
		this.own = ownNames(record);
		const fields = fillables.map(({ field }) => field);
		this.standard = fillables.map((fillable) => {
			const { key: value, label } = fillable.field;
			return { fillable, value, label, called: namesOf(fillable.field, fields) };
		});
		this.aliased = fillables.filter(({ field }) => field.aliases);
	}

	/** Tells it the custom fields that there are, before any column is found. */
	learn(customs: readonly Column[]): void {
		this.customs = customs.map((column) => {
			const { id: key, displayName: name, itemType } = column;
			return { key, name, itemType, column };
		});
	}

	/** Whether the name says what is meant whatever custom fields there are. */
	isCertain(name: string): boolean {
		return this.own.has(name) || this.standard.some(({ called }) => called.exact.includes(name));
	}

	/**
	 * @returns `undefined` when nothing has the name.
	 * @throws UsageError when several fields have it.
	 */
	find(name: string): Target | undefined {
		if (!this.known.has(name)) this.known.set(name, this.look(name));
		return this.known.get(name);
	}

	private look(name: string): Target | undefined {
		const isOwn = this.own.has(name);
		const pool = {
			standard: this.standard,
			customs: () => (isOwn ? [] : this.customs),
			property: this.record.customs?.property,
		};
		const { standard, custom } = fieldNamed(name, pool, `The input column "${name}"`);
		if (standard) {
			const { fillable, called } = standard;
			return { fillable, by: called.ids.has(folded(name)) ? 'ids' : 'name' };
		}
		// What the service calculates can't be written.
		if (custom) return custom.column.readOnly ? undefined : { custom: custom.column };
		if (isOwn) return undefined;
		const [fillable, ...others] = match(name, this.aliased, ({ field: { aliases = [] } }) => ({
			names: aliases,
		}));
		return fillable && others.length === 0 ? { fillable, by: 'alias' } : undefined;
	}
}
