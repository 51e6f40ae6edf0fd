import { customMomentCell, toCustomDate } from '../values';
import { dateTimeType } from './dateTime';
import type { ValueType } from './valueType';

/** A custom field of type date, which holds a moment, or a bare day as midnight in UTC (v2 §2.8). */
export const customDateType: ValueType<string> = {
	...dateTimeType,
	parse: toCustomDate,
	cell: customMomentCell,
};
