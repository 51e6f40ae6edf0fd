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
import { member, option } from '../domain/properties/customValueSchemas';
import { type Field, type Row, group, phaseShape } from '../domain/properties/recordFields';
import type { PartOfDealType } from '../domain/properties/settings';
import type { Scope } from '../domain/scope';
import { shapeOf } from '../domain/properties/recordSchemas';
import { memberOf, asReference } from '../domain/records/names';
import { isForDealType, productDetailTypes } from '../domain/records/productDetailTypes';
import { readRecords } from '../domain/records/reading';
import { fieldsOf } from '../domain/rules/customValues';
import { rowOf, rowsOf } from '../domain/rules/references';
import { raw, sql } from '../domain/store/sql';
import { type Call, idIn, pickBySchema, operation } from '../operations/operation';
import { v1Conventions } from './v1Conventions';

const options = Type.Array(closed(option));
const field = { id: integer, itemKey: nullable.text, itemType: text, name: text };
/** A custom field (v1 §2.9); those of deals have the same form in the domain settings (v1 §2.1). */
const fieldRecord = component(
	'CustomItem',
	closed({ ...field, orderNum: integer, customItemOptions: options }),
);
const readField = (one: Field) =>
	pickBySchema(fieldRecord, { ...one, customItemOptions: one.options });

export const actionFieldRecord = component(
	'ActionCustomItem',
	closed({ ...field, actionCustomItemOptions: options }),
);
export const readActionField = (one: Field) =>
	pickBySchema(actionFieldRecord, { ...one, actionCustomItemOptions: one.options });

export const labelRecord = closed({ id: integer, name: text, createdAt: dateTime });

const someNamed = Type.Array(named);
const purposeRecord = closed({
	id: integer,
	name: text,
	pattern: integer,
	patternName: text,
	orderNum: integer,
});
const customerTypeRecord = shapeOf(group, 'v1', { times: false });
/** A deal type (v1 §2.1). */
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
		actionsPurposes: Type.Array(purposeRecord),
		dealCustomItems: Type.Array(fieldRecord),
		dealProductDetailTypes: Type.Array(productDetailTypes.schemas('v1').shape),
		dealCustomerTypes: Type.Array(customerTypeRecord),
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

/** A deal type with everything that belongs to it. */
function readDealType(scope: Scope, dealType: Row<'dealType'>) {
	const isPart = ({ dealTypeId }: { dealTypeId: number }) => dealTypeId === dealType.id;
	const namesOf = (name: PartOfDealType) => rowsOf(scope, name).filter(isPart).map(asReference);
	const phases = namesOf('phase');
	const details = scope.service.store.tables.productDetailType.select({
		where: [sql`t.domainId = ${dealType.domainId}`, isForDealType(dealType.id)],
		orderBy: raw('t.id'),
	});
	return {
		...asReference(dealType),
		phases,
		products: namesOf('product'),
		probabilities: namesOf('probability'),
		channels: namesOf('channel'),
		endPhaseReasons: namesOf('endPhaseReason'),
		actionsPurposes: rowsOf(scope, 'actionPurpose')
			.filter(isPart)
			.map((purpose) => {
				const { id: pattern, name: patternName } = rowOf(scope, 'actionPattern', purpose.patternId);
				return pickBySchema(purposeRecord, { ...purpose, pattern, patternName });
			}),
		dealCustomItems: fieldsOf(scope, 'deal').map(readField),
		dealProductDetailTypes: readRecords(scope, productDetailTypes, details, v1Conventions),
		dealCustomerTypes: rowsOf(scope, 'dealCustomerType')
			.filter(isPart)
			.map((one) => pickBySchema(customerTypeRecord, one)),
		// No phase requires more than the create form does.
		dealRequiredFields: phases.map(({ id }) => ({
			phaseId: id,
			amount: false,
			dealProductDetail: false,
			dealCustomItemIds: [],
		})),
	};
}

export const listOf = (plural: string, item: TSchema) => closed({ [plural]: Type.Array(item) });

/** The operation that lists the custom fields of customers, or of contacts. */
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

/** The operations on domain settings, deal types, and the custom fields of customers and contacts (v1 §4). */
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
			const { user: users, role: roles } = call.service.store.tables;
			const { domainId } = call.caller;
			const where = [sql`t.domainId = ${domainId}`];
			const orderBy = raw('t.id');
			return {
				dealTypes: rowsOf(call, 'dealType').map((dealType) => readDealType(call, dealType)),
				users: users.select({ where: [...where, raw('t.deleted = 0')], orderBy }).map(memberOf),
				roles: roles.select({ where, orderBy }).map(asReference),
			};
		},
	}),
	operation({
		id: 'dealType.get',
		method: 'GET',
		path: '/deal_setting/deal_types/{id}',
		response: dealTypeRecord,
		run: (call) => readDealType(call, rowOf(call, 'dealType', idIn(call, 'id'))),
	}),
	...(['customer', 'contact'] as const).map(fieldsOperation),
];
