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
export const ITEM_TYPES: ReadonlyMap<unknown, ValueType> = new Map(
	Object.entries({
		text: textType,
		url: textType,
		date: customDateType,
		number: integerType,
		decimal_number: decimalType,
		calculation: calculationType,
		single_select: optionType,
		multi_select: optionsType,
		user: usersType,
	}),
);

/** The type of a custom field by what the service calls it; `untypedType` where it does not say. */
export const typeOfItem = (itemType: unknown): ValueType => ITEM_TYPES.get(itemType) ?? untypedType;
