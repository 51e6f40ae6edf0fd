/** n8n's resource mapper: its columns, and what it holds. */
import type { IDataObject, ResourceMapperField, ResourceMapperTypeOptions } from 'n8n-workflow';
import { isBlank, isObject, own, UsageError } from '../shared';
import type { Field } from './field';
import mappers from './mappers.json';
import type { ValueType } from './types';

/**
 * A column of a mapper, with the service's type of its field: n8n's says less (v1 §2.3). The ID of a
 * custom field's column is its itemKey, or the number of its item where it has no key.
 */
export interface MapperColumn extends ResourceMapperField {
	readonly itemType?: string;
}

/**
 * The form of a mapper, to which the user adds columns. Its method says why there are none; n8n would say it in red as
 * well.
 * @param name the mapper in `mappers.json`, which has the method that lists its columns, and its words.
 * @param dependsOn the parameters on which its columns depend.
 */
export const mapperForm = (
	name: keyof typeof mappers,
	dependsOn: readonly string[] = [],
): Field['form'] => ({
	type: 'resourceMapper',
	noDataExpression: true,
	default: mappers[name].default,
	typeOptions: {
		...(dependsOn.length > 0 && { loadOptionsDependsOn: [...dependsOn] }),
		resourceMapper: mappers[name].resourceMapper as ResourceMapperTypeOptions,
	},
});

/** A field as a column of a mapper. */
export const columnOf = (
	id: string,
	displayName: string,
	{ column: type }: ValueType,
	required = false,
): ResourceMapperField => ({
	id,
	displayName,
	type,
	required,
	display: true,
	defaultMatch: false,
	canBeUsedToMatch: false,
});

/**
 * The content of a mapper, or a plain object of values by column that an expression gave.
 * @throws UsageError for anything else.
 */
export function mappingOf(entered: unknown, label: string) {
	const fail = () => new UsageError(`${label} must be an object of values by column.`);
	if (!isObject(entered)) throw fail();
	const isMapper = own(entered, 'mappingMode') !== undefined || Object.hasOwn(entered, 'value');
	const { mappingMode, value, schema }: IDataObject = isMapper ? entered : { value: entered };
	if (!isBlank(value) && !isObject(value)) throw fail();
	return {
		/** Whether the columns of the input are taken as they are. */
		isAuto: mappingMode === 'autoMapInputData',
		/** The values that were mapped one by one, by the ID of their column. */
		value: isBlank(value) ? {} : value,
		/** The columns that the editor offered when the workflow was saved. */
		schema: Array.isArray(schema) ? (schema as unknown as MapperColumn[]) : [],
	};
}
