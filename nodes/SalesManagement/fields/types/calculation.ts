import { decimalType } from './decimal';
import { integerType } from './integer';
import { plainType, type ValueType } from './valueType';

/** A number that the service calculates in a custom field: nobody writes it. */
export const calculationType: ValueType = {
	...decimalType,
	isMatchable: undefined,
	parse: plainType.parse,
	readable: integerType.readable,
};
