/**
 * Fields from the columns of the input. An item is read as if a user had filled in the form with what
 * its columns hold, so that the form and a file can't differ: everything behind the form, the looking
 * up of names included, does not know the difference.
 */
import type { IDataObject } from 'n8n-workflow';
import { readOnce, type Item } from '../../fields';
import { objectsOf, type NameSources } from '../../lists';
import { groupedBy, own, textOf } from '../../values';
import { inBreaths } from '../breath';
import type { Filling, Form } from '../operation';
import { customsFor, type Wanted } from './customs';
import { ColumnReader, fillablesOf, unusedColumns, type Filled, type Incomplete } from './filling';
import { ColumnFinder } from './fieldOfColumn';
import { CUSTOM_FIELDS } from './form';
import { mappingOf, savedCustoms, type Mapping } from './mapper';

/** The items of a run, their fields filled in. */
export interface FilledItems {
	readonly items: readonly Item[];
	/** The first item that can't be filled in, known before anything is sent for any of them. */
	readonly failing?: Item;
	/** A sentence on the columns that nothing uses; `undefined` when all are used. */
	readonly hint?: string;
}

/**
 * @param sources where custom fields are looked up: those that an editor saved may have changed.
 * @returns the items as they are, where their fields come from the form.
 */
export async function filledItems(
	items: readonly Item[],
	form: Form,
	sources: NameSources,
): Promise<FilledItems> {
	const { filling } = form;
	const [first] = items;
	if (!filling || !first || readOnce(filling.from, items)?.fieldsFrom !== 'input') return { items };
	const fillables = fillablesOf(form, filling, first.version);
	const mapping = mappingOf(first, filling);
	const filled = items.map((item) => new FilledItem(item, filling, mapping));
	const saved = savedCustoms(mapping, new Set(fillables.map(({ field }) => field.name)));
	const unused = new Set<string>();
	const notes = new Map<string, string>();
	// Of custom objects each definition has fields of its own; other records have one group.
	for (const group of groupedBy(filled, (item) => item.definition()).values()) {
		const wanted = wantedBy(group, { filling, fillables, saved });
		const customs = await customsFor(wanted, sources);
		const finder = new ColumnFinder(fillables, customs, filling.record);
		const reader = new ColumnReader(filling, fillables, finder, !mapping.isAuto);
		for await (const some of inBreaths(group)) for (const each of some) each.read(reader);
		for (const column of reader.unused) unused.add(column);
		for (const [name, note] of reader.notes) notes.set(name, note);
	}
	const names = new Set([
		...[filling.collection, CUSTOM_FIELDS],
		...fillables.flatMap(({ field, within }) => (within === undefined ? field.name : [])),
	]);
	const all = filled.map((each) => each.item(names));
	const failing = all[filled.findIndex(({ isWhole }) => !isWhole)];
	return {
		items: all,
		...(failing && { failing }),
		...(unused.size > 0 && { hint: unusedColumns([...unused], filling.record, notes) }),
	};
}

/** One item, and what its columns fill in. */
class FilledItem {
	private error?: unknown;
	private incomplete?: Incomplete;
	private values: Filled = {};

	constructor(
		private readonly original: Item,
		private readonly filling: Filling,
		private readonly mapping: Mapping,
	) {}

	get isWhole(): boolean {
		return this.error === undefined && this.incomplete === undefined;
	}

	/** The columns: those of the input, or those that were mapped one by one. */
	row(): IDataObject {
		return this.mapping.isAuto ? this.original.input : mappingOf(this.original, this.filling).value;
	}

	/** The form's parameters on which the record's fields depend. */
	definition(): string {
		const [key] = this.filling.definition.map((name) => textOf(this.original.get(name)).trim());
		return key ?? '';
	}

	read(reader: ColumnReader): void {
		try {
			const { values, incomplete } = reader.read(this.row(), this.original);
			this.values = values;
			if (incomplete) this.incomplete = incomplete;
		} catch (error) {
			this.error = error;
		}
	}

	/** @param filled the parameters that the columns stand for. */
	item(filled: ReadonlySet<string>): Item {
		return {
			...this.original,
			get: (name) => {
				if (!filled.has(name)) return this.original.get(name);
				if (this.error !== undefined) throw this.error as Error;
				if (this.incomplete?.names.has(name)) throw this.incomplete.error;
				return own(this.values, name);
			},
			entered: (name) => own(this.values, name),
		};
	}
}

/** The custom fields that a group of items may mean. */
function wantedBy(
	items: readonly FilledItem[],
	{ filling: { record }, ...rest }: Pick<Wanted, 'fillables' | 'saved'> & { filling: Filling },
): Wanted {
	const [first] = items;
	const isOfObjects = record.customs !== undefined && record.customs.property === undefined;
	const definition = isOfObjects ? first?.definition() : undefined;
	return {
		...rest,
		record,
		rows: items.map((item) => item.row()),
		// Without a definition each item says that it is missing.
		...(definition && { objects: objectsOf(definition) }),
	};
}
