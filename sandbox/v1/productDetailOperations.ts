import { Type } from '@sinclair/typebox';
import { closed, ids, integer, nullable, text } from '../contract/schemas';
import type { ProductDetailTypeRow } from '../domain/properties/recordFields';
import { newProductDetailType, productDetailTypes } from '../domain/records/productDetailTypes';
import { fieldsOf } from '../domain/rules/customValues';
import { rowOf, rowsOf } from '../domain/rules/references';
import { pickBySchema, operation } from '../operations/operation';
import { operationsOn } from '../operations/recordOperations';
import { limitQuery, sortedBy, sortQuery, v1Conventions } from './v1Conventions';
import { listOf } from './settingOperations';

const kind = productDetailTypes;
const path = '/deal_product_detail_types';
const productDetail = operationsOn<ProductDetailTypeRow>({
	conventions: v1Conventions,
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

const sorting = sortedBy(['id', 'name', 'createdAt', 'updatedAt']);

/** A custom field of product details (v1 §2.8). */
const detailFieldRecord = closed({
	id: integer,
	dealTypeId: nullable.integer,
	dealTypeIds: ids,
	name: text,
	itemType: text,
	orderNum: integer,
	itemKey: nullable.text,
	dealProductDetailTypeCustomItemOptions: Type.Array(closed({ id: integer, label: text })),
});

/** The operations on product-detail settings (v1 §4). */
export const productDetailOperations = [
	productDetail.getMany({
		query: { ...sortQuery, ...limitQuery },
		sorting: {
			...sorting,
			columns: { ...sorting.columns, price: `json_extract(t.price, '$.order')` },
		},
	}),
	operation({
		id: 'productDetail.getFields',
		method: 'GET',
		path: '/deal_product_detail_type_custom_items',
		query: { dealTypeId: integer },
		response: listOf('dealProductDetailTypeCustomItems', detailFieldRecord),
		run(call) {
			const asked = call.query.dealTypeId;
			if (asked !== undefined) rowOf(call, 'dealType', asked);
			// Every deal type has all of these fields.
			const dealTypeIds = rowsOf(call, 'dealType').map(({ id }) => id);
			const fields = fieldsOf(call, 'productDetail').map((field) =>
				pickBySchema(detailFieldRecord, {
					...field,
					dealTypeId: asked ?? dealTypeIds[0] ?? null,
					dealTypeIds,
					dealProductDetailTypeCustomItemOptions: field.options.map(({ id, label }) => ({
						id,
						label,
					})),
				}),
			);
			return { dealProductDetailTypeCustomItems: fields };
		},
	}),
	productDetail.createMany(),
	// The document shows no response of a success (v1 §4).
	productDetail.updateMany({ response: null }),
];
