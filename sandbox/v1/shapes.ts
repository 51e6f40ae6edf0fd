import { Type, type TSchema } from '@sinclair/typebox';
import { closed, dateTime, flag, integer, named, nullable, text } from '../contract/schemas';
import {
	actionShape,
	contactShape,
	customerShape,
	associatedObjects,
	customValue,
	dealParts,
	detailCustoms,
	groupRecord,
	keyed,
	option,
	times,
	valuesOrKeyed,
} from '../operations/shapes';

/** Left out where the search body asks for noCustoms (v1 §4). */
const customValues = (owner: keyof typeof customValue) =>
	Type.Optional(Type.Array(customValue[owner]));

/** v1 §2.4. */
export const customerRecord = customerShape(customValues('customer'));

/** v1 §2.5. */
export const contactRecord = contactShape(customValues('contact'));

/** v1 §2.6, by kind. */
const actionRecord = (more: Record<string, TSchema>) =>
	closed({ ...actionShape(contactRecord, named, customValues('action')), ...more });
export const customerActionRecord = actionRecord({ customer: named });
export const dealActionRecord = actionRecord({ purpose: named, deal: named });

/** v1 §2.7. */
export const dealRecord = closed({
	...dealParts.head,
	dealType: named,
	endPhaseReasons: Type.Array(named),
	customer: named,
	phase: dealParts.phase,
	phaseStayDays: dealParts.phaseStayDays,
	...dealParts.choices,
	// An array, or an object keyed by itemKey (itemKeyAsPropertyKey).
	dealCustoms: Type.Optional(valuesOrKeyed(customValue.deal)),
	...dealParts.details,
	customObjects: associatedObjects,
	...times,
});

/** v1 §2.8. */
export const productDetailTypeRecord = closed({
	id: integer,
	name: text,
	dealTypeIds: Type.Array(integer),
	unit: nullable.text,
	price: nullable.text,
	billingType: closed(keyed),
	roundType: closed(keyed),
	unitCostRoundType: closed(keyed),
	memo: nullable.text,
	dealProductDetailTypeCustoms: detailCustoms,
	...times,
});

/** v1 §2.9; deals have the same form in the domain settings (v1 §2.1). */
export const fieldRecord = closed({
	id: integer,
	itemKey: nullable.text,
	itemType: text,
	name: text,
	orderNum: integer,
	customItemOptions: Type.Array(closed(option)),
});
export const actionFieldRecord = closed({
	id: integer,
	itemKey: nullable.text,
	itemType: text,
	name: text,
	actionCustomItemOptions: Type.Array(closed(option)),
});
export const labelRecord = closed({ id: integer, name: text, createdAt: dateTime });

/** v1 §2.1. */
export const dealTypeRecord = closed({
	id: integer,
	name: text,
	phases: Type.Array(dealParts.phase),
	products: Type.Array(named),
	probabilities: Type.Array(named),
	channels: Type.Array(named),
	endPhaseReasons: Type.Array(named),
	actionsPurposes: Type.Array(
		closed({ id: integer, name: text, pattern: integer, patternName: text, orderNum: integer }),
	),
	dealCustomItems: Type.Array(fieldRecord),
	dealProductDetailTypes: Type.Array(productDetailTypeRecord),
	dealCustomerTypes: Type.Array(groupRecord),
	dealRequiredFields: Type.Array(
		closed({
			phaseId: integer,
			amount: flag,
			dealProductDetail: flag,
			dealCustomItemIds: Type.Array(integer),
		}),
	),
});

export const listOf = (plural: string, item: TSchema) => closed({ [plural]: Type.Array(item) });
