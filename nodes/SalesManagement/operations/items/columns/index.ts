/**
 * Fills the form from the columns of the input. Each item then reads as if a user had filled in its form, so that
 * the code behind the form, looking up names included, treats both alike.
 */
import { inTimeSlices } from '../../../api/http/clock';
import { CUSTOM, mappingOf, pickedIn, type Item } from '../../../fields';
import { loadCustomFields } from '../../../lookups/catalog';
import { objectsOf } from '../../../lookups/customObjects';
import { hasOwnNames } from '../../../records';
import { attempt, distinctBy, groupedBy, own, textOf, UsageError } from '../../../shared';
import { CUSTOM_FIELDS } from '../../form/columns';
import type { Form, Run } from '../../model';
import { ColumnReader, fillablesOf, type ColumnsRead } from './columnReader';
import { columnSettings, ColumnRules, type ColumnSettings } from './columnRules';
import { ColumnFinder } from './fieldOfColumn';

/** @throws UsageError for rules beside a mapping of every column, which would ignore them. */
function assertNoRules({ mapping, options }: ColumnSettings): void {
	if (mapping.length === 0 && !Object.values(options ?? {}).some(Boolean)) return;
	throw new UsageError(
		'Column Mapping and Column Options need Map Automatically under Columns: choose that, or remove them.',
	);
}

/** Makes a test whether a column has a name of one of the form's standard fields. */
export function knownColumns({ filling, ...form }: Form, item: Item) {
	const finder =
		filling &&
		new ColumnFinder(fillablesOf(form, filling, item.version, item.get('matchBy')), filling.record);
	return (name: string) => attempt(() => finder?.find(name)) !== undefined;
}

/**
 * An item with its parameters from columns. Its properties are named one by one: V8 keeps those of a spread in a
 * table, which takes 2 KB an item instead of 0.2.
 * @param names the parameters that the columns replace.
 */
const fillItem = (
	{ index, rowOf, input, version, timezone, error, get }: Item,
	read: ColumnsRead,
	{ skipped, dateOrder }: ColumnRules['forItem'],
	names: ReadonlySet<string>,
): Item => ({
	index,
	rowOf,
	input,
	version,
	timezone,
	skipped,
	dateOrder,
	constants: read.constants,
	unused: read.unused,
	error: error ?? read.error,
	get: (name) => (names.has(name) ? own(read.values, name) : get(name)),
});

/**
 * The items of a run, with their fields filled in from the columns of the input. A hint names the columns that
 * fill no field. Custom fields are looked up, since they may have changed after the editor saved them.
 */
export async function fillItems(run: Run, form: Form): Promise<readonly Item[]> {
	const { items, sources } = run;
	const { filling } = form;
	const [first] = items;
	if (!filling || !first) return items;
	const { record, definition } = filling;
	const fillables = fillablesOf(form, filling, first.version, first.get('matchBy'));
	const { name, label, form: mapper } = filling.mapper;
	const mappingIn = (item: Item) => mappingOf(item.get(name) ?? mapper.default, label);
	const { isAuto, schema } = mappingIn(first);
	// The custom fields among the columns that the editor saved.
	const saved = schema
		.filter(({ id }) => id.startsWith(CUSTOM))
		.map(({ id, displayName: name, itemType, options = [] }) => ({
			key: id.slice(CUSTOM.length),
			name,
			itemType,
			options,
		}));
	const rowOf = (item: Item) =>
		isAuto ? item.input : pickedIn(mappingIn(item).value, item.saved, `${name}.value`);
	// Each definition of custom objects has fields of its own; the items of any other record form one group.
	const definitionOf = (item: Item) =>
		definition.map((name) => textOf(item.get(name)).trim()).join('');
	const settings = columnSettings(items, !isAuto);
	const { mapping, options } = settings;
	if (!isAuto) assertNoRules(settings);
	const chosen = [...mapping, ...(options?.replaceValues ?? [])].map(({ field }) => textOf(field));
	const names = new Set([
		filling.collection,
		CUSTOM_FIELDS,
		...fillables.flatMap(({ field, collection }) => (collection === undefined ? field.name : [])),
	]);
	const filled = new Map<Item, Item>();
	for (const [key, group] of groupedBy(items, definitionOf)) {
		const finder = new ColumnFinder(fillables, record);
		const mayBeCustom = (names: readonly string[]) =>
			names.some((name) => finder.mayBeCustom(name));
		if (mayBeCustom(chosen) || group.some((item) => mayBeCustom(Object.keys(rowOf(item))))) {
			// If the definition is missing, each item reports that later.
			const objects = hasOwnNames(record) && key !== '' ? objectsOf(key) : undefined;
			const { fields, isComplete } = await loadCustomFields(sources, record, { objects });
			// Without definitions, fields are known from the newest records, which may lack some that the editor saved.
			const all = [...fields, ...(isComplete ? [] : saved)];
			finder.customs = distinctBy(all, (each) => each.key);
		}
		const rules = new ColumnRules(finder, settings, run.columns);
		// The first rows of a file tell whether it has a column.
		if (run.columns.filledBy.size === 0) rules.assertColumns(items.map(rowOf));
		const { forItem } = rules;
		const reader = new ColumnReader(filling, finder, rules, run.columns);
		for await (const item of inTimeSlices(group)) {
			filled.set(item, fillItem(item, reader.read(rowOf(item), item), forItem, names));
		}
	}
	return items.map((item) => filled.get(item) ?? item);
}
