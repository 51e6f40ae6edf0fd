import type { IDataObject } from 'n8n-workflow';
import { Problems, UsageError } from '../../api/errors/errors';
import {
	CUSTOM,
	IdsBesideNames,
	isKnownTo,
	isRequired,
	type Cell,
	type Column,
	type Field,
	type Item,
} from '../../fields';
import type { RecordDescription } from '../../records/record';
import { isBlank, isObject, listed, setOwn, textOf } from '../../values';
import { article, type Filling, type Form } from '../operation';
import { kindOfItem } from '../rowsTold';
import { CUSTOM_FIELDS, FIELDS_TO_CLEAR, isFromColumns } from './form';
import type { ColumnFinder, Fillable, Target } from './fieldOfColumn';

/** The fields of a form that columns can fill, in the interface that is used. */
export const fillablesOf = (
	{ fields, collections }: Form,
	filling: Filling,
	version: Item['version'],
): Fillable[] =>
	[
		...fields
			.filter(({ name }) => name !== CUSTOM_FIELDS && isFromColumns(filling, name))
			.map((field) => ({ field })),
		...collections
			.filter(({ name }) => name === filling.collection)
			.flatMap(({ name, fields: inner }) => inner.map((field) => ({ field, within: name }))),
	].filter(({ field }) => isKnownTo(field, version));

/** Nothing was given: a cell that is empty, or a list without entries. */
const isEmpty = (value: unknown): boolean =>
	isBlank(value) || (Array.isArray(value) && value.length === 0);

/** Says which record is meant, and so changes nothing. */
const isIdentity = ({ place, key }: Field): boolean => place === 'path' || key === 'id';

/** As many columns as a message names. */
const SHOWN = 20;

/**
 * Sentences on columns that fill nothing.
 * @param notes what some of them may be meant for.
 */
export function unusedColumns(
	names: readonly string[],
	{ one }: Pick<RecordDescription, 'one'>,
	notes: ReadonlyMap<string, string> = new Map(),
): string {
	const shown = names.slice(0, SHOWN).map((each) => JSON.stringify(each));
	const rest = names.length > SHOWN ? [`${names.length - SHOWN} more`] : [];
	const sentences = [
		`These columns of the input fill no field of the ${one} and are not sent: ${listed([...shown, ...rest])}.`,
		...[...notes.values()].slice(0, SHOWN),
	];
	return sentences.join(' ');
}

/** Says for which custom field a column may be meant that is called like a property of the record. */
const passedOverNote = (name: string, { id, displayName }: Column): string =>
	`What is called "${name}" is a property of its own; a column for the custom field ${displayName} is called "${CUSTOM}${id}".`;

/** Says for which fields a column may be meant whose name is another one for them. */
const aliasNote = (name: string, labels: readonly string[]): string =>
	labels.length > 1
		? `"${name}" may be ${labels.join(' or ')}: rename the column to what is in brackets.`
		: `"${name}" may be ${labels.join('')}, which another column gives otherwise.`;

/** What the columns of one item give, each field once. */
class GivenValues {
	readonly fields = new Map<Fillable, Cell>();
	readonly customs = new Map<Column, Cell>();
	readonly unused: string[] = [];
	/** Those with the IDs of what others name. */
	private readonly ids = new Map<Fillable, Cell>();
	/** Those with other names than their fields. */
	private readonly aliased = new Map<Fillable, Cell[]>();

	add(column: string, value: unknown, target: Target | undefined): void {
		const cell = { column, value };
		if (target === undefined) this.unused.push(column);
		else if (value === undefined) return;
		else if (target.kind === 'custom') {
			// An empty value clears a custom field, here as in the mapper of these alone.
			put(this.customs, [target.column, cell], target.column.displayName);
		} else if (!isEmpty(value)) {
			const { fillable, givesIds, isAlias } = target;
			if (isAlias) this.aliased.set(fillable, [...(this.aliased.get(fillable) ?? []), cell]);
			else put(givesIds ? this.ids : this.fields, [fillable, cell], fillable.field.label);
		}
	}

	/**
	 * Columns by other names count where none has the field's own name, and where they agree. Otherwise
	 * they are not used.
	 */
	settle(): void {
		for (const [fillable, cells] of this.aliased) {
			const own = this.fields.get(fillable) ?? this.ids.get(fillable);
			const [first] = cells;
			const values = new Set([...(own ? [own] : []), ...cells].map(({ value }) => textOf(value)));
			if (values.size > 1) this.unused.push(...cells.map(({ column }) => column));
			else if (!own && first) this.fields.set(fillable, first);
		}
	}

	/** The value of each field; of names with IDs beside them both. */
	joined(): ReadonlyMap<Fillable, unknown> {
		const values = new Map<Fillable, unknown>();
		for (const [fillable, { value }] of this.fields) values.set(fillable, value);
		for (const [fillable, ids] of this.ids) {
			const names = this.fields.get(fillable);
			values.set(fillable, names ? new IdsBesideNames(ids, names) : ids.value);
		}
		return values;
	}
}

/** Of two columns for one field the one that is filled counts. */
function put<About>(all: Map<About, Cell>, [about, given]: [About, Cell], label: string): void {
	const before = all.get(about);
	if (!before || isBlank(before.value)) {
		all.set(about, given);
		return;
	}
	if (isBlank(given.value) || textOf(given.value) === textOf(before.value)) return;
	throw new UsageError(
		`The input columns "${before.column}" and "${given.column}" are both for ${label}, and differ: remove one of them.`,
	);
}

type Values = ReturnType<GivenValues['joined']>;

/** Why an item is not whole, told by whatever reads the parameters that are missing. */
export interface Incomplete {
	readonly names: ReadonlySet<string>;
	readonly error: UsageError;
}

/** The parameters of a form, as a user would have filled them in. */
export type Filled = Readonly<Record<string, unknown>>;

/** Reads the columns of items into the parameters of a form. */
export class ColumnReader {
	/** The columns of all items that no field has the name of. */
	readonly unused = new Set<string>();
	/** Of these, what they may be meant for. */
	readonly notes = new Map<string, string>();

	constructor(
		private readonly filling: Filling,
		private readonly fillables: readonly Fillable[],
		private readonly finder: ColumnFinder,
		/** Whether each column was chosen for what it fills. */
		private readonly areChosen: boolean,
	) {}

	/**
	 * @param row the input's columns, or the mapper's.
	 * @returns what they fill in, and what is missing: all else that is wrong is told beside it.
	 * @throws UsageError where a column's meaning is not certain.
	 */
	read(row: IDataObject, item: Item): { values: Filled; incomplete?: Incomplete } {
		const given = new GivenValues();
		const customs = this.filling.record.customs?.property;
		const problems = new Problems();
		for (const [column, value] of Object.entries(row)) {
			if (column === customs && isObject(value)) {
				// Simplified output has them by name in an object of their own.
				for (const [name, each] of Object.entries(value)) {
					problems.try(() => given.add(`${column}.${name}`, each, this.finder.findCustom(name)));
				}
			} else problems.try(() => given.add(column, value, this.target(column)));
		}
		problems.try(() => given.settle());
		for (const column of given.unused) {
			this.unused.add(column);
			const labels = this.finder.aliasedBy(column);
			if (labels.length > 0) this.notes.set(column, aliasNote(column, labels));
			for (const each of this.finder.passedOver(column)) {
				if (!given.customs.has(each)) this.notes.set(column, passedOverNote(column, each));
			}
		}
		problems.assertNone();
		const fields = given.joined();
		const incomplete = this.incomplete(given, fields, item);
		return { values: this.filled(fields, given), ...(incomplete && { incomplete }) };
	}

	/** @throws UsageError for a custom field that there is not. */
	private target(column: string): Target | undefined {
		const target = this.finder.find(column);
		if (target || !this.areChosen || !column.startsWith(CUSTOM)) return target;
		throw new UsageError(
			`${this.filling.mapper.label}: no custom field of the ${this.filling.record.one} that can be written has the key of "${column}": refresh the list in the menu of ${this.filling.mapper.label}.`,
		);
	}

	/** What is missing is told at once, and what the input has under names that no field has. */
	private incomplete(given: GivenValues, fields: Values, item: Item): Incomplete | undefined {
		const { customs, unused } = given;
		const { record, changes, collection } = this.filling;
		const others = unused.length > 0 ? ` ${unusedColumns(unused, record)}` : '';
		const missing = this.fillables.filter((each) => isRequired(each.field) && !fields.has(each));
		if (missing.length > 0) {
			const names = missing.map(({ field: { label, key } }) => `${label} (${key})`);
			const what = changes ? `each change of ${article(record.one)}` : `each new ${record.one}`;
			return {
				names: new Set(missing.map(({ field, within = field.name }) => within)),
				error: new UsageError(
					`No column of this ${kindOfItem(item)} gives ${listed(names)}, which ${what} needs.${others}`,
				),
			};
		}
		// An item whose columns all have other names would otherwise become an empty record.
		const isGiven = [...fields.keys()].some(({ field }) => !isIdentity(field)) || customs.size > 0;
		if (isGiven || (changes && !isEmpty(item.get(FIELDS_TO_CLEAR)))) return undefined;
		const what = changes ? 'Nothing to change in the' : 'Nothing for the new';
		return {
			names: new Set([collection]),
			error: new UsageError(
				`${what} ${record.one}: no column of this ${kindOfItem(item)} gives a value for one of its fields.${others}`,
			),
		};
	}

	private filled(fields: Values, { customs }: GivenValues): Filled {
		const parameters: IDataObject = {};
		const { collection } = this.filling;
		const inner: IDataObject = {};
		for (const [{ field, within }, value] of fields) {
			setOwn(within === undefined ? parameters : inner, field.name, value);
		}
		if (customs.size > 0) {
			const value: IDataObject = {};
			for (const [{ id }, each] of customs) setOwn(value, id, each.value);
			parameters[CUSTOM_FIELDS] = {
				mappingMode: 'defineBelow',
				value,
				schema: [...customs.keys()],
			};
		}
		return { ...parameters, [collection]: inner };
	}
}
