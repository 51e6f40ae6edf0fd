import { UsageError } from '../../api/errors/errors';
import {
	CUSTOM,
	customsMeant,
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
			readonly kind: 'field';
			readonly fillable: Fillable;
			readonly givesIds: boolean;
			/** Whether the column has another name than the field. */
			readonly isAlias?: true;
	  }
	| { readonly kind: 'custom'; readonly column: Column };

interface Standard {
	readonly fillable: Fillable;
	readonly called: FieldNames;
}

/** What messages call a target. */
const labelOf = (target: Target): string =>
	target.kind === 'field'
		? `${target.fillable.field.label} (${target.fillable.field.key})`
		: `${target.column.displayName} (${CUSTOM}${target.column.id})`;

/**
 * Finds what the columns of the input fill, each distinct column once a run. The name that a field
 * has in requests is always that field; of other names that two fields share, neither is guessed. The
 * name that a property of the record or of a result has is never a custom field: an item may hold it.
 */
export class ColumnFinder {
	private readonly standard: readonly Standard[];
	private readonly own: ReadonlySet<string>;
	private readonly property: string | undefined;
	private readonly known = new Map<string, readonly Target[]>();

	constructor(
		fillables: readonly Fillable[],
		private readonly customs: readonly Column[],
		record: RecordDescription,
	) {
		this.own = ownNames(record);
		this.property = record.customs?.property;
		const fields = fillables.map(({ field }) => field);
		this.standard = fillables.map((fillable) => ({
			fillable,
			called: namesOf(fillable.field, fields),
		}));
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
		const targets = this.known.get(name) ?? this.look(name);
		this.known.set(name, targets);
		if (targets.length < 2) return targets[0];
		throw new UsageError(
			`The input column "${name}" is the name of several fields, ${targets.map(labelOf).join(' and ')}. Rename the column to what is in brackets after the one that is meant.`,
		);
	}

	private look(name: string): readonly Target[] {
		const standard = match(name, this.standard, ({ called }) => called);
		const found = [
			...standard.map(({ fillable, called }): Target => {
				return { kind: 'field', fillable, givesIds: called.ids.has(folded(name)) };
			}),
			...(this.isCertain(name) ? [] : this.customTargets(name)),
		];
		const others = found.length > 0 ? [] : this.aliased(name);
		return others.length === 1 ? others : found;
	}

	/** The fields that people call so elsewhere; not where a property of the record has the name. */
	private aliased(name: string): Target[] {
		if (this.own.has(name)) return [];
		return this.standard
			.filter(({ fillable: { field } }) => field.aliases?.map(folded).includes(folded(name)))
			.map(({ fillable }) => ({ kind: 'field', fillable, givesIds: false, isAlias: true }));
	}

	/** Of several that have the name the same way, those that the service calculates don't count. */
	private customTargets(name: string): Target[] {
		const named = ({ id, displayName }: Column) => ({ key: id, name: displayName });
		return customsMeant(name, this.customs, named, this.property)
			.filter(({ readOnly }) => readOnly !== true)
			.map((column) => ({ kind: 'custom', column }));
	}
}
