import { plainText, textKey } from '../values';
import { plainType, type ValueType } from './valueType';

export const textType: ValueType = {
	...plainType,
	valueKind: 'text',
	isMatchable: true,
	searchProperty: 'stringValue',
	// In a search each blank counts.
	parseSearched: plainText,
	compare: textKey,
	cell: () => undefined,
	shapes: ['text', 'date', 'date-time', 'number as text'],
};
