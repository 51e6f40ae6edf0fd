import { idIn } from '../values';
import { idType } from './id';
import { plainType, type ValueType } from './valueType';

/** A linked record, by its ID. */
export const referenceType: ValueType = {
	...idType,
	valueKind: 'choice',
	column: 'string',
	canonical: idIn,
	shapes: plainType.shapes,
};
