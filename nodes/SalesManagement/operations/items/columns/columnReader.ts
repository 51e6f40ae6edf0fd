import type { IDataObject } from 'n8n-workflow';
import {
	CUSTOM,
	givenBy,
	isKnownTo,
	isRequired,
	linksType,
	namesOf,
	unwrap,
	type Cell,
	type CustomField,
	type Field,
	type Item,
	type Located,
	type Way,
} from '../../../fields';
import { IMPORT_ERROR } from '../../../files';
import { toColumn } from '../../../lookups/customFields';
import {
	holdsNothing,
	isBlank,
	listed,
	Problems,
	setOwn,
	textOf,
	trimmed,
	UsageError,
} from '../../../shared';
import { OWN_ID, matchedId } from '../../form/bulk';
import { CUSTOM_FIELDS, FIELDS_TO_CLEAR, isFromColumns } from '../../form/columns';
import { article, unusedColumns, type ColumnNotes, type Filling, type Form } from '../../model';
import { kindOfItem } from '../row/identity';
import type { ColumnRules, TargetCell } from './columnRules';
import type { ColumnFinder, Fillable, ColumnTarget } from './fieldOfColumn';
import { addressCells, isAddress, joinedText, nameCells, signIn, type PartCell } from './joined';

/** The fields of a form that columns can fill, if the interface knows them. */
export const fillablesOf = (
	{ fields, collections }: Form,
	filling: Filling,
	version: Item['version'],
	matchBy: unknown,
): Fillable[] => {
	const among = (all: readonly Field[], collection?: string): Fillable[] =>
		all
			.filter((field) => isKnownTo(field, version) && (field !== matchedId || matchBy === OWN_ID))
			.map((field) => ({
				field,
				collection,
				value: field.key,
				label: field.label,
				aliases: namesOf(field),
			}));
	const top = fields.filter(({ name }) => name !== CUSTOM_FIELDS && isFromColumns(filling, name));
	const inner = collections.find(({ name }) => name === filling.collection);
	return [...among(top), ...among(inner?.fields ?? [], filling.collection)];
};

/** Whether a cell is empty: blanks alone and empty lists count as nothing. */
const isEmpty = (value: unknown): boolean => holdsNothing(trimmed(value));

/** Whether a field only identifies the record, so that giving it changes nothing. */
const isIdentity = (field: Field): boolean => field.in === 'path' || field.key === 'id';

/** The value of each field. */
type FieldValues = ReadonlyMap<Fillable, unknown>;

interface Given extends Cell {
	readonly way?: Way;
}

/** The cells of one field: a name or any value, IDs, and the parts of a value. */
type Cells = Partial<Record<'name' | 'ids', Given>> & { parts?: PartCell[] };

/** The values that the columns of one item give, one for each field. */
class GivenValues {
	readonly customs = new Map<CustomField, Cell>();
	readonly unused: string[] = [];
	private readonly cells = new Map<Fillable, Cells>();

	/** @param isRow whether they are of a file. */
	constructor(
		private readonly notes: ColumnNotes,
		private readonly isRow: boolean,
	) {}

	add({ column, value, target }: TargetCell): void {
		const cell = { column, value };
		if (target === undefined) {
			if (column !== IMPORT_ERROR) this.unused.push(column);
		} else if (value === undefined) return;
		else if (value instanceof Error) throw value;
		else if ('custom' in target) {
			// An empty value clears a custom field, as in the mapper of custom fields.
			const { custom } = target;
			this.notes.fill(custom.name, column);
			this.customs.set(custom, filledCell(this.customs.get(custom), cell, custom.name, this.isRow));
		} else if (!isEmpty(value)) {
			const { fillable, way, part } = target;
			const by = way === 'id' ? 'ids' : 'name';
			const cells = this.cells.get(fillable) ?? {};
			this.cells.set(fillable, cells);
			if (part) (cells.parts ??= []).push({ ...cell, part });
			else {
				cells[by] = filledCell(cells[by], { ...cell, way }, fillable.label, this.isRow);
				this.notes.fill(fillable.label, column);
			}
		}
	}

	/**
	 * The value of each field. If both names and IDs are given, the value holds both, to be compared.
	 * @param areChosen whether the user mapped the columns, so that their names say nothing about their values.
	 */
	valuesByField(areChosen: boolean): FieldValues {
		const { notes } = this;
		const values = new Map<Fillable, unknown>();
		const tell = ({ column }: Cell, label: string) => {
			if (!areChosen) notes.asIds.add(`${JSON.stringify(column)} (${label})`);
		};
		for (const [{ name, itemType }, cell] of this.customs) {
			if (itemType === 'user' && areIds(cell.value)) tell(cell, name);
		}
		for (const [fillable, { name: given, ids, parts }] of this.cells) {
			const name = parts ? this.joined(fillable, parts, given) : given;
			const inWay = ({ way, value }: Given) => (areChosen ? unwrap(value) : givenBy(way, value));
			const cell = ids ?? name;
			if (!cell) continue;
			const alone = inWay(cell);
			const both: Located | undefined = ids &&
				name && {
					__rl: true,
					mode: 'id',
					value: ids.value,
					columns: { ids, names: { ...name, value: inWay(name) } },
				};
			const value = both ?? alone;
			if (value !== undefined) values.set(fillable, value);
			const { key, lookup, type } = fillable.field;
			const refers = lookup !== undefined || type === linksType;
			// The record's own ID refers to no other record.
			if (key !== 'id' && (ids ? !name : refers && areIds(alone))) tell(cell, fillable.label);
		}
		return values;
	}

	/** The cell of a field whose value stands in several columns, if they give one. */
	private joined(
		{ field, label }: Fillable,
		parts: readonly PartCell[],
		whole?: Cell,
	): Given | undefined {
		const cells = isAddress(field) ? addressCells(parts) : nameCells(parts, whole);
		for (const each of parts) {
			if (cells.includes(each)) this.notes.fill(label, each.column);
			else if (isAddress(field) || !textOf(whole?.value).includes(textOf(trimmed(each.value)))) {
				this.notes.passedOver.add(each.column);
			}
		}
		const [first] = cells;
		return (
			first && {
				column: first.column,
				value: cells.length > 1 ? joinedText(cells, signIn(field)) : first.value,
			}
		);
	}
}

/** Whether a value looks like an ID or a list of IDs. */
const areIds = (value: unknown): boolean => /^[["]*[1-9][\d,"\s\]]*$/.test(trimmed(textOf(value)));

/** If two columns fill one field, the non-empty one wins. */
function filledCell(before: Given | undefined, given: Given, label: string, isRow: boolean): Given {
	if (!before || isBlank(trimmed(before.value))) return given;
	const other = trimmed(given.value);
	if (isBlank(other) || textOf(other) === textOf(trimmed(before.value))) return before;
	throw new UsageError(
		`The input columns "${before.column}" and "${given.column}" are both for ${label}, and differ: remove one of them${isRow ? ' or list it under Ignore Columns' : ''}.`,
	);
}

/** The columns of an item, read into parameters. */
export interface ColumnsRead {
	/** The parameters of the form, as a user would fill them in. */
	readonly values: IDataObject;
	/** The error if a required value is missing or a column is wrong. */
	readonly error?: unknown;
	readonly unused?: readonly string[];
}

/** Reads the columns of items into the parameters of a form. */
export class ColumnReader {
	constructor(
		private readonly filling: Filling,
		private readonly finder: ColumnFinder,
		/** The rules for columns that fill the field of their name; absent where the user mapped each in the mapper. */
		private readonly rules: ColumnRules | undefined,
		private readonly notes: ColumnNotes,
	) {}

	private get areChosen(): boolean {
		return this.rules === undefined;
	}

	/** @param row the columns of the input, or the values of the mapper. */
	read(row: IDataObject, item: Item): ColumnsRead {
		const given = new GivenValues(this.notes, item.rowOf !== undefined);
		const problems = new Problems();
		for (const cell of this.rules?.mappedCells(row) ?? []) problems.try(() => given.add(cell));
		for (const [column, value] of Object.entries(row)) {
			problems.try(() => {
				const cell = this.rules
					? this.rules.cellOf(column, value)
					: { column, value, target: this.target(column) };
				if (cell) given.add(cell);
			});
		}
		const fields = given.valuesByField(this.areChosen);
		for (const column of given.unused) this.notes.unused.add(column);
		const values = this.parametersOf(fields, given);
		try {
			problems.assertNone();
			this.assertWhole(given, fields, item);
			return { values, unused: given.unused };
		} catch (error) {
			return { values, error };
		}
	}

	/** @throws UsageError for a custom field of the mapper that no longer exists. */
	private target(column: string): ColumnTarget | undefined {
		const target = this.finder.find(column);
		if (target || !column.startsWith(CUSTOM)) return target;
		throw new UsageError(
			`${this.filling.mapper.label}: no custom field of the ${this.filling.record.one} that can be written has the key of "${column}": refresh the list in the menu of ${this.filling.mapper.label}.`,
		);
	}

	/**
	 * Otherwise an item whose columns all have other names would become an empty record.
	 * @throws UsageError for missing values; it names the columns that fill no field.
	 */
	private assertWhole({ customs, unused }: GivenValues, fields: FieldValues, item: Item): void {
		const { record, collection } = this.filling;
		const hasId = [...fields.keys()].some(({ field }) => field === matchedId);
		const changes = hasId || collection === 'updateFields';
		const lacking = this.finder.fillables.filter(
			(each) => !hasId && isRequired(each.field) && !fields.has(each),
		);
		for (const { label } of lacking) this.notes.missing.add(label);
		const missing = lacking.map(({ label, value }) => `${label} (${value})`);
		const isGiven =
			customs.size > 0 ||
			[...fields.keys()].some(({ field }) => !isIdentity(field)) ||
			(changes && !isEmpty(item.get(FIELDS_TO_CLEAR)));
		if (missing.length === 0 && isGiven) return;
		const what = missing.length > 0 ? listed(missing) : 'at least one field';
		const whose = changes ? `each change of ${article(record.one)}` : `each new ${record.one}`;
		const kind = kindOfItem(item);
		const advice = kind === 'row' ? ' Under Column Mapping, give it a column or a value.' : '';
		throw new UsageError(
			`No column of this ${kind} gives ${what}, which ${whose} needs.${advice}${unusedColumns(unused, record.one)}`,
		);
	}

	private parametersOf(fields: FieldValues, { customs }: GivenValues): IDataObject {
		const parameters: IDataObject = {};
		const { collection } = this.filling;
		const inner: IDataObject = {};
		for (const [{ field, collection }, value] of fields) {
			setOwn(collection === undefined ? parameters : inner, field.name, value);
		}
		if (customs.size > 0) {
			const value = Object.fromEntries(Array.from(customs, ([{ key }, cell]) => [key, cell.value]));
			const schema = Array.from(customs.keys(), toColumn);
			parameters[CUSTOM_FIELDS] = { mappingMode: 'defineBelow', value, schema };
		}
		return { ...parameters, [collection]: inner };
	}
}
