/** Numbers: whole ones, with decimals, and calculated by the service. */
import {
	asDecimal,
	asNumber,
	decimalKey,
	decimalText,
	numberCell,
	plainDecimal,
	wholeKey,
} from '../values';
import { plainType, type ValueType } from './valueType';

export const integerType: ValueType = {
	...plainType,
	valueKind: 'number',
	isMatchable: true,
	form: { type: 'number', typeOptions: { numberPrecision: 0 }, default: '' },
	parse: asNumber,
	searchProperty: 'integerValue',
	compare: wholeKey,
	column: 'number',
	cell: (value, form) => numberCell(value, form) ?? plainType.cell(value, form),
	shapes: ['integer'],
	// As JSON would have brought it; other text stays text.
	readable: (value) =>
		typeof value === 'string' && Number.isFinite(Number(value)) ? Number(value) : value,
};

/** A number with decimals. The service carries decimals as strings (v1 §2), so none is rounded. */
export const decimalType: ValueType = {
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

/** A number that the service calculates in a custom field: nobody writes it. */
export const calculationType: ValueType = {
	...decimalType,
	isMatchable: undefined,
	parse: plainType.parse,
	readable: integerType.readable,
};
