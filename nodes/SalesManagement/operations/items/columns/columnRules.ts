/** The settings for columns, where the names of these are not enough. */
import type { IDataObject } from 'n8n-workflow';
import {
	asColumnNames,
	CUSTOM,
	folded,
	readOnce,
	untypedType,
	type Cell,
	type Item,
} from '../../../fields';
import { CONTROLS } from '../../../records';
import {
	attempt,
	isBlank,
	own,
	quoted,
	remembered,
	textOf,
	trimmed,
	UsageError,
	type Problems,
} from '../../../shared';
import { matchedId } from '../../form/columns';
import { withField, type ColumnNotes } from '../../model';
import type { ColumnFinder, ColumnTarget, Fillable } from './fieldOfColumn';
import { joinedText, signIn } from './joined';

/** The columns from which a field comes, and the value for rows without. */
interface FieldSource {
	readonly target: ColumnTarget;
	readonly columns: readonly string[];
	readonly value?: unknown;
}

/** A cell, and the field that it fills, if there is one. */
export interface TargetCell extends Cell, Partial<ColumnTarget> {}

/** The name, in place of a column's, of a value that people entered. */
export const CONSTANT = 'Value under Column Mapping';

/**
 * The sign between the columns of a text; `undefined` for a field of another type, which takes one column, and for a
 * link, of which two are none.
 */
function signBetween({ field, custom }: Fillable): string | undefined {
	const isText = field.type.valueKind === 'text' || field.type === untypedType;
	return isText && custom?.itemType !== 'url' ? signIn(field) : undefined;
}

/** The values of a cell: Google writes several with a sign between them, of which a field takes the first. */
const valuesIn = (value: unknown, { fillable }: Partial<ColumnTarget>): unknown[] =>
	typeof value === 'string' && fillable && !fillable.field.form.typeOptions?.rows
		? value.split(' ::: ')
		: [value];

/** The settings of a form for its columns: the same for all items. */
export class ColumnRules {
	private readonly mapped: readonly FieldSource[];
	/** The columns that only the mapping reads, or nothing. */
	private readonly taken: ReadonlySet<string>;
	private readonly replaced = new Map<Fillable, Map<string, string>>();
	/** The field that each column fills by its name, if it fills one; `undefined` for a column that is not looked at. */
	private readonly targets = new Map<string, Partial<ColumnTarget> | undefined>();

	/** @throws UsageError for a field that does not exist. */
	constructor(
		private readonly finder: ColumnFinder,
		readonly settings: ColumnSettings,
		private readonly notes: ColumnNotes,
	) {
		const { mapping, options } = settings;
		this.mapped = mapping.map(({ field, columns, value }) => ({
			target: this.named(field, 'Column Mapping'),
			columns: asColumnNames(columns ?? []),
			value,
		}));
		this.taken = new Set([
			...this.mapped.flatMap(({ columns }) => columns),
			...(options?.ignoreColumns ?? []),
		]);
		for (const { columns } of this.mapped) for (const column of columns) this.noteMoved(column);
		for (const { field, from, to } of options?.replaceValues ?? []) {
			const key = this.named(field, 'Replace Values').fillable;
			remembered(this.replaced, key, () => new Map()).set(folded(textOf(from)), textOf(to));
		}
	}

	/** The settings that the later reading of an item has to know. */
	get forItem(): Pick<Item, 'skipped' | 'dateOrder'> {
		const { ifNameNotFound, dateOrder } = this.settings.options ?? {};
		const skipped = ifNameNotFound === 'skip' ? 'optional' : 'unlisted';
		return {
			skipped: this.settings.areChosen ? undefined : skipped,
			dateOrder: dateOrder === 'day' || dateOrder === 'month' ? dateOrder : undefined,
		};
	}

	/** Notes the field of a mapped column's own name, which it no longer fills. */
	private noteMoved(column: string): void {
		const named = attempt(() => this.finder.find(column))?.fillable;
		if (named && !this.mapped.some(({ target }) => target.fillable === named)) {
			this.notes.moved.add(withField(column, named.field.label));
		}
	}

	private named(field: unknown, label: string): ColumnTarget {
		const target = this.finder.find(textOf(field));
		if (target) return target;
		throw new UsageError(
			isBlank(field)
				? `${label}: choose the Field of each row.`
				: `${label}: there is no field ${quoted(field)} that can be written here. Choose one from the list.`,
		);
	}

	/** @throws UsageError for a column that these rules name and no row has, and for a column in place of a value. */
	assertColumns(rows: readonly IDataObject[]): void {
		const isColumn = (name: string) => rows.some((row) => Object.hasOwn(row, name));
		for (const { target, columns, value } of this.mapped) {
			if (columns.length > 0 || !isColumn(textOf(value))) continue;
			throw new UsageError(
				`Column Mapping: the Value of ${target.fillable.field.label} is the name of the column ${quoted(value)}: enter it under Columns.`,
			);
		}
		const { onlyMappedColumns, replaceValues = [] } = this.settings.options ?? {};
		const id = this.finder.fillables.find(({ field }) => field === matchedId);
		if (onlyMappedColumns && id && !this.mapped.some(({ target }) => target.fillable === id)) {
			throw new UsageError(
				'Only Mapped Columns ignores the IDs to match by: under Column Mapping, give ID its column, or match by another field.',
			);
		}
		for (const { from } of replaceValues) {
			this.notes.unmet.set(folded(textOf(from)), quoted(from));
		}
		const missing = [...this.taken].find((name) => !isColumn(name));
		if (missing === undefined) return;
		const names = [...new Set(rows.slice(0, 100).flatMap(Object.keys))];
		throw new UsageError(
			`Ignore Columns or Column Mapping: no column is called ${quoted(missing)}. There are ${names.map(quoted).join(', ')}.`,
		);
	}

	/** The cells of a row, each with the field that it fills. */
	cellsIn(row: IDataObject, problems: Problems): TargetCell[] {
		const cells: TargetCell[] = this.mapped.flatMap((source) => this.mappedCell(source, row));
		for (const column of Object.keys(row)) {
			const target = remembered(this.targets, column, () =>
				problems.try(() => this.targetOf(column)),
			);
			if (!target) continue;
			const [value, ...others] = valuesIn(row[column], target);
			cells.push(this.withWord({ column, value, ...target }));
			// The others are told as a column that fills no field.
			if (others.length > 0) cells.push({ column: `${column} (behind :::)`, value: others });
		}
		return cells;
	}

	/**
	 * The field of a column's name; `undefined` if people ignore the column or use it elsewhere.
	 * @throws UsageError for a name of several fields, and for a custom field of the mapper that no longer exists.
	 */
	private targetOf(column: string): Partial<ColumnTarget> | undefined {
		const { areChosen, options } = this.settings;
		if (options?.onlyMappedColumns || this.taken.has(column)) return undefined;
		const target = this.finder.find(column);
		if (!target && areChosen && column.startsWith(CUSTOM)) {
			throw new UsageError(
				`Columns: no custom field of the ${this.finder.record.one} that can be written has the key of "${column}": refresh the list in the menu of Columns.`,
			);
		}
		const isMapped = this.mapped.some((each) => each.target.fillable === target?.fillable);
		return isMapped ? {} : { ...target };
	}

	/** The one cell of a mapped field: the first that is filled, or the text of several. */
	private mappedCell(
		{ target, columns, value }: FieldSource,
		row: IDataObject,
	): TargetCell | TargetCell[] {
		const cells = columns.map((column): Cell => ({
			column,
			value: valuesIn(own(row, column), target)[0],
		}));
		const filled = cells.filter((cell) => !isBlank(trimmed(cell.value)));
		if (filled.length === 0 && !isBlank(value)) filled.push({ column: CONSTANT, value });
		const [cell = cells[0], ...others] = filled;
		if (!cell) return [];
		const sign = signBetween(target.fillable);
		if (others.length === 0 || sign === undefined) return this.withWord({ ...cell, ...target });
		const column = filled.map((each) => each.column).join(' + ');
		return this.withWord({ column, value: joinedText(filled, sign), ...target });
	}

	/** The same cell, with the word that people want for its own. */
	private withWord(cell: TargetCell): TargetCell {
		const words = cell.fillable && this.replaced.get(cell.fillable);
		if (!words) return cell;
		const word = folded(textOf(cell.value));
		this.notes.unmet.delete(word);
		return { ...cell, value: words.get(word) ?? cell.value };
	}
}

export type ColumnSettings = ReturnType<typeof columnSettings>;

/**
 * The settings as people entered them.
 * @param areChosen whether the user mapped each column in the mapper, so that their names say nothing about their
 * values.
 */
export const columnSettings = (items: readonly Item[], areChosen: boolean) => ({
	areChosen,
	mapping: readOnce(CONTROLS.columnMapping, items)?.columnMapping ?? [],
	options: readOnce(CONTROLS.columnOptions, items),
});
