/** The custom fields that columns may mean: those that there are, whatever an editor saved once. */
import type { IDataObject } from 'n8n-workflow';
import { ServiceError, UsageError } from '../../api/errors/errors';
import { CUSTOM, type Column } from '../../fields';
import {
	completeOptions,
	customFieldsIn,
	isWritable,
	toColumn,
	type CustomField,
	type FieldScope,
	type NameSources,
} from '../../lists';
import type { RecordDescription } from '../../records/record';
import { isBlank, isObject, own } from '../../values';
import { ColumnFinder, type Fillable } from './finder';

/** What custom fields are looked up for. */
export interface Wanted {
	readonly record: RecordDescription;
	readonly fillables: readonly Fillable[];
	/** The columns of the items that may mean one. */
	readonly rows: readonly IDataObject[];
	/** What an editor saved; absent where none did. */
	readonly saved?: readonly Column[];
	/** The list of the objects whose fields are wanted, of custom objects. */
	readonly objects?: () => FieldScope['objects'];
}

/** One page, as much as the labels of the output are read from. */
const ONE_PAGE = 1000;

const finderOf = ({ fillables, record }: Wanted, customs: readonly Column[]): ColumnFinder =>
	new ColumnFinder(fillables, customs, record);

const isRefused = (error: unknown): boolean =>
	error instanceof ServiceError && [401, 403].includes(error.status ?? 0);

/** Whether today's fields are needed to say what a column means, or what its value does. */
function isOpen(wanted: Wanted, finder: ColumnFinder, name: string, value: unknown): boolean {
	const { customs } = wanted.record;
	if (name === customs?.property && isObject(value)) return true;
	return !finder.isCertain(name) && !isBlank(name);
}

/**
 * The custom fields of a record as they are today, in one look-up, where a column needs them. What the
 * newest records show may lack some: then those that were saved count as well.
 */
export async function customsFor(wanted: Wanted, sources: NameSources): Promise<readonly Column[]> {
	const { record, rows, saved } = wanted;
	const { customs } = record;
	if (!customs) return [];
	const before = finderOf(wanted, saved ?? []);
	const open = rows.flatMap((row) =>
		Object.entries(row).flatMap(([name, value]) =>
			isOpen(wanted, before, name, value) ? name : [],
		),
	);
	if (open.length === 0) return saved ?? [];
	const objects = wanted.objects?.();
	const within = { records: customs.records.slice(0, 1), most: ONE_PAGE };
	const fields = await customFieldsIn(sources, record, {
		objects,
		...(saved && !objects && { within }),
	}).catch((error: unknown) => {
		// A key is the same field whatever there is today; who may not see that can still write it.
		if (saved && isRefused(error) && open.every((name) => name.startsWith(CUSTOM)))
			return undefined;
		throw error;
	});
	if (!fields) return saved ?? [];
	const savedIds = new Set(saved?.map(({ id }) => id));
	// Of a field whose key is all that is known, what was saved says more.
	const told = fields.filter((each) => each.itemType !== undefined || !savedIds.has(each.key));
	const known = await columnsOf(told, wanted, sources);
	if (!saved) return known;
	const isComplete = customs.property !== undefined && (await sources.settings()) !== undefined;
	return isComplete ? known : together(known, saved);
}

/** Fields as columns; the users are listed only for a column that names some. */
async function columnsOf(
	fields: readonly CustomField[],
	wanted: Wanted,
	{ own: source }: NameSources,
): Promise<Column[]> {
	const asColumns = (users: Parameters<typeof toColumn>[1]) =>
		fields.map((each) => ({ ...toColumn(each, users), readOnly: !isWritable(each) }));
	const people = fields.filter(({ itemType }) => itemType === 'user');
	const columns = asColumns([]);
	const finder = finderOf(wanted, columns);
	const namesUsers = wanted.rows.some((row) =>
		cellsOf(row, wanted).some(
			([name, value]) => !isBlank(value) && people.some(({ key }) => finder.mayBe(name, key)),
		),
	);
	return namesUsers ? asColumns(await completeOptions(source, 'user.getMany')) : columns;
}

/** The cells of an item, also those of an object with custom values by name. */
function cellsOf(row: IDataObject, { record: { customs } }: Wanted): Array<[string, unknown]> {
	const inner = customs?.property === undefined ? undefined : own(row, customs.property);
	return [...Object.entries(row), ...(isObject(inner) ? Object.entries(inner) : [])];
}

/** What is known today, and what was saved of all that it says nothing about. */
function together(known: readonly Column[], saved: readonly Column[]): Column[] {
	const byId = new Map(saved.map((each) => [each.id, each]));
	const ids = new Set(known.map(({ id }) => id));
	return [
		...known.map((each) => withOptions(each, byId.get(each.id)?.options)),
		...saved.filter(({ id }) => !ids.has(id)),
	];
}

function withOptions(column: Column, saved: Column['options'] = []): Column {
	if (!column.options) return column;
	const { options } = column;
	const isNew = (each: (typeof saved)[number]) =>
		!options.some(({ name, value }) => name === each.name || value === each.value);
	return { ...column, options: [...options, ...saved.filter(isNew)] };
}

/**
 * Says what is wrong where a column that the saved list knew as a custom field is none any more.
 * @returns `undefined` for a column that the saved list did not know either.
 */
export function outdated(
	wanted: Wanted,
	customs: readonly Column[],
): (name: string) => UsageError | undefined {
	const { saved } = wanted;
	if (!saved || saved === customs) return () => undefined;
	const before = finderOf(wanted, saved);
	return (name) => {
		const target = before.find(name);
		if (target?.kind !== 'custom') return undefined;
		const { id, displayName } = target.column;
		const today = customs.find((each) => each.id === id);
		const isCalculated = today?.readOnly === true;
		const named = today ? `is called "${today.displayName}" today` : 'is no longer there';
		const why = isCalculated ? 'is calculated by the service today' : named;
		return new UsageError(
			`The input column "${name}" is for the custom field "${displayName}" (${CUSTOM}${id}), which ${why}: the list of fields that was saved with this node is out of date. Open the node, refresh the list in the menu of Columns, check the columns and save the workflow.`,
		);
	};
}
