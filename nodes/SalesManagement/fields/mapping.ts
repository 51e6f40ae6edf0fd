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

/** What a mapper of n8n holds. */
export interface Mapping {
	/** Whether the columns of the input are taken as they are. */
	readonly isAuto: boolean;
	/** What was given, by the IDs of the mapper's columns. */
	readonly value: IDataObject;
	/** The columns that the editor offered when the workflow was saved; none where no editor saved it. */
	readonly schema: readonly Column[];
}

/**
 * The content of a mapper, or a plain object of values by column that an expression gave.
 * @param needs what there must be, for the message.
 * @throws UsageError for anything else.
 */
export function mappingIn(entered: unknown, needs: string): Mapping {
	const fail = () => new UsageError(`${needs}.`);
	if (!isObject(entered)) throw fail();
	const isMapper = own(entered, 'mappingMode') !== undefined || Object.hasOwn(entered, 'value');
	if (!isMapper) {
		return { isAuto: Object.keys(entered).length === 0, value: entered, schema: [] };
	}
	const { mappingMode, value, schema } = entered;
	const isAuto = mappingMode === 'autoMapInputData';
	if (!isAuto && !isBlank(value) && !isObject(value)) throw fail();
	return {
		isAuto,
		value: isObject(value) ? value : {},
		schema: Array.isArray(schema) ? (schema as unknown as Column[]) : [],
	};
}
