import {
	customField,
	fieldNamed,
	folded,
	isOwnIdName,
	wayIn,
	type CustomField,
	type Field,
	type FieldNames,
	type Way,
} from '../../../fields';
import { isWritable } from '../../../lookups/customFields';
import {
	bareName,
	behindRecord,
	locators,
	meaningIn,
	ownNames,
	type Part,
	type RecordDescription,
} from '../../../records';
import { isBlank, remembered } from '../../../shared';

/** A field that a column can fill. */
export interface Fillable {
	readonly field: Field;
	/** The collection of the form that has it. */
	readonly collection?: string;
	/** Its definition, if it is a custom field. */
	readonly custom?: CustomField;
}

/** A field of the form, with its names. */
export interface FormFillable extends Fillable {
	readonly value: string;
	readonly label: string;
	readonly aliases: FieldNames;
}

/** The field that a column of the input fills. */
export interface ColumnTarget {
	readonly fillable: Fillable;
	/** By ID or By Name, if the name of the column says it. */
	readonly way?: Way;
	/** Whether another program calls the field so, whose IDs mean nothing here. */
	readonly isForeign?: boolean;
	/** The part of the field's value that the column holds, if not all of it. */
	readonly part?: Part;
}

/**
 * Finds the fields that the columns of the input fill, each distinct column once a run. A column with the name of
 * a property of records or results never fills a custom field: it may come from an earlier output of the node.
 */
export class ColumnFinder {
	/** The custom fields of the record, set before any column is looked for. */
	customs: readonly CustomField[] = [];
	private readonly own: ReadonlySet<string>;
	private readonly known = new Map<string, ColumnTarget | undefined>();
	private readonly ofCustom = new Map<CustomField, Fillable>();

	constructor(
		readonly fillables: readonly FormFillable[],
		readonly record: RecordDescription,
	) {
		this.own = ownNames(record);
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
		if (!this.known.has(name)) this.known.set(name, this.look(name) ?? this.look(bareName(name)));
		return this.known.get(name);
	}

	private look(name: string): ColumnTarget | undefined {
		const isOwn = this.own.has(name);
		const pool = {
			standard: this.fillables,
			customs: () => (isOwn ? [] : this.customs),
			property: this.record.customs?.property,
		};
		const { standard, custom } = fieldNamed(name, pool, `The input column "${name}"`);
		if (standard) return this.byOwnName(standard, name);
		if (custom) {
			const make = () => ({ field: customField(custom), custom });
			// A field that the service calculates can't be written.
			return isWritable(custom) ? { fillable: remembered(this.ofCustom, custom, make) } : undefined;
		}
		if (isOwn) return undefined;
		// `Customer Name` is the field's own name with a word behind it.
		let other = this.byReferenceName(name) ?? this.byOtherName(name);
		for (const rest of behindRecord(this.record, name)) other ??= this.look(rest);
		return other;
	}

	/** A field of the form that has the name itself. Names with "ID" must be spelt as the node does. */
	private byOwnName(fillable: FormFillable, name: string): ColumnTarget | undefined {
		const { field } = fillable;
		const way = wayIn(name, field);
		// `Customer ID` or `customer_id` of another program means a record of that program.
		const isOthers =
			way === 'id' && field.name !== this.record.key?.name && !isOwnIdName(name, field);
		if (isOthers) return undefined;
		return { fillable, way, part: meaningIn(this.record, name)?.part };
	}

	/** The one field that other programs call by the name. */
	private byOtherName(name: string): ColumnTarget | undefined {
		const meaning = meaningIn(this.record, name);
		if (meaning === undefined) return undefined;
		const { fields, part, reference } = meaning;
		const means = ({ field }: Fillable) =>
			fields?.includes(field.key) ?? field.lookup === (reference && locators[reference]);
		const [fillable, ...others] = this.fillables.filter(means);
		if (!fillable || others.length > 0) return undefined;
		const isForeign = fillable.field.lookup !== undefined;
		return { fillable, way: isForeign ? 'name' : undefined, isForeign, part };
	}

	/** `Owner Name` and `ownerName` give the record of the field Owner by its name. */
	private byReferenceName(name: string): ColumnTarget | undefined {
		const words = folded(name.replace(/(\p{Ll})N/u, '$1 n'));
		const [, bare] = /^(.+?)[\s_.-]+names?[\s_.-]*$/.exec(words) ?? [];
		const target = bare === undefined ? undefined : this.look(bare);
		return target?.fillable.field.lookup && { ...target, way: 'name' };
	}
}
