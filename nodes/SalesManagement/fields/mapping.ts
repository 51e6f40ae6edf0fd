import type { IDataObject, ResourceMapperField } from 'n8n-workflow';
import { UsageError } from '../api/errors/errors';
import { isBlank, isObject, own } from '../values';
import { TYPES, type Type } from './types';

export const LABEL = 'Custom Fields';

/** A column of the mapper, with the service's type of its field: n8n's says less (v1 §2.3). */
export interface Column extends ResourceMapperField {
	readonly itemType?: string;
}

/** A field as a column of a mapper. */
export const columnOf = (
	id: string,
	displayName: string,
	type: Type,
	required = false,
): ResourceMapperField => ({
	...{ id, displayName, type: TYPES[type].column, required, display: true },
	...{ defaultMatch: false, canBeUsedToMatch: false },
});

/**
 * How custom fields appear in the mapper: a column's id is the field's itemKey, or the number of
 * its item where it has no key.
 */
interface Mapping {
	readonly mappingMode?: 'defineBelow' | 'autoMapInputData';
	readonly value?: IDataObject | null;
	/** Absent, or null, where no editor has saved it. */
	readonly schema?: Column[] | null;
}

/** A custom field to be sent: its key, what was given, and its column where that is known. */
export interface Mapped {
	readonly id: string;
	readonly given: unknown;
	readonly column?: Column;
}

const notAnObject = () => new UsageError(`${LABEL} must be an object of values by item key.`);

/** The mapper's content, or a plain object of values by item key that an expression gave. */
function mappingOf(entered: unknown): Mapping {
	if (!isObject(entered)) throw notAnObject();
	const isMapping = own(entered, 'mappingMode') !== undefined || Object.hasOwn(entered, 'value');
	return isMapping ? entered : { value: entered };
}

/**
 * The fields that the user filled, or that the input item's columns name, with their values.
 * @throws UsageError where it can't be told which field is meant, or what was given for it.
 */
export function mappedFields(entered: unknown, input: IDataObject): Mapped[] {
	const { mappingMode, value, schema } = mappingOf(entered);
	const columns = Array.isArray(schema) ? schema : undefined;
	if (mappingMode === 'autoMapInputData') {
		if (!columns) throw noSchema();
		return autoMapped(columns, input);
	}
	if (!isBlank(value) && !isObject(value)) throw notAnObject();
	return Object.entries(value ?? {}).map(([id, given]) => ({
		...{ id, given },
		column: columns?.find((each) => each.id === id),
	}));
}

const noSchema = () =>
	new UsageError(
		`${LABEL}: the list of fields is missing, so no input column can be mapped. Open the node, choose Map Each Column Manually and Map Automatically again, and save the workflow.`,
	);

/**
 * `removed` means nothing here: the editor sets it for every field that is not required, to begin
 * with none on show (`addAllFields`), and keeps it when the mode is changed.
 * A field's key is its own, while several fields may share a name: so a column is a key first.
 */
function autoMapped(schema: readonly Column[], input: IDataObject): Mapped[] {
	const isKey = (name: string) => schema.some(({ id }) => id === name);
	return schema.flatMap((column) => {
		const { id, displayName } = column;
		if (Object.hasOwn(input, id)) return [{ id, given: input[id], column }];
		if (isKey(displayName) || !Object.hasOwn(input, displayName)) return [];
		assertOnlyOne(schema, displayName);
		return [{ id, given: input[displayName], column }];
	});
}

function assertOnlyOne(schema: readonly Column[], name: string): void {
	const named = schema.filter(({ displayName }) => displayName === name);
	if (named.length === 1) return;
	const listed = named.map(({ id }) => `${name} (${id})`).join(' and ');
	throw new UsageError(
		`${LABEL}: the input column "${name}" is the name of several fields, ${listed}. Rename the column to what is in brackets after the one that is meant.`,
	);
}
