/**
 * Fields from the columns of the input. An item is read as if a user had filled in the form with what
 * its columns hold, so that the form and a file can't differ: everything behind the form, the looking
 * up of names included, does not know the difference.
 */
import { inTimeSlices } from '../../../api/http/clock';
import { CUSTOM, mappingOf, pickedIn, type Item } from '../../../fields';
import { loadCustomFields } from '../../../lookups/catalog';
import { objectsOf } from '../../../lookups/customObjects';
import { hasOwnNames } from '../../../records';
import { distinctBy, groupedBy, own, textOf } from '../../../shared';
import { CUSTOM_FIELDS } from '../../form/columns';
import type { Form, Run } from '../../model';
import {
	ColumnReader,
	fillablesOf,
	readAsIds,
	unusedColumns,
	type ColumnsRead,
	type ColumnNotes,
} from './columnReader';
import { ColumnFinder } from './fieldOfColumn';

/**
 * The items of a run, their fields filled in from the columns of the input. Columns that nothing uses are told.
 * Custom fields are looked up, since those that an editor saved may have changed.
 */
export async function fillItems(run: Run, form: Form): Promise<readonly Item[]> {
	const { items, sources } = run;
	const { filling } = form;
	const [first] = items;
	if (!filling || !first) return items;
	const { record, definition } = filling;
	const fillables = fillablesOf(form, filling, first.version);
	const { name, label, form: mapper } = filling.mapper;
	const mappingIn = (item: Item) => mappingOf(item.get(name) ?? mapper.default, label);
	const { isAuto, schema } = mappingIn(first);
	// The custom fields among the columns that were saved.
	const saved = schema
		.filter(({ id }) => id.startsWith(CUSTOM))
		.map(({ id, displayName: name, itemType, options = [] }) => ({
			key: id.slice(CUSTOM.length),
			name,
			itemType,
			options,
		}));
	const mapped = (item: Item) => pickedIn(mappingIn(item).value, item.saved, `${name}.value`);
	const rowOf = (item: Item) => (isAuto ? item.input : mapped(item));
	// Of custom objects each definition has fields of its own; other records have one group.
	const definitionOf = (item: Item) =>
		definition.map((name) => textOf(item.get(name)).trim()).join('');
	const found = new Map<Item, ColumnsRead>();
	const notes: ColumnNotes = { unused: new Set(), asIds: new Set() };
	for (const [key, group] of groupedBy(items, definitionOf)) {
		const finder = new ColumnFinder(fillables, record);
		if (group.some((item) => Object.keys(rowOf(item)).some((name) => finder.mayBeCustom(name)))) {
			// Without a definition each item says that it is missing.
			const objects = hasOwnNames(record) && key !== '' ? objectsOf(key) : undefined;
			const { fields, isComplete } = await loadCustomFields(sources, record, { objects });
			// Where nobody defines them, the newest records may not show those that were saved.
			const all = [...fields, ...(isComplete ? [] : saved)];
			finder.customs = distinctBy(all, (each) => each.key);
		}
		const reader = new ColumnReader(filling, finder, !isAuto, notes);
		for await (const item of inTimeSlices(group)) found.set(item, reader.read(rowOf(item), item));
	}
	const names = new Set([
		filling.collection,
		CUSTOM_FIELDS,
		...fillables.flatMap(({ field, collection }) => (collection === undefined ? field.name : [])),
	]);
	const { unused, asIds } = notes;
	if (unused.size > 0) run.hint(unusedColumns([...unused], record).trim(), 'warning');
	if (isAuto && asIds.size > 0) run.hint(readAsIds([...asIds]));
	return items.map((item) => fillItem(item, names, found.get(item)));
}

/** @param names the parameters that the columns stand for. */
const fillItem = (
	item: Item,
	names: ReadonlySet<string>,
	{ values, error, unused }: ColumnsRead = { values: {} },
): Item => ({
	...item,
	saved: undefined,
	error: item.error ?? error,
	unused,
	get: (name) => (names.has(name) ? own(values, name) : item.get(name)),
});
