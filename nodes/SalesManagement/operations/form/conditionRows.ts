/** Rows of a fixed collection, such as conditions: how they are entered, and read. */
import type { IDataObject, INodeProperties } from 'n8n-workflow';
import {
	asJson,
	dropdownForm,
	field,
	PICK_ONE,
	whenSet,
	withHelp,
	type Field,
	type FieldListMethod,
	type FieldOptions,
} from '../../fields';
import { isObject, UsageError } from '../../shared';

/** @param one what one row is called. */
export const rowsForm = (one: string, columns: INodeProperties[]) =>
	({
		type: 'fixedCollection',
		typeOptions: { multipleValues: true, multipleValueButtonText: `Add ${one}` },
		placeholder: `Add ${one}`,
		default: {},
		options: [{ displayName: one, name: 'values', values: columns }],
	}) satisfies Field['form'];

/**
 * A column that names a field.
 * @param what what the field is chosen for.
 */
export const fieldColumn = (method: FieldListMethod, what: string): INodeProperties => ({
	...dropdownForm('Field', method),
	displayName: 'Field Name or ID',
	name: 'field',
	description: withHelp(`The field to ${what}`, PICK_ONE),
});

export const rowsField = (
	name: string,
	label: string,
	form: Field['form'],
	options: FieldOptions,
): Field<IDataObject[]> =>
	field(name, label, { form, wire: whenSet((entered) => rowsOf(entered, label)) }, options);

/** The rows, in whatever form an expression gave them. */
export function rowsOf(entered: unknown, label: string): IDataObject[] {
	const given = typeof entered === 'string' ? asJson(entered, label) : entered;
	const values = isObject(given) ? (given.values ?? []) : given;
	const list: unknown[] = Array.isArray(values) ? values : [values];
	if (list.every(isObject)) return list;
	throw new UsageError(`${label} must contain objects, one for each row.`);
}
