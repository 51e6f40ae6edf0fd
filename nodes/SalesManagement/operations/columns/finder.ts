import { UsageError } from '../../api/errors/errors';
import type { Column, Field } from '../../fields';
import type { RecordDescription } from '../../records/record';
import { folded, namesOf, type FieldNames } from './names';
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

/** Before the key of a custom field, so that it can't be taken for a field of another kind. */
export const CUSTOM = 'custom:';

interface Candidate {
	readonly target: Target;
	readonly names: FieldNames;
	/** What messages call it. */
	readonly label: string;
}

const standardCandidate = (fillable: Fillable, all: readonly Field[]): Candidate => ({
	target: { kind: 'field', fillable, givesIds: false },
	names: namesOf(fillable.field, all),
	label: `${fillable.field.label} (${fillable.field.key})`,
});

const isIdName = (name: string, { idNames }: FieldNames): boolean => idNames.has(folded(name));

const chosen = ({ target, names }: Candidate, name: string): Target =>
	target.kind === 'field' ? { ...target, givesIds: isIdName(name, names) } : target;

/** Whether people enter it; a name that is only a calculated field's leads nowhere. */
const isFillable = ({ target }: Candidate): boolean =>
	target.kind === 'field' || target.column.readOnly !== true;

/** The first of several ways to read a name that leads anywhere. */
const firstFilled = <Each>(...ways: Array<() => Each[]>): Each[] => {
	for (const way of ways) {
		const found = way();
		if (found.length > 0) return found;
	}
	return [];
};

/** What the names that were looked for lead to. */
class Known {
	private readonly targets = new Map<string, Target | Error | undefined>();

	/** @throws UsageError when several candidates have the name. */
	get(name: string, look: () => Candidate[]): Target | undefined {
		if (!this.targets.has(name)) {
			const found = look();
			const [first] = found;
			const one = first && chosen(first, name);
			this.targets.set(name, found.length > 1 ? several(name, found) : one);
		}
		const target = this.targets.get(name);
		if (target instanceof Error) throw target;
		return target;
	}
}

/**
 * Finds what the columns of the input fill, each distinct column once a run. The name that a field
 * has in requests is always that field; of other names that two fields share, neither is guessed. The
 * name that a property of the record or of a result has is never a custom field: an item may hold it.
 */
export class ColumnFinder {
	private readonly standard: readonly Candidate[];
	private readonly own: ReadonlySet<string>;
	/** Before the key of a custom field whose label and key are taken, in what Simplified shows. */
	private readonly property: string;
	private readonly known = { all: new Known(), customs: new Known() };

	constructor(
		fillables: readonly Fillable[],
		private readonly customs: readonly Column[],
		record: RecordDescription,
	) {
		this.own = ownNames(record);
		this.property = record.customs?.property ?? 'field';
		const fields = fillables.map(({ field }) => field);
		this.standard = fillables.map((each) => standardCandidate(each, fields));
	}

	/** Whether the name says what is meant whatever custom fields there are. */
	isCertain(name: string): boolean {
		return this.own.has(name) || this.standard.some(({ names }) => names.exact.includes(name));
	}

	/**
	 * @returns `undefined` when nothing has the name.
	 * @throws UsageError when several fields have it.
	 */
	find(name: string): Target | undefined {
		return this.known.all.get(name, () => {
			const certain =
				this.standard.find(({ names }) => names.exact.includes(name)) ??
				this.customCandidates().find(({ names }) => names.exact.includes(name));
			if (certain) return [certain].filter(isFillable);
			const customs = this.own.has(name) ? [] : this.customsCalled(name);
			const called = [...this.standardCalled(name), ...customs];
			const others = called.length > 0 ? [] : this.aliased(name);
			return others.length === 1 ? others : called;
		});
	}

	/** The labels of the fields that people call so elsewhere. */
	aliasedBy(name: string): string[] {
		return this.aliased(name).map(({ label }) => label);
	}

	/** The fields that people call so elsewhere; not where a property of the record has the name. */
	private aliased(name: string): Candidate[] {
		const named = this.own.has(name) ? [] : this.standard;
		return named
			.filter(({ names }) => names.aliases.has(folded(name)))
			.map((each) => ({ ...each, target: { ...each.target, isAlias: true } as Target }));
	}

	/** The custom fields that a column might be for if its name were not that of an own property. */
	passedOver(name: string): Column[] {
		const named = this.own.has(name) ? this.customsCalled(name) : [];
		return named.flatMap(({ target }) => (target.kind === 'custom' ? target.column : []));
	}

	/** The same among custom fields alone. */
	findCustom(name: string): Target | undefined {
		return this.known.customs.get(name, () => this.customsCalled(name));
	}

	private standardCalled(name: string): Candidate[] {
		const label = name.trim();
		return firstFilled(
			() =>
				this.standard.filter(
					({ target }) => target.kind === 'field' && target.fillable.field.label === label,
				),
			() =>
				this.standard.filter(({ names }) => names.names.has(folded(name)) || isIdName(name, names)),
		);
	}

	/** Of several that have the name the same way, those that the service calculates don't count. */
	private customsCalled(name: string): Candidate[] {
		const label = name.trim();
		const all = this.customCandidates();
		const having = (test: (column: Column, names: FieldNames) => boolean) =>
			all.filter(({ target, names }) => target.kind === 'custom' && test(target.column, names));
		return firstFilled(
			() => having(({ id }) => id === name),
			() => having(({ displayName }) => displayName.trim() === label),
			() => having((_, { names }) => names.has(folded(name))),
		).filter(isFillable);
	}

	private candidates?: readonly Candidate[];
	private customCandidates(): readonly Candidate[] {
		return (this.candidates ??= this.customs.map((column) => ({
			target: { kind: 'custom', column },
			names: {
				// The second is how Simplified names a field whose key and label are taken.
				exact: [`${CUSTOM}${column.id}`, `${this.property}.${column.id}`],
				// A label of nothing but dashes is found as it is written alone.
				names: new Set([column.id, column.displayName].map(folded).filter(Boolean)),
				idNames: new Set(),
				aliases: new Set(),
			},
			label: `${column.displayName} (${CUSTOM}${column.id})`,
		})));
	}
}

const several = (name: string, found: readonly Candidate[]): UsageError =>
	new UsageError(
		`The input column "${name}" is the name of several fields, ${found.map(({ label }) => label).join(' and ')}. Rename the column to what is in brackets after the one that is meant.`,
	);
