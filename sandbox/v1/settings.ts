import { Type } from '@sinclair/typebox';
import { operation, type Call } from '../operations/operation';
import { closed, integer, named } from '../contract/schemas';
import { memberOf, nameOf } from '../domain/records/names';
import { readDealType } from '../domain/records/setting/dealTypes';
import { readField } from '../domain/records/setting/fields';
import { fieldsOf } from '../domain/rules/customValues';
import { settingOf } from '../domain/rules/references';
import { inTokyo } from '../contract/time';
import { raw, sql } from '../domain/store/sql';
import { member } from '../domain/properties/customs';
import { dealTypeRecord, fieldRecord, listOf } from './shapes';

/** Domain settings, deal types, and the custom fields of customers and contacts: v1 §4. */
export const settingOperations = [
	operation({
		id: 'domainSetting.get',
		method: 'GET',
		path: '/domains/settings',
		summary: 'Domain settings',
		response: closed({
			dealTypes: Type.Array(dealTypeRecord),
			users: Type.Array(member),
			roles: Type.Array(named),
		}),
		run(call) {
			const { settings, users, roles } = call.service.store;
			const { domainId } = call.caller;
			const where = [sql`t.domainId = ${domainId}`];
			const orderBy = raw('t.id');
			return {
				dealTypes: settings
					.list('dealType', domainId)
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
		summary: 'Deal type get',
		params: Type.Object({ id: integer }),
		response: dealTypeRecord,
		run: (call) => readDealType(call, settingOf(call, 'dealType', call.params.id), inTokyo),
	}),
	operation({
		id: 'customerField.getMany',
		method: 'GET',
		path: '/customer_custom_items',
		summary: 'Customer custom item list',
		response: listOf('customerCustomItems', fieldRecord),
		run: (call: Call) => ({ customerCustomItems: fieldsOf(call, 'customer').map(readField) }),
	}),
	operation({
		id: 'contactField.getMany',
		method: 'GET',
		path: '/contact_custom_items',
		summary: 'Contact custom item list',
		response: listOf('contactCustomItems', fieldRecord),
		run: (call: Call) => ({ contactCustomItems: fieldsOf(call, 'contact').map(readField) }),
	}),
];
