/** The settings for columns, where the names of these are not enough. */
import type { IDataObject } from 'n8n-workflow';
import { folded, readOnce, type Item } from '../../../fields';
import { isBlank, own, quoted, textOf, trimmed, UsageError } from '../../../shared';
import { columnNames, columnOptions, mappingControls } from '../../form/mapping';
import type { ColumnFinder, ColumnTarget } from './fieldOfColumn';
import { joinedText, signIn } from './joined';

/** A field that people map, with the columns from which it comes and the value for rows without. */
interface MappedField {
	readonly target: ColumnTarget;
	readonly columns: readonly string[];
	readonly value: unknown;
}

/** One cell for one field. */
export interface TargetCell {
	readonly column: string;
	readonly value: unknown;
	readonly target: ColumnTarget | undefined;
}

/** The field or custom field of a target, which is the same object for all of its columns. */
const fieldOf = (target: ColumnTarget) => ('custom' in target ? target.custom : target.fillable);

/** The sign between the columns of a text; `undefined` for a field of another type, which takes one column. */
function signBetween(target: ColumnTarget): string | undefined {
	if ('custom' in target) return /^text/.test(target.custom.itemType ?? 'text') ? ' ' : undefined;
	const { field } = target.fillable;
	const isText = field.lookup === undefined && field.type.valueKind === 'text';
	return isText ? signIn(field) : undefined;
}

/** The settings of a form for its columns: the same for all items. */
export class ColumnRules {
	private readonly mapped: readonly MappedField[];
	/** The columns that only the mapping reads, or nothing. */
	private readonly taken: ReadonlySet<string>;
	private readonly fields: ReadonlySet<unknown>;
	private readonly onlyMapped: boolean;
	private readonly replaced = new Map<unknown, ReadonlyMap<string, string>>();

	/** @throws UsageError for a field that does not exist. */
	constructor(
		private readonly finder: ColumnFinder,
		private readonly settings: ColumnSettings,
	) {
		const { mapping, options } = settings;
		this.mapped = mapping.map(({ field, columns, value }) => ({
			target: this.named(field, 'Column Mapping'),
			columns: columnNames(columns ?? []),
			value,
		}));
		this.taken = new Set([
			...this.mapped.flatMap(({ columns }) => columns),
			...(options?.ignoreColumns ?? []),
		]);
		this.fields = new Set(this.mapped.map(({ target }) => fieldOf(target)));
		this.onlyMapped = options?.onlyMappedColumns ?? false;
		for (const { field, from, to } of options?.replaceValues ?? []) {
			const key = fieldOf(this.named(field, 'Replace Values'));
			const words = new Map(this.replaced.get(key));
			this.replaced.set(key, words.set(folded(textOf(from)), textOf(to)));
		}
	}

	/** The settings that the later reading of an item has to know. */
	get forItem(): Pick<Item, 'skipped' | 'constants' | 'dateOrder'> {
		const { ifNameNotFound, dateOrder } = this.settings.options ?? {};
		return {
			skipped: ifNameNotFound === 'skip' ? 'optional' : 'unlisted',
			dateOrder: dateOrder === 'day' || dateOrder === 'month' ? dateOrder : undefined,
			constants: this.mapped.flatMap(({ target, columns }) =>
				columns.length === 0 && 'fillable' in target ? target.fillable.field.key : [],
			),
		};
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

	/** @throws UsageError for a column of the mapping that no row has. */
	assertColumns(rows: readonly IDataObject[]): void {
		const wanted = this.mapped.flatMap(({ columns }) => columns);
		const missing = wanted.find((column) => !rows.some((row) => Object.hasOwn(row, column)));
		if (missing === undefined) return;
		const names = [...new Set(rows.slice(0, 100).flatMap(Object.keys))];
		throw new UsageError(
			`Column Mapping: no column is called ${quoted(missing)}. There are ${names.map(quoted).join(', ')}.`,
		);
	}

	/** The cells of a row for the fields that people mapped. */
	*mappedCells(row: IDataObject): Generator<TargetCell> {
		for (const { target, columns, value } of this.mapped) {
			const cells = columns.map((column) => ({ column, value: own(row, column) }));
			const filled = cells.filter((cell) => !isBlank(trimmed(cell.value)));
			const [first = cells[0]] = filled;
			const sign = signBetween(target);
			if (filled.length === 0 && !isBlank(value)) {
				yield { column: 'Value under Column Mapping', value, target };
			} else if (filled.length > 1 && sign !== undefined) {
				const column = filled.map((cell) => cell.column).join(' + ');
				yield this.replace({ column, value: joinedText(filled, sign), target });
			} else if (first) yield this.replace({ ...first, target });
		}
	}

	/**
	 * The cell of a column for the field of its name; `undefined` if people ignore it or use it elsewhere.
	 * @throws UsageError for a name of several fields.
	 */
	cellOf(column: string, value: unknown): TargetCell | undefined {
		if (this.onlyMapped || this.taken.has(column)) return undefined;
		const target = this.finder.find(column);
		const isMapped = target !== undefined && this.fields.has(fieldOf(target));
		return this.replace({ column, value, target: isMapped ? undefined : target });
	}

	private replace(cell: TargetCell): TargetCell {
		const words = cell.target && this.replaced.get(fieldOf(cell.target));
		const word = words?.get(folded(textOf(cell.value)));
		return word === undefined ? cell : { ...cell, value: word };
	}
}

export type ColumnSettings = ReturnType<typeof columnSettings>;

/** The settings as people entered them. */
export const columnSettings = (items: readonly Item[]) => ({
	mapping: readOnce(mappingControls, items)?.columnMapping ?? [],
	options: readOnce(columnOptions, items),
});
