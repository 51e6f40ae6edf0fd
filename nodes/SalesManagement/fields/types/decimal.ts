import { asDecimal, decimalKey, decimalText, plainDecimal } from '../values';
import { integerType } from './integer';
import type { ValueType } from './valueType';

/** A number with decimals. The service carries decimals as strings (v1 §2), so none is rounded. */
export const decimalType: ValueType<string> = {
	...integerType,
	form: { type: 'number', typeOptions: { numberPrecision: 4 }, default: '' },
	parse: asDecimal,
	searchProperty: 'decimalValue',
	parseSearched: (value, label) => decimalText(asDecimal(value, label)),
	compare: decimalKey,
	column: 'string',
	shapes: ['number as text'],
	// As it can be given back: the service's own text may look like thousands.
	readable: (value) => (typeof value === 'string' ? plainDecimal(value) : value),
};
