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

type Schema = readonly Column[];

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
export function mappedFields(entered: unknown, input: IDataObject): Iterable<Mapped> {
	const { mappingMode, value, schema } = mappingOf(entered);
	if (mappingMode === 'autoMapInputData') {
		if (!Array.isArray(schema)) throw noSchema();
		return autoMapped(schema, input);
	}
	if (!isBlank(value) && !isObject(value)) throw notAnObject();
	return filledIn(Array.isArray(schema) ? schema : [], value ?? {});
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
function* autoMapped(schema: Schema, input: IDataObject): Generator<Mapped> {
	const keys = new Set(schema.map(({ id }) => id));
	for (const column of schema) {
		const { id, displayName } = column;
		if (Object.hasOwn(input, id)) {
			yield { id, given: input[id], column };
		} else if (!keys.has(displayName) && Object.hasOwn(input, displayName)) {
			assertOnlyOne(schema, displayName);
			yield { id, given: input[displayName], column };
		}
	}
}

function assertOnlyOne(schema: Schema, name: string): void {
	const named = schema.filter(({ displayName }) => displayName === name);
	if (named.length === 1) return;
	const listed = named.map(({ id }) => `${name} (${id})`).join(' and ');
	throw new UsageError(
		`${LABEL}: the input column "${name}" is the name of several fields, ${listed}. Rename the column to what is in brackets after the one that is meant.`,
	);
}

/** The keys that n8n leaves out when it copies a node's parameters (`deepCopy` of n8n-workflow). */
const DROPPED = ['__proto__', 'constructor', 'prototype'];

function* filledIn(schema: Schema, values: IDataObject): Generator<Mapped> {
	const dropped = schema.find(
		({ id, removed }) => DROPPED.includes(id) && !removed && !Object.hasOwn(values, id),
	);
	if (dropped) {
		const { id, displayName } = dropped;
		throw new UsageError(
			`${LABEL}: n8n drops what is entered for ${displayName}, since its item key is "${id}". Remove the field here, and map it automatically from an input column with its name.`,
		);
	}
	for (const [id, given] of Object.entries(values)) {
		yield { id, given, column: schema.find((each) => each.id === id) };
	}
}
