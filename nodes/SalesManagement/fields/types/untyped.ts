import { asLine, customMomentCell, numberCell, plainText, toCustomDate } from '../values';
import { plainType, type ValueType } from './valueType';

/** A custom field whose type is not known: it takes all values for which JSON and the documents have a form (v1 §2.3). */
export const untypedType: ValueType = {
	...plainType,
	valueKind: 'anything',
	isMatchable: true,
	parse: (given, label, context) => {
		if (typeof given === 'string') return asLine(given, label);
		if (typeof given === 'object' && !Array.isArray(given)) {
			return toCustomDate(given, label, context);
		}
		// A number or flag stays one, but is refused where it could not be text either.
		for (const each of [given].flat()) plainText(each, label);
		return given;
	},
	// The number may be a text, so it keeps its point.
	cell: (value, form) =>
		numberCell(value, { ...form, decimalMark: '.' }) ?? customMomentCell(value, form),
};
