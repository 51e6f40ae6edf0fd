import { Type } from '@sinclair/typebox';
import { closed, ids, integer, nullable, text } from '../contract/schemas';
import type { ProductDetailTypeRow } from '../domain/properties/records';
import { newProductDetailType, productDetailTypes } from '../domain/records/productDetailTypes';
import { readProductDetailFields } from '../domain/records/setting/dealTypes';
import { rowOf } from '../domain/rules/references';
import { operation } from '../operations/operation';
import { operationsOn } from '../operations/recordOperations';
import { limitQuery, sortQuery, v1Idiom } from './idiom';
import { listOf } from './settings';

const kind = productDetailTypes;
const path = '/deal_product_detail_types';
const productDetail = operationsOn<ProductDetailTypeRow>({
	idiom: v1Idiom,
	kind,
	path,
	where(call) {
		const { dealTypeId: asked } = call.query as { dealTypeId?: number };
		if (asked !== undefined) rowOf(call, 'dealType', asked);
		return [];
	},
	start(call) {
		const begun = newProductDetailType(call);
		return () => begun;
	},
});

/** Product-detail settings: v1 §4. */
export const productDetailOperations = [
	productDetail.getMany({
		query: { ...sortQuery, ...limitQuery },
		sorting: {
			columns: {
				id: 't.id',
				name: 't.name',
				price: 't.price',
				createdAt: 't.createdAt',
				updatedAt: 't.updatedAt',
			},
			usual: '-updatedAt',
		},
	}),
	operation({
		id: 'productDetail.getFields',
		method: 'GET',
		path: '/deal_product_detail_type_custom_items',
		query: { dealTypeId: Type.Optional(integer) },
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
			if (asked !== undefined) rowOf(call, 'dealType', asked);
			return { dealProductDetailTypeCustomItems: readProductDetailFields(call, asked) };
		},
	}),
	productDetail.createMany(),
	// The document shows no response of a success (v1 §4).
	productDetail.updateMany({ response: null }),
];
