/**
 * Fills the form from the columns of the input. Each item then reads as if a user had filled in its form, so that
 * the code behind the form, looking up names included, treats both alike.
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
	const mapped = (item: Item) => pickedIn(mappingIn(item).value, item.saved, `${name}.value`);
	const rowOf = (item: Item) => (isAuto ? item.input : mapped(item));
	// Each definition of custom objects has fields of its own; the items of any other record form one group.
	const definitionOf = (item: Item) =>
		definition.map((name) => textOf(item.get(name)).trim()).join('');
	const found = new Map<Item, ColumnsRead>();
	const notes: ColumnNotes = { unused: new Set(), asIds: new Set() };
	for (const [key, group] of groupedBy(items, definitionOf)) {
		const finder = new ColumnFinder(fillables, record);
		if (group.some((item) => Object.keys(rowOf(item)).some((name) => finder.mayBeCustom(name)))) {
			// If the definition is missing, each item reports that later.
			const objects = hasOwnNames(record) && key !== '' ? objectsOf(key) : undefined;
			const { fields, isComplete } = await loadCustomFields(sources, record, { objects });
			// Without definitions, fields are known from the newest records, which may lack some that the editor saved.
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

/** @param names the parameters that the columns replace. */
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
