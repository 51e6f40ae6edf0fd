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
import type { RecordDescription } from '../../../records';
import {
	holdsNothing,
	isBlank,
	listed,
	listedUpTo,
	Problems,
	setOwn,
	textOf,
	trimmed,
	UsageError,
} from '../../../shared';
import { OWN_ID, matchedId } from '../../form/bulk';
import { CUSTOM_FIELDS, FIELDS_TO_CLEAR, isFromColumns } from '../../form/columns';
import { article, type Filling, type Form } from '../../model';
import { kindOfItem } from '../row/identity';
import type { ColumnFinder, Fillable, ColumnTarget } from './fieldOfColumn';

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

/** The most columns that a message names. */
const SHOWN = 20;

/** A sentence about columns that fill no field, to follow another sentence; empty if there are none. */
export function unusedColumns(names: readonly string[] = [], { one }: RecordDescription): string {
	if (names.length === 0) return '';
	const shown = listedUpTo(
		SHOWN,
		names.map((each) => JSON.stringify(each)),
	);
	return ` These columns of the input fill no field of the ${one} and are not sent: ${shown}.`;
}

/** A sentence about columns that were read as IDs: IDs of another system would mean other records here. */
export const readAsIds = (columns: readonly string[]): string =>
	`Read as IDs of this service: ${listedUpTo(SHOWN, columns)}. Where they are those of another system, remove these columns or give names.`;

/** The columns of all items that a hint tells the user about. */
export interface ColumnNotes {
	/** The columns that fill no field. */
	readonly unused: Set<string>;
	/** The columns that were read as IDs of other records, without a column of names that confirms them. */
	readonly asIds: Set<string>;
}

/** The value of each field. */
type FieldValues = ReadonlyMap<Fillable, unknown>;

interface Given extends Cell {
	readonly way?: Way;
}

/** The cells of one field: a name or any value, and IDs. */
type Cells = Partial<Record<'name' | 'ids', Given>>;

/** The values that the columns of one item give, one for each field. */
class GivenValues {
	readonly customs = new Map<CustomField, Cell>();
	readonly unused: string[] = [];
	private readonly cells = new Map<Fillable, Cells>();

	add(column: string, value: unknown, target: ColumnTarget | undefined): void {
		const cell = { column, value };
		if (target === undefined) {
			if (column !== IMPORT_ERROR) this.unused.push(column);
		} else if (value === undefined) return;
		else if ('custom' in target) {
			// An empty value clears a custom field, as in the mapper of custom fields.
			const { custom } = target;
			this.customs.set(custom, filledCell(this.customs.get(custom), cell, custom.name));
		} else if (!isEmpty(value)) {
			const { fillable, way } = target;
			const by = way === 'id' ? 'ids' : 'name';
			const cells = this.cells.get(fillable) ?? {};
			this.cells.set(fillable, cells);
			cells[by] = filledCell(cells[by], { ...cell, way }, fillable.label);
		}
	}

	/**
	 * The value of each field. If both names and IDs are given, the value holds both, to be compared.
	 * @param areChosen whether the user mapped the columns, so that their names say nothing about their values.
	 * @param asIds gets the columns that were read as IDs of other records.
	 */
	valuesByField(areChosen: boolean, asIds: Set<string>): FieldValues {
		const values = new Map<Fillable, unknown>();
		const tell = ({ column }: Cell, label: string) =>
			asIds.add(`${JSON.stringify(column)} (${label})`);
		for (const [{ name, itemType }, cell] of this.customs) {
			if (itemType === 'user' && areIds(cell.value)) tell(cell, name);
		}
		for (const [fillable, { name, ids }] of this.cells) {
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
}

/** Whether a value looks like an ID or a list of IDs. */
const areIds = (value: unknown): boolean => /^[["]*[1-9][\d,"\s\]]*$/.test(trimmed(textOf(value)));

/** If two columns fill one field, the non-empty one wins. */
function filledCell(before: Given | undefined, given: Given, label: string): Given {
	if (!before || isBlank(trimmed(before.value))) return given;
	const other = trimmed(given.value);
	if (isBlank(other) || textOf(other) === textOf(trimmed(before.value))) return before;
	throw new UsageError(
		`The input columns "${before.column}" and "${given.column}" are both for ${label}, and differ: remove one of them.`,
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
		/** Whether the user mapped each column, instead of leaving it to their names. */
		private readonly areChosen: boolean,
		private readonly notes: ColumnNotes,
	) {}

	/** @param row the columns of the input, or the values of the mapper. */
	read(row: IDataObject, item: Item): ColumnsRead {
		const given = new GivenValues();
		const problems = new Problems();
		for (const [column, value] of Object.entries(row)) {
			problems.try(() => given.add(column, value, this.target(column)));
		}
		const fields = given.valuesByField(this.areChosen, this.notes.asIds);
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

	/** @throws UsageError for a mapped custom field that no longer exists. */
	private target(column: string): ColumnTarget | undefined {
		const target = this.finder.find(column);
		if (target || !this.areChosen || !column.startsWith(CUSTOM)) return target;
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
		const missing = this.finder.fillables
			.filter((each) => !hasId && isRequired(each.field) && !fields.has(each))
			.map(({ label, value }) => `${label} (${value})`);
		const isGiven =
			customs.size > 0 ||
			[...fields.keys()].some(({ field }) => !isIdentity(field)) ||
			(changes && !isEmpty(item.get(FIELDS_TO_CLEAR)));
		if (missing.length === 0 && isGiven) return;
		const what = missing.length > 0 ? listed(missing) : 'at least one field';
		const whose = changes ? `each change of ${article(record.one)}` : `each new ${record.one}`;
		throw new UsageError(
			`No column of this ${kindOfItem(item)} gives ${what}, which ${whose} needs.${unusedColumns(unused, record)}`,
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
