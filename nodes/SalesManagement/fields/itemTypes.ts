import {
	calculationType,
	customDateType,
	decimalType,
	integerType,
	optionsType,
	optionType,
	textType,
	untypedType,
	usersType,
	type ValueType,
} from './types';

/** The types of custom fields as the service calls them (S3). */
export const ITEM_TYPES: Readonly<Record<string, ValueType>> = {
	text: textType,
	url: textType,
	date: customDateType,
	number: integerType,
	decimal_number: decimalType,
	calculation: calculationType,
	single_select: optionType,
	multi_select: optionsType,
	user: usersType,
};

/** The type of a custom field by what the service calls it; `untypedType` where it does not say. */
export const typeOfItem = (itemType: unknown): ValueType =>
	typeof itemType === 'string' && Object.hasOwn(ITEM_TYPES, itemType)
		? (ITEM_TYPES[itemType] as ValueType)
		: untypedType;
