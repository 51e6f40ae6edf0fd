import { Type, type TProperties, type TSchema } from '@sinclair/typebox';
import type { VersionName } from '../../contract/operationContract';
import { closed, component, integer, nullable, orNull, text } from '../../contract/schemas';
import type { CustomItems, FieldOwner } from './property';

/** The property in which a custom value names the id of its field, for each owner (v1 §2.3, §2.7). */
export const itemIdNames = {
	customer: 'customerCustomItemId',
	deal: 'dealCustomItemId',
	contact: 'contactCustomItemId',
	action: 'actionCustomItemId',
	productDetail: 'dealProductDetailTypeCustomItemId',
} as const satisfies Record<FieldOwner, string>;

/** Custom values of a request (v2 §2.1). */
export const customItems = (owner: FieldOwner) =>
	Type.Unsafe<CustomItems>(
		Type.Array(
			Type.Object({
				id: Type.Optional(integer),
				[itemIdNames[owner]]: Type.Optional(integer),
				itemKey: Type.Optional(text),
				// Required, since an item without a value would clear the field.
				value: Type.Unknown(),
			}),
		),
	);

/** A user as groups and custom values refer to it (v1 §2.2). */
export const member = closed({ id: integer, name: text, email: text });
export const option = { id: integer, value: integer, label: text };

const typed = {
	text: Type.Optional(nullable.text),
	datetime: Type.Optional(nullable.dateTime),
	decimalNumber: Type.Optional(nullable.text),
};
const selectedOption = (properties: TProperties) => Type.Optional(orNull(closed(properties)));
const ofMostOwners = {
	number: Type.Optional(nullable.integer),
	selectedUsers: Type.Optional(Type.Array(member)),
};

const customValueOf = (name: string, owner: FieldOwner, more: TProperties = {}) =>
	component(
		name,
		closed({
			id: integer,
			[itemIdNames[owner]]: integer,
			value: nullable.text,
			itemKey: Type.Optional(nullable.text),
			itemType: Type.Optional(text),
			name: Type.Optional(text),
			...typed,
			selectedValue: Type.Optional(nullable.integer),
			selectedValues: Type.Optional(Type.Array(integer)),
			selectedOptions: Type.Optional(
				Type.Array(Type.Object(option, { additionalProperties: integer })),
			),
			...more,
		}),
	);
/** Custom values (v1 §2.3); their compact form holds id, item id, itemKey and value only (S3). */
const customValue = {
	customer: customValueOf('CustomerCustomValue', 'customer', ofMostOwners),
	deal: customValueOf('DealCustomValue', 'deal', {
		...ofMostOwners,
		calculationResult: Type.Optional(Type.Number()),
		selectedOption: selectedOption({
			value: integer,
			label: text,
			dealCustomItemOptionId: integer,
		}),
	}),
	contact: customValueOf('ContactCustomValue', 'contact', ofMostOwners),
	action: customValueOf('ActionCustomValue', 'action'),
};

/** Custom values of product details and of their settings, keyed by field (v1 §2.7). */
const detailCustoms = Type.Record(
	text,
	closed({
		id: integer,
		dealProductDetailTypeCustomItemId: integer,
		itemType: text,
		name: text,
		...typed,
		selectedOption: selectedOption({
			label: text,
			dealProductDetailTypeCustomItemOptionId: integer,
		}),
	}),
);

/**
 * The schema of custom values in a response: an array or, if the request can ask for it, an object
 * keyed by itemKey (v2 §2.1 rule 5). v1 leaves them out if a search asks for noCustoms (v1 §4).
 */
export function customsShape(owner: FieldOwner, version: VersionName): TSchema {
	if (owner === 'productDetail') return detailCustoms;
	const value = customValue[owner];
	const list = Type.Array(value);
	const isKeyed = owner === 'deal' || (version === 'v2' && owner !== 'action');
	const shape = isKeyed ? Type.Union([list, Type.Record(text, value)]) : list;
	return version === 'v1' ? Type.Optional(shape) : shape;
}

/** The associations of a record with custom objects (include_related_objects=1). */
export const associatedObjects = Type.Optional(
	Type.Array(closed({ id: integer, customObjectDefKey: text })),
);
