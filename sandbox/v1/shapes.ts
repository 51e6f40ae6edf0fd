import { Type, type TSchema } from '@sinclair/typebox';
import {
	closed,
	component,
	dateTime,
	flag,
	integer,
	named,
	nullable,
	text,
} from '../contract/schemas';
import { option } from '../domain/properties/customs';
import { phaseShape, productDetailType, userGroup } from '../domain/properties/records';
import { shapeOf } from '../domain/properties/schemas';

/** v1 §2.8. */
export const productDetailTypeRecord = component(
	'DealProductDetailType',
	shapeOf(productDetailType, 'v1'),
);

const options = Type.Array(closed(option));
const field = { id: integer, itemKey: nullable.text, itemType: text, name: text };
/** v1 §2.9; deals have the same form in the domain settings (v1 §2.1). */
export const fieldRecord = component(
	'CustomItem',
	closed({ ...field, orderNum: integer, customItemOptions: options }),
);
export const actionFieldRecord = component(
	'ActionCustomItem',
	closed({ ...field, actionCustomItemOptions: options }),
);
export const labelRecord = closed({ id: integer, name: text, createdAt: dateTime });

const someNamed = Type.Array(named);
/** v1 §2.1. */
export const dealTypeRecord = component(
	'DealType',
	closed({
		id: integer,
		name: text,
		phases: Type.Array(phaseShape),
		...{ products: someNamed, probabilities: someNamed, channels: someNamed },
		endPhaseReasons: someNamed,
		actionsPurposes: Type.Array(
			closed({ id: integer, name: text, pattern: integer, patternName: text, orderNum: integer }),
		),
		dealCustomItems: Type.Array(fieldRecord),
		dealProductDetailTypes: Type.Array(productDetailTypeRecord),
		dealCustomerTypes: Type.Array(shapeOf(userGroup, 'v1', { times: false })),
		dealRequiredFields: Type.Array(
			closed({
				phaseId: integer,
				amount: flag,
				dealProductDetail: flag,
				dealCustomItemIds: Type.Array(integer),
			}),
		),
	}),
);

export const listOf = (plural: string, item: TSchema) => closed({ [plural]: Type.Array(item) });
