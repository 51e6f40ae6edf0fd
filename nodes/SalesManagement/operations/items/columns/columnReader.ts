import type { IDataObject } from 'n8n-workflow';
import {
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
	groupedBy,
	holdsNothing,
	isBlank,
	isObject,
	listed,
	own,
	Problems,
	setOwn,
	textOf,
	trimmed,
	UsageError,
} from '../../../shared';
import {
	CUSTOM_FIELDS,
	FIELDS_TO_CLEAR,
	isFromColumns,
	matchedId,
	OWN_ID,
} from '../../form/columns';
import {
	article,
	unusedColumns,
	withField,
	type ColumnNotes,
	type Filling,
	type Form,
} from '../../model';
import { kindOfItem } from '../row/identity';
import { CONSTANT, type ColumnRules, type TargetCell } from './columnRules';
import type { ColumnFinder, ColumnTarget, Fillable, FormFillable } from './fieldOfColumn';
import { joinedCell, cellText, type PartCell } from './joined';

/** The fields of a form that columns can fill, if the interface knows them. */
export const fillablesOf = (
	{ fields, collections }: Form,
	filling: Filling,
	version: Item['version'],
	matchBy: unknown,
): FormFillable[] => {
	const among = (all: readonly Field[], collection?: string): FormFillable[] =>
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
const isEmpty = (value: unknown) => holdsNothing(trimmed(value));

/** Whether a field only identifies the record, so that giving it changes nothing. */
const isIdentity = (field: Field) => field.in === 'path' || field.key === 'id';

/** A cell with a value for a field. */
type FilledCell = Cell & ColumnTarget;

/** Whether a cell fills a field. An empty value clears a custom field, as in the mapper of custom fields. */
const isFilled = (cell: TargetCell): cell is FilledCell =>
	cell.fillable !== undefined &&
	cell.value !== undefined &&
	(cell.fillable.custom !== undefined || !isEmpty(cell.value));

const isPart = (cell: FilledCell): cell is FilledCell & PartCell => cell.part !== undefined;

/** Whether a value looks like an ID or a list of IDs. */
const areIds = (value: unknown) => /^[["]*[1-9][\d,"\s\]]*$/.test(trimmed(textOf(value)));

/** The one cell that fills a field: of several, the one that is not empty. */
function onlyCell(
	cells: readonly FilledCell[],
	{ label }: Field,
	item: Item,
): FilledCell | undefined {
	const [first, ...others] = cells.filter(({ value }) => !isBlank(trimmed(value)));
	const other = first && others.find((each) => cellText(each) !== cellText(first));
	if (!other) return first ?? cells.at(-1);
	throw new UsageError(
		`The input columns "${first.column}" and "${other.column}" are both for ${label}, and differ: remove one of them${kindOfItem(item) === 'row' ? ' or list it under Ignore Columns' : ''}.`,
	);
}

/** The columns of an item, read into parameters. */
export interface ColumnsRead extends Pick<Item, 'error' | 'unused' | 'constants'> {
	/** The parameters of the form, as a user would fill them in. */
	readonly values: IDataObject;
}

/** Reads the columns of items into the parameters of a form. */
export class ColumnReader {
	constructor(
		private readonly filling: Filling,
		private readonly finder: ColumnFinder,
		private readonly rules: ColumnRules,
		private readonly notes: ColumnNotes,
	) {}

	/** @param row the columns of the input, or the values of the mapper. */
	read(row: IDataObject, item: Item): ColumnsRead {
		const problems = new Problems();
		const cells = this.rules.cellsIn(row, problems);
		const fields = new Map<Fillable, unknown>();
		for (const [fillable, some] of groupedBy(cells.filter(isFilled), (cell) => cell.fillable)) {
			const value = problems.try(() => this.valueOf(fillable, some, item));
			if (value !== undefined) fields.set(fillable, value);
		}
		const unused = cells
			.filter(({ fillable, column }) => !fillable && column !== IMPORT_ERROR)
			.map(({ column }) => column);
		for (const column of unused) this.notes.unused.add(column);
		const constants = cells.flatMap(({ column, fillable }) =>
			column === CONSTANT && !fillable?.custom ? (fillable?.field.key ?? []) : [],
		);
		const values = this.parametersOf(fields);
		try {
			problems.assertNone();
			this.assertWhole(fields, unused, item);
			return { values, unused, constants };
		} catch (error) {
			return { values, error };
		}
	}

	/** The value of a field. If both names and IDs are given, it holds both, to be compared. */
	private valueOf({ field, custom }: Fillable, cells: readonly FilledCell[], item: Item): unknown {
		const { notes } = this;
		const { areChosen } = this.rules.settings;
		for (const { column, value, part } of cells) {
			if (value instanceof Error) throw value;
			if (!part) notes.fill(field.label, column);
		}
		const only = (isId: boolean) =>
			onlyCell(
				cells.filter(({ way, part }) => !part && (way === 'id') === isId),
				field,
				item,
			);
		const ids = only(true);
		const named = only(false);
		const parts = cells.filter(isPart);
		const name = parts.length > 0 ? joinedCell(field, parts, named, notes) : named;
		const cell = ids ?? name;
		if (!cell) return undefined;
		const inWay = ({ value }: Cell, way?: Way) => {
			if (areChosen && !custom) return unwrap(value);
			const isNamed = named?.isForeign && isObject(value);
			return givenBy(way, isNamed ? (own(value, 'name') ?? textOf(value)) : value);
		};
		const nameIn = name && inWay(name, named?.way);
		const value = ids ? inWay(ids, 'id') : nameIn;
		const { key, lookup, label, type } = field;
		const refers = (lookup ?? type.lookup) !== undefined || type === linksType;
		// The record's own ID refers to no other record.
		const isChosen = areChosen || cell.column === CONSTANT;
		if (!isChosen && key !== 'id' && (ids ? !name : refers && areIds(value))) {
			notes.asIds.add(withField(cell.column, label));
		}
		if (!ids || !name) return value;
		const columns = {
			ids: { column: ids.column, value: ids.value },
			names: { column: name.column, value: nameIn },
		};
		return { __rl: true, mode: 'id', value: ids.value, columns } satisfies Located;
	}

	/**
	 * Otherwise an item whose columns all have other names would become an empty record.
	 * @throws UsageError for missing values; it names the columns that fill no field.
	 */
	private assertWhole(
		fields: ReadonlyMap<Fillable, unknown>,
		unused: readonly string[],
		item: Item,
	): void {
		const { record, collection } = this.filling;
		const given = Array.from(fields.keys(), ({ field }) => field);
		const hasId = given.includes(matchedId);
		const changes = hasId || collection === 'updateFields';
		const lacking = this.finder.fillables.filter(
			(each) => !hasId && isRequired(each.field) && !fields.has(each),
		);
		for (const { label } of lacking) this.notes.missing.add(label);
		const missing = lacking.map(({ label, value }) => `${label} (${value})`);
		const isGiven = !given.every(isIdentity) || (changes && !isEmpty(item.get(FIELDS_TO_CLEAR)));
		if (missing.length === 0 && isGiven) return;
		const what = missing.length > 0 ? listed(missing) : 'at least one field';
		const whose = changes ? `each change of ${article(record.one)}` : `each new ${record.one}`;
		const kind = kindOfItem(item);
		const advice =
			kind === 'row'
				? ' Fill its cell, or give it a column or a value under Column Mapping. If these are not the columns of the file, check Header Row, Separator and Encoding under File Options.'
				: '';
		throw new UsageError(
			`No column of this ${kind} gives ${what}, which ${whose} needs.${advice}${unusedColumns(unused, record.one)}`,
		);
	}

	private parametersOf(fields: ReadonlyMap<Fillable, unknown>): IDataObject {
		const parameters: IDataObject = {};
		const inner: IDataObject = {};
		const customs: Array<readonly [CustomField, unknown]> = [];
		for (const [{ field, collection, custom }, value] of fields) {
			if (custom) customs.push([custom, value]);
			else setOwn(collection === undefined ? parameters : inner, field.name, value);
		}
		if (customs.length > 0) {
			const value = Object.fromEntries(customs.map(([{ key }, each]) => [key, each]));
			const schema = customs.map(([custom]) => toColumn(custom));
			parameters[CUSTOM_FIELDS] = { mappingMode: 'defineBelow', value, schema };
		}
		return { ...parameters, [this.filling.collection]: inner };
	}
}
