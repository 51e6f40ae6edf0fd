/** Days and moments. */
import {
	customMomentCell,
	dayOf,
	momentKey,
	sameKey,
	toCustomDate,
	toDate,
	toDateTime,
} from '../values';
import { plainType, type ValueType } from './valueType';

/** A moment, sent as UTC. */
export const dateTimeType: ValueType = {
	...plainType,
	valueKind: 'date',
	form: { type: 'dateTime', default: '' },
	parse: toDateTime,
	searchProperty: 'datetimeValue',
	compare: momentKey,
	column: 'dateTime',
	shapes: ['date-time'],
};

/** A calendar date, `YYYY-MM-DD`. */
export const dateType: ValueType = {
	...dateTimeType,
	form: { type: 'dateTime', typeOptions: { dateOnly: true }, default: '' },
	parse: toDate,
	// A day is the same day in every time zone (S5).
	parseSearched: (...given) => `${toDate(...given)}T00:00:00Z`,
	compare: (value) => sameKey(dayOf(value)),
	shapes: ['date'],
};

/** A custom field of type date, which holds a moment, or a bare day as midnight in UTC (v2 §2.8). */
export const customDateType: ValueType = {
	...dateTimeType,
	parse: toCustomDate,
	cell: customMomentCell,
};
