import { asId, idIn, wholeKey } from '../values';
import { plainType, type ValueType } from './valueType';

/** The record's own ID, which rises with time. */
export const idType: ValueType = {
	...plainType,
	valueKind: 'number',
	searchProperty: 'integerValue',
	parseSearched: (value, label) => asId(idIn(value), label),
	compare: (value) => wholeKey(idIn(value)),
	column: 'number',
	shapes: ['integer'],
};
