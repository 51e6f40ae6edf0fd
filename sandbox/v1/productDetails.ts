import { Type, type TSchema } from '@sinclair/typebox';
import { operation } from '../operations/operation';
import { most } from '../contract/limits';
import { closed, ids, integer, nullable, text } from '../contract/schemas';
import type { Form } from '../domain/properties/property';
import { productDetailType } from '../domain/properties/records';
import { formOf } from '../domain/properties/schemas';
import { readProductDetailFields } from '../domain/records/setting/dealTypes';
import {
	createProductDetailType,
	readProductDetailTypes,
	updateProductDetailType,
} from '../domain/records/setting/productDetails';
import { forEachItem } from '../domain/rules/bulk';
import { settingOf } from '../domain/rules/references';
import { inTokyo } from '../contract/time';
import { pageEnvelope, arrayPage, limitQuery, sorted, sortQuery } from './idiom';
import { listOf, productDetailTypeRecord } from './settings';

const dealTypeId = Type.Optional(integer);
const items = <Item>(item: TSchema) =>
	Type.Unsafe<Item[]>(Type.Array(item, { maxItems: most.bulkItems }));

/** Product-detail settings: v1 §4. */
export const productDetailOperations = [
	operation({
		id: 'productDetail.getMany',
		method: 'GET',
		path: '/deal_product_detail_types',
		summary: 'Product-detail setting list',
		query: Type.Object({ dealTypeId, ...sortQuery, ...limitQuery }),
		response: pageEnvelope('dealProductDetailTypes', productDetailTypeRecord),
		run(call) {
			const { sort = '-updatedAt' } = call.query;
			const asked = call.query.dealTypeId;
			if (asked !== undefined) settingOf(call, 'dealType', asked);
			const found = call.service.store.settings
				.list('productDetail', call.caller.domainId)
				.filter((one) => asked === undefined || one.dealTypeIds.includes(asked));
			const inOrder = sorted(found, sort, ['id', 'name', 'price', 'createdAt', 'updatedAt']);
			const { rows, envelope } = arrayPage(call.service, inOrder, call.query);
			const options = { version: 'v1', time: inTokyo } as const;
			const dealProductDetailTypes = readProductDetailTypes(call, rows, options);
			return { ...envelope, dealProductDetailTypes };
		},
	}),
	operation({
		id: 'productDetail.getFields',
		method: 'GET',
		path: '/deal_product_detail_type_custom_items',
		summary: 'Product-detail custom item list',
		query: Type.Object({ dealTypeId }),
		response: listOf(
			'dealProductDetailTypeCustomItems',
			closed({
				id: integer,
				dealTypeId: nullable.integer,
				dealTypeIds: ids,
				name: text,
				itemType: text,
				orderNum: integer,
				itemKey: nullable.text,
				dealProductDetailTypeCustomItemOptions: Type.Array(closed({ id: integer, label: text })),
			}),
		),
		run(call) {
			const asked = call.query.dealTypeId;
			if (asked !== undefined) settingOf(call, 'dealType', asked);
			return { dealProductDetailTypeCustomItems: readProductDetailFields(call, asked) };
		},
	}),
	operation({
		id: 'productDetail.createMany',
		method: 'POST',
		path: '/deal_product_detail_types/bulk',
		summary: 'Product-detail setting bulk create',
		body: Type.Object({
			dealProductDetailTypes: items<Form<typeof productDetailType>>(
				formOf(productDetailType, 'create', 'v1'),
			),
		}),
		response: ids,
		run(call) {
			const created = forEachItem(call.body.dealProductDetailTypes, (form) =>
				createProductDetailType(call, form),
			);
			call.wrote(created);
			return created;
		},
	}),
	operation({
		id: 'productDetail.updateMany',
		method: 'PATCH',
		path: '/deal_product_detail_types/bulk',
		summary: 'Product-detail setting bulk update',
		body: Type.Object({
			dealProductDetailTypes: items<Form<typeof productDetailType> & { id: number }>(
				Type.Object({ id: integer, ...formOf(productDetailType, 'update', 'v1').properties }),
			),
		}),
		// The document shows no response of a success (v1 §4).
		response: null,
		run(call) {
			const { dealProductDetailTypes: changes } = call.body;
			forEachItem(changes, (item) => updateProductDetailType(call, item));
			call.wrote(changes.map(({ id }) => id));
		},
	}),
];
