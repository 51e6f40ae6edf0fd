import { dayOf, sameKey, toDate } from '../values';
import { dateTimeType } from './dateTime';
import type { ValueType } from './valueType';

/** A calendar date, `YYYY-MM-DD`. */
export const dateType: ValueType<string> = {
	...dateTimeType,
	form: { type: 'dateTime', typeOptions: { dateOnly: true }, default: '' },
	parse: toDate,
	// A day is the same day in every time zone (S5).
	parseSearched: (...given) => `${toDate(...given)}T00:00:00Z`,
	compare: (value) => sameKey(dayOf(value)),
	shapes: ['date'],
};
