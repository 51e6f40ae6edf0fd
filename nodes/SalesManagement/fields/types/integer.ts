import { asNumber, numberCell, wholeKey } from '../values';
import { plainType, type ValueType } from './valueType';

/** A number as JSON would have brought it; other text stays text. */
export const numberIn = (value: unknown): unknown =>
	typeof value === 'string' && Number.isFinite(Number(value)) ? Number(value) : value;

export const integerType: ValueType<number> = {
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
	readable: numberIn,
};
