/** The form of an operation, and how columns fill it. */
import { read, type Controls, type Field, type Item, type RequestPart } from '../../fields';
import type { RecordDescription } from '../../records';
import table from './collections.json';

/** A group of optional fields behind one "Add …" button of the form. */
export interface Collection {
	readonly name: keyof typeof table;
	readonly label: string;
	readonly button: string;
	/** The part of the request that its fields go to, if they name no other one. */
	readonly in: RequestPart;
	readonly fields: readonly Field[];
	/** The values of other parameters for which it is shown. */
	readonly shownWhen?: Field['shownWhen'];
}

/** The form of an operation: fields at the top and in collections, and the node's own controls. */
export interface Form {
	readonly fields: readonly Field[];
	readonly collections: readonly Collection[];
	readonly controls: readonly Controls[];
	/** The kind of record that it changes, such as `deal`: at least one field must then be given. */
	readonly changes?: string;
	/** How columns of the input fill the fields; absent if they can't. */
	readonly filling?: Filling;
	/** Whether the rows of a list, such as order lines, are compared with those of the record. */
	readonly comparesRows?: true;
}

/** The way in which columns of the input, or of a file, fill the fields of a form. */
export interface Filling {
	readonly record: RecordDescription;
	/** The parameter Fields From. */
	readonly from: Controls<{ fieldsFrom: string }>;
	/** The resource mapper that shows the columns. */
	readonly mapper: Field;
	/** The parameters that decide which fields a record has. They stay in the form. */
	readonly definition: readonly string[];
	/** The collection whose fields can be columns, too. */
	readonly collection: 'additionalFields' | 'updateFields';
}

/** The choice of Fields From: `form`, `input`, `file` or `changes`; absent in a form without it, and without items. */
export const fieldsFrom = ({ filling }: Form, item?: Item) =>
	filling && item && read(filling.from, item).fieldsFrom;

/** Whether it writes rows, of items or of a file: people can then map their columns. */
export const writesRows = ({ collections }: Form): boolean =>
	collections.some(({ name }) => name === 'columnOptions');

/** The collections by their names, each with the part of the request that its fields go to: `collections.json`. */
const COLLECTIONS = table as Readonly<
	Record<Collection['name'], Pick<Collection, 'label' | 'button' | 'in'>>
>;

const collection =
	(name: Collection['name']) =>
	(fields: readonly Field[] = [], shownWhen?: Collection['shownWhen']): Collection => ({
		name,
		...COLLECTIONS[name],
		fields,
		shownWhen,
	});

export const filters = collection('filters');
export const options = collection('options');
/** The options of a file that is read or written. */
export const fileOptions = collection('fileOptions');
/** The options of columns that fill fields. */
export const columnOptions = collection('columnOptions');
/** The order of a list; n8n's guidelines want it in a collection of its own, below Options. */
export const sorting = collection('sort');
export const additionalFields = collection('additionalFields');
export const updateFields = collection('updateFields');
