/** A record's life as data: what is entered in each field, and what the record then shows. */
import type { IDataObject } from 'n8n-workflow';
import type { Kit } from '../nodeFixture';

export interface Entry {
	/** As a user or an expression enters it. */
	readonly enter: unknown;
	/** Properties of the record that it must show afterwards; a part of each is enough. */
	readonly shows: IDataObject;
}

/** One field. */
export interface Chapter {
	/** Absent where Create does not take the field. */
	readonly created?: Entry;
	/** Absent where Update does not take the field. */
	readonly updated?: Entry | ((record: IDataObject) => Entry);
	/** What the record shows once the field is cleared. */
	readonly cleared?: IDataObject;
	/** The properties of the record that may change when this field alone is updated. */
	readonly changes: readonly string[];
}

/** One custom field. */
export interface Custom {
	/** The column's id: the field's itemKey. */
	readonly key: string;
	readonly itemType: string;
	readonly created: { readonly enter: unknown; readonly shows: unknown };
	readonly updated: { readonly enter: unknown; readonly shows: unknown };
	readonly read: (record: IDataObject) => unknown;
}

export interface Life {
	readonly resource: string;
	/** The record's owner or definition, in the path of every operation. */
	readonly owner: IDataObject;
	/** The parameter that takes the record's id. */
	readonly idName: string;
	readonly story: Readonly<Record<string, Chapter>>;
	/** The custom fields, and the property that holds them; none where they are properties. */
	readonly customs: readonly Custom[];
	readonly customsIn: readonly string[];
	/** What a read must ask for so that the record shows all. */
	readonly readOptions: IDataObject;
	/** Lists and searches that must find the record, and it alone. */
	readonly found: (record: IDataObject) => Array<{ operation: string; parameters: IDataObject }>;
	/** A field that refers to another record, for bad input and unknown ids. */
	readonly reference: string;
}

export type LifeOf = (kit: Kit) => Promise<Life>;

/** A field whose property has its name and shows what was entered. */
export const plain = (name: string, first: unknown, second: unknown): Chapter => ({
	created: { enter: first, shows: { [name]: first } as IDataObject },
	updated: { enter: second, shows: { [name]: second } as IDataObject },
	cleared: { [name]: null },
	changes: [name],
});

/** A field that refers to a record, which the property shows by its id. */
export const refers = (property: string, first: unknown, second: unknown): Chapter => ({
	created: { enter: first, shows: { [property]: { id: Number(first) } } },
	updated: { enter: second, shows: { [property]: { id: Number(second) } } },
	cleared: { [property]: null },
	changes: [property],
});

/** A field with several records, of which the property shows the ids in order. */
export const refersToMany = (property: string, first: number[], second: number[]): Chapter => {
	const entry = (ids: number[]): Entry => ({
		enter: ids,
		shows: { [property]: ids.map((id) => ({ id })) },
	});
	return { created: entry(first), updated: entry(second), changes: [property] };
};

/** Associations with custom objects: on update one goes and another comes (v2 §4.4). */
export const linked = (property: string, [a = 0, b = 0, c = 0]: number[]): Chapter => ({
	created: { enter: `${a}, ${b}`, shows: { [property]: [{ id: a }, { id: b }] } },
	updated: { enter: `-${a}, ${c}`, shows: { [property]: [{ id: b }, { id: c }] } },
	changes: [property],
});
