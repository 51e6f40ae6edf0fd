import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { UsageError } from '../api/errors';
import { isObject, own, setOwn } from '../values';
import { field, whenSet, type Field, type FieldOptions, type WireContext } from './field';
import { asJson, asNames } from './lists';

/** The authentications that use each interface. */
export const shownFor = (only: 'v1' | 'v2') => ({
	'/authentication': only === 'v1' ? ['v1ApiKey'] : ['personalToken', 'teamToken'],
});

/** A field as a parameter of the form, in a collection or at the top. */
export function asProperty(each: Field): INodeProperties {
	const { name, label, description, form, only, shownWhen } = each;
	const show = { ...shownWhen, ...(only === undefined ? {} : shownFor(only)) };
	return {
		displayName: label,
		name,
		...(description ? { description } : {}),
		...form,
		...(Object.keys(show).length === 0 ? {} : { displayOptions: { show } }),
	};
}

/** The parameters of a collection, in the order in which n8n's guidelines want them. */
export const asProperties = (fields: readonly Field[]): INodeProperties[] =>
	fields.map(asProperty).sort((a, b) => a.displayName.localeCompare(b.displayName));

/**
 * Several rows, each a set of optional fields: product details, related customers, options.
 * Entered row by row, or given by an expression as an array of objects.
 */
export const rows = (
	name: string,
	label: string,
	columns: readonly Field[],
	{ button, ...options }: FieldOptions & { button: string },
): Field<IDataObject[]> =>
	field(
		name,
		label,
		{
			form: {
				type: 'collection',
				typeOptions: { multipleValues: true, multipleValueButtonText: button },
				placeholder: 'Add Field',
				default: {},
				options: columns.map(asProperty),
			},
			wire: whenSet((entered, context) => {
				const parsed = typeof entered === 'string' ? asJson(entered, label) : entered;
				const list = Array.isArray(parsed)
					? parsed
					: JSON.stringify(parsed) === '{}'
						? []
						: [parsed];
				return list.map((row: unknown) => {
					if (isObject(row)) return wireRow(columns, row, context);
					throw new UsageError(`${label} must contain objects, one for each row.`);
				});
			}),
		},
		options,
	);

/** Properties that an expression's row has beyond the columns go to the service unchanged. */
function wireRow(columns: readonly Field[], row: IDataObject, context: WireContext): IDataObject {
	const sent: IDataObject = Object.fromEntries(
		Object.entries(row).filter(([key]) => !columns.some(({ name }) => name === key)),
	);
	for (const column of columns) {
		if (column.only !== undefined && column.only !== context.version) continue;
		const value = column.wire(own(row, column.name), context);
		if (value !== undefined) setOwn(sent, column.key, value);
	}
	return sent;
}

/** Fields to Clear: the chosen properties are sent as null. */
export function fieldsToClear(fields: readonly Field[]): Field<IDataObject> {
	const clearable = fields.filter(({ is }) => is.includes('clearable'));
	return field(
		'fieldsToClear',
		'Fields to Clear',
		{
			form: {
				type: 'multiOptions',
				default: [],
				options: clearable.map(({ key, label }) => ({ name: label, value: key })),
			},
			wire: whenSet((entered) => {
				const keys = asNames(entered, 'Fields to Clear');
				const unknown = keys.find((key) => !clearable.some((each) => each.key === key));
				if (unknown === undefined) return Object.fromEntries(keys.map((key) => [key, null]));
				throw new UsageError(`Fields to Clear names "${unknown}", which can't be cleared.`);
			}),
		},
		{
			place: 'spread',
			description: 'Fields to empty in the record. Those left out here and above stay unchanged.',
		},
	);
}
