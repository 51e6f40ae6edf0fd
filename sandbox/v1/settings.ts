import { type TSchema, Type } from '@sinclair/typebox';
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
import { inTokyo } from '../contract/time';
import { member, option } from '../domain/properties/customs';
import { group, phaseShape } from '../domain/properties/records';
import { shapeOf } from '../domain/properties/schemas';
import { memberOf, nameOf } from '../domain/records/names';
import { productDetailTypes } from '../domain/records/productDetailTypes';
import { readDealType, readField } from '../domain/records/setting/dealTypes';
import { fieldsOf } from '../domain/rules/customValues';
import { rowOf } from '../domain/rules/references';
import { raw, sql } from '../domain/store/sql';
import { type Call, idIn, operation } from '../operations/operation';

const options = Type.Array(closed(option));
const field = { id: integer, itemKey: nullable.text, itemType: text, name: text };
/** v1 §2.9; deals have the same form in the domain settings (v1 §2.1). */
const fieldRecord = component(
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
const dealTypeRecord = component(
	'DealType',
	closed({
		id: integer,
		name: text,
		phases: Type.Array(phaseShape),
		products: someNamed,
		probabilities: someNamed,
		channels: someNamed,
		endPhaseReasons: someNamed,
		actionsPurposes: Type.Array(
			closed({ id: integer, name: text, pattern: integer, patternName: text, orderNum: integer }),
		),
		dealCustomItems: Type.Array(fieldRecord),
		dealProductDetailTypes: Type.Array(productDetailTypes.schemas('v1').shape),
		dealCustomerTypes: Type.Array(shapeOf(group, 'v1', { times: false })),
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

/** The custom fields of customers, or of contacts. */
const fieldsOperation = (owner: 'customer' | 'contact') => {
	const plural = `${owner}CustomItems`;
	return operation({
		id: `${owner}Field.getMany`,
		method: 'GET',
		path: `/${owner}_custom_items`,
		response: listOf(plural, fieldRecord),
		run: (call: Call) => ({ [plural]: fieldsOf(call, owner).map(readField) }),
	});
};

/** Domain settings, deal types, and the custom fields of customers and contacts: v1 §4. */
export const settingOperations = [
	operation({
		id: 'domainSetting.get',
		method: 'GET',
		path: '/domains/settings',
		response: closed({
			dealTypes: Type.Array(dealTypeRecord),
			users: Type.Array(member),
			roles: Type.Array(named),
		}),
		run(call) {
			const { dealType: dealTypes, user: users, role: roles } = call.service.store.tables;
			const { domainId } = call.caller;
			const where = [sql`t.domainId = ${domainId}`];
			const orderBy = raw('t.id');
			return {
				dealTypes: dealTypes
					.list(domainId)
					.map((dealType) => readDealType(call, dealType, inTokyo)),
				users: users.select({ where: [...where, raw('t.deleted = 0')], orderBy }).map(memberOf),
				roles: roles.select({ where, orderBy }).map(nameOf),
			};
		},
	}),
	operation({
		id: 'dealType.get',
		method: 'GET',
		path: '/deal_setting/deal_types/{id}',
		response: dealTypeRecord,
		run: (call) => readDealType(call, rowOf(call, 'dealType', idIn(call, 'id')), inTokyo),
	}),
	...(['customer', 'contact'] as const).map(fieldsOperation),
];
