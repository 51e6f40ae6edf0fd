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

/** A field of the form that a column can fill, with its collection and its names. */
export interface Fillable {
	readonly field: Field;
	readonly collection?: string;
	readonly value: string;
	readonly label: string;
	readonly aliases: FieldNames;
}

/** The field that a column of the input fills. */
export type ColumnTarget =
	| {
			readonly fillable: Fillable;
			/** By ID or By Name, if the name of the column says it. */
			readonly way?: Way;
	  }
	| { readonly custom: CustomField };

/**
 * Finds the fields that the columns of the input fill, each distinct column once a run. A column with the name of
 * a property of records or results never fills a custom field: it may come from an earlier output of the node.
 */
export class ColumnFinder {
	/** The custom fields of the record, set before any column is looked for. */
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

	/** Whether a column may fill a custom field, so that these must be looked up. */
	mayBeCustom(name: string): boolean {
		if (!this.record.customs || isBlank(name) || this.own.has(name)) return false;
		return !this.fillables.some(({ aliases }) => aliases.exact.includes(name));
	}

	/**
	 * @returns `undefined` if no field has the name.
	 * @throws UsageError if several fields have it.
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
		// A field that the service calculates can't be written.
		if (custom) return isWritable(custom) ? { custom } : undefined;
		if (isOwn) return undefined;
		const [fillable, ...others] = match(name, this.aliased, ({ field: { aliases = [] } }) => ({
			names: aliases,
		}));
		if (fillable) return others.length === 0 ? to(fillable) : undefined;
		// `Owner Name` and `ownerName` give the record of the field Owner by its name.
		const words = folded(name.replace(/(\p{Ll})N/u, '$1 n'));
		const [, bare] = /^(.+?)[\s_.-]+names?[\s_.-]*$/.exec(words) ?? [];
		const target = bare === undefined ? undefined : this.look(bare);
		const isReference = target && 'fillable' in target && target.fillable.field.lookup;
		return isReference ? to(target.fillable) : undefined;
	}
}
