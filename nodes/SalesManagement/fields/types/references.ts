/** The IDs of records: of the record itself, and of those to which it is linked. */
import { asId, idIn, idsIn, wholeKey } from '../values';
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

/** A linked record, by its ID. */
export const referenceType: ValueType = {
	...idType,
	valueKind: 'choice',
	column: 'string',
	canonical: idIn,
	shapes: plainType.shapes,
};

/** Associations, which a request adds and removes one by one. */
export const linksType: ValueType = { ...plainType, canonical: idsIn };

/** Several linked records. */
export const referencesType: ValueType = { ...linksType, valueKind: 'choice', isList: true };
