import { lookups } from './common';
import { resource } from './define';
import {
	decimal,
	flag,
	integer,
	recordId,
	referenceId,
	references,
	rows,
	text,
	type Field,
} from './fields';
import { createMany, updateMany } from './kinds/bulk';
import { getMany, listed } from './kinds/list';

const dealTypeFilter = referenceId('dealTypeId', 'Deal Type Name or ID', lookups.dealTypes, {
	description: 'Only those of this deal type',
});

/** v1 §4, product-detail setting bulk create. */
const fields: readonly Field[] = [
	text('name', 'Name', { required: true, description: 'The name of the product' }),
	references('dealTypeIds', 'Deal Type Names or IDs', lookups.dealTypes, {
		sent: 'id',
		description: 'The deal types in which it can be chosen',
	}),
	decimal('price', 'Price', { description: 'The price of one unit' }),
	decimal('unitCost', 'Unit Cost', { description: 'The cost of one unit' }),
	decimal('quantity', 'Quantity', { description: 'The usual quantity' }),
	text('unit', 'Unit', { description: 'What is counted, such as piece or hour' }),
	integer('billingTypeId', 'Billing Type ID', { description: 'How it is billed, such as once' }),
	integer('roundTypeId', 'Rounding ID', { description: 'How amounts are rounded' }),
	integer('unitCostRoundTypeId', 'Unit Cost Rounding ID', {
		description: 'How unit costs are rounded',
	}),
	decimal('grossProfitMargin', 'Gross Profit Margin', { description: 'The margin, in percent' }),
	flag('enableAutoCalculatePrice', 'Calculate Price', {
		description: 'Whether the price is calculated from cost and margin',
	}),
	text('memo', 'Memo', { description: 'Notes on the product' }),
	rows(
		'dealProductDetailTypeCustoms',
		'Custom Values',
		[
			integer('dealProductDetailTypeCustomItemId', 'Field ID', { min: 1 }),
			text('itemKey', 'Item Key', { description: 'Instead of the field ID' }),
			text('value', 'Value'),
		],
		{ button: 'Add Value', description: 'Values of custom fields of the product' },
	),
];

const settingId = recordId(
	'productDetailId',
	'Product Name or ID',
	lookups.productDetailTypes,
	'id',
);

/** v1 §2.8, §4. */
export const productDetail = resource('productDetail', 'Product Detail', {
	one: 'product detail',
	many: 'product details',
	operations: [
		getMany({
			filters: [dealTypeFilter],
			extra: [
				text('sort', 'Sort', { description: 'The key to sort by; a minus means descending' }),
			],
		}),
		(naming) =>
			listed(
				naming,
				{
					id: 'getFields',
					name: 'Get Fields',
					action: 'Get the fields of product details',
					description: 'Retrieve the custom fields that product details have',
				},
				{ filters: [dealTypeFilter] },
			),
		createMany({ plural: 'dealProductDetailTypes', fields }),
		updateMany({
			plural: 'dealProductDetailTypes',
			path: [{ ...settingId, place: 'body' }],
			fields,
		}),
	],
});
