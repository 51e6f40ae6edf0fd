import type { IDataObject } from 'n8n-workflow';
import { UsageError } from '../../api/errors/errors';
import { CUSTOM, type Column, type Item } from '../../fields';
import { isBlank, isObject, own } from '../../values';
import type { Filling } from '../operation';

/** The mapper's content of one item. */
export interface Mapping {
	/** Whether the columns of the input are taken as they are. */
	readonly isAuto: boolean;
	/** The values that were mapped one by one, by the column's ID. */
	readonly value: IDataObject;
	/** The columns that the editor offered when the workflow was saved. */
	readonly schema: readonly Column[];
}

/**
 * The mapper's content, or a plain object of values by column.
 * @throws UsageError for anything else.
 */
export function mappingOf(item: Item, { mapper: { name, label } }: Filling): Mapping {
	const entered = item.get(name) ?? {};
	const fail = () => new UsageError(`${label} must be an object of values by column.`);
	if (!isObject(entered)) throw fail();
	const isMapper = own(entered, 'mappingMode') !== undefined || Object.hasOwn(entered, 'value');
	if (!isMapper) return { isAuto: Object.keys(entered).length === 0, value: entered, schema: [] };
	const { mappingMode, value, schema } = entered;
	const isAuto = mappingMode === 'autoMapInputData';
	if (!isAuto && !isBlank(value) && !isObject(value)) throw fail();
	return {
		isAuto,
		value: isObject(value) ? value : {},
		schema: Array.isArray(schema) ? (schema as unknown as Column[]) : [],
	};
}

/** The custom fields among the columns that were saved. */
export const savedCustoms = ({ schema }: Mapping): Column[] =>
	schema
		.filter(({ id }) => id.startsWith(CUSTOM))
		.map((each) => ({ ...each, id: each.id.slice(CUSTOM.length) }));
