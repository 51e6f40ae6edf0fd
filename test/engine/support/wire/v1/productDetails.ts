import { type WireRow } from '../wireRow';

export const productDetails: WireRow[] = [
	{
		operation: 'productDetail.getMany',
		parameters: ({ dealType }) => ({ limit: 2, filters: { dealTypeId: dealType } }),
		sends: ({ dealType }) => ({
			method: 'GET',
			path: '/deal_product_detail_types',
			query: `dealTypeId=${dealType}&page=1&limit=2`,
		}),
	},
	{
		operation: 'productDetail.getFields',
		parameters: ({ dealType }) => ({ filters: { dealTypeId: dealType } }),
		sends: ({ dealType }) => ({
			method: 'GET',
			path: '/deal_product_detail_type_custom_items',
			query: `dealTypeId=${dealType}`,
		}),
	},
	{
		operation: 'productDetail.createMany',
		parameters: ({ dealType }) => ({
			name: 'Wire Product',
			additionalFields: { dealTypeIds: [dealType], price: '12.50', unit: '', memo: 'm' },
		}),
		sends: ({ dealType }) => ({
			method: 'POST',
			path: '/deal_product_detail_types/bulk',
			body: {
				dealProductDetailTypes: [
					{ name: 'Wire Product', dealTypeIds: [dealType], price: '12.50', unit: '', memo: 'm' },
				],
			},
		}),
	},
	{
		operation: 'productDetail.updateMany',
		parameters: ({ productDetailType }) => ({
			productDetailId: productDetailType,
			updateFields: { memo: 'changed' },
		}),
		sends: ({ productDetailType }) => ({
			method: 'PATCH',
			path: '/deal_product_detail_types/bulk',
			body: { dealProductDetailTypes: [{ id: productDetailType, memo: 'changed' }] },
		}),
	},
];
