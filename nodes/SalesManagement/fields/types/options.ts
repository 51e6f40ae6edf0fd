import { asList } from '../values';
import { optionType, optionValue } from './option';
import type { ValueType } from './valueType';

/** Several choices of a custom field. */
export const optionsType: ValueType = {
	...optionType,
	isList: true,
	parse: (entered, label, context) =>
		asList(entered, label, { mayBeNames: (context.options ?? []).length > 0 }).map((each) =>
			optionValue(each, label, context),
		),
	column: 'string',
};
