import {
	fieldNamed,
	folded,
	match,
	wayIn,
	type CustomField,
	type Field,
	type FieldNames,
	type Way,
} from '../../../fields';
import { isWritable } from '../../../lookups/customFields';
import { ownNames, type RecordDescription } from '../../../records';
import { isBlank } from '../../../shared';

/** A field of the form that a column can fill, the collection that it is in, and what it goes by. */
export interface Fillable {
	readonly field: Field;
	readonly collection?: string;
	readonly value: string;
	readonly label: string;
	readonly aliases: FieldNames;
}

/** What a column of the input fills. */
export type ColumnTarget =
	| {
			readonly fillable: Fillable;
			/** The way of giving a record that the name of the column says. */
			readonly way?: Way;
	  }
	| { readonly custom: CustomField };

/**
 * Finds what the columns of the input fill, each distinct column once a run. The name that a property of
 * the record or of a result has is never a custom field: an item may hold it.
 */
export class ColumnFinder {
	/** The custom fields that there are; told before any column is found. */
	customs: readonly CustomField[] = [];
	private readonly aliased: readonly Fillable[];
	private readonly own: ReadonlySet<string>;
	private readonly known = new Map<string, ColumnTarget | undefined>();

	constructor(
		readonly fillables: readonly Fillable[],
		private readonly record: RecordDescription,
	) {
		this.own = ownNames(record);
		this.aliased = fillables.filter(({ field }) => field.aliases);
	}

	/** Whether it takes the custom fields that there are to tell what a column fills. */
	mayBeCustom(name: string): boolean {
		if (!this.record.customs || isBlank(name) || this.own.has(name)) return false;
		return !this.fillables.some(({ aliases }) => aliases.exact.includes(name));
	}

	/**
	 * @returns `undefined` when nothing has the name.
	 * @throws UsageError when several fields have it.
	 */
	find(name: string): ColumnTarget | undefined {
		if (!this.known.has(name)) this.known.set(name, this.look(name));
		return this.known.get(name);
	}

	private look(name: string): ColumnTarget | undefined {
		const isOwn = this.own.has(name);
		const to = (fillable: Fillable): ColumnTarget => ({
			fillable,
			way: wayIn(name, fillable.field),
		});
		const pool = {
			standard: this.fillables,
			customs: () => (isOwn ? [] : this.customs),
			property: this.record.customs?.property,
		};
		const { standard, custom } = fieldNamed(name, pool, `The input column "${name}"`);
		if (standard) return to(standard);
		// What the service calculates can't be written.
		if (custom) return isWritable(custom) ? { custom } : undefined;
		if (isOwn) return undefined;
		const [fillable, ...others] = match(name, this.aliased, ({ field: { aliases = [] } }) => ({
			names: aliases,
		}));
		if (fillable) return others.length === 0 ? to(fillable) : undefined;
		// `Owner Name` and `ownerName` say how the record of the field Owner is given.
		const words = folded(name.replace(/(\p{Ll})N/u, '$1 n'));
		const [, bare] = /^(.+?)[\s_.-]+names?[\s_.-]*$/.exec(words) ?? [];
		const target = bare === undefined ? undefined : this.look(bare);
		const isReference = target && 'fillable' in target && target.fillable.field.lookup;
		return isReference ? to(target.fillable) : undefined;
	}
}
