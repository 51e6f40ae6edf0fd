import {
	decimal,
	flag,
	pathId,
	productValueRows,
	referenceId,
	referenceIds,
	text,
} from '../fields';
import { anySort, recordId, recordTimes } from './common';
import { dropdowns } from './dropdownSources';
import { record } from './record';

const ofDealType = referenceId('dealTypeId', 'Deal Type', dropdowns.dealTypes, {
	description: 'Limits the list to this deal type',
});

/** v1 §2.8, §4. */
export const productDetail = record('productDetail', {
	name: 'Product Detail',
	key: pathId('productDetailId', 'Product', dropdowns.productDetailTypes),
	fields: [
		recordId,
		text('name', 'Name', { traits: ['main', 'required'] }),
		referenceIds('dealTypeIds', 'Deal Types', dropdowns.dealTypes, {
			traits: ['main'],
			description: 'The deal types that offer it',
		}),
		decimal('price', 'Price', { traits: ['main'], description: 'The price of one unit' }),
		decimal('unitCost', 'Unit Cost', { description: 'The cost of one unit' }),
		decimal('quantity', 'Quantity', { description: 'The usual quantity' }),
		text('unit', 'Unit', {
			traits: ['main'],
			description: 'What is counted, such as piece or hour',
		}),
		referenceId('billingTypeId', 'Billing Type', dropdowns.billingTypes, {
			traits: ['main'],
			shownAs: 'billingType',
			description: 'How it is billed, such as once; the names come from the products',
		}),
		referenceId('roundTypeId', 'Rounding', dropdowns.roundTypes, {
			shownAs: 'roundType',
			description: 'How amounts are rounded; the names come from the products',
		}),
		referenceId('unitCostRoundTypeId', 'Unit Cost Rounding', dropdowns.roundTypes, {
			shownAs: 'unitCostRoundType',
			description: 'How unit costs are rounded; the names come from the products',
		}),
		decimal('grossProfitMargin', 'Gross Profit Margin', { description: 'The margin, in percent' }),
		flag('enableAutoCalculatePrice', 'Calculate Price', {
			description: 'Whether the price is calculated from cost and margin',
		}),
		text('memo', 'Memo', { traits: ['main'], description: 'Notes on the product' }),
		productValueRows(
			'dealProductDetailTypeCustoms',
			[text('itemKey', 'Item Key', { description: 'Instead of the field ID' })],
			{ description: 'Values of custom fields of the product' },
		),
		...recordTimes,
	],
	filters: [ofDealType],
	valuesDefinedBy: 'productDetail.getFields',
	operations: {
		getMany: { sort: anySort },
		getFields: {
			kind: 'list',
			name: 'Get Fields',
			action: 'Get fields of product details',
			description: 'Retrieve the custom fields that product details have',
			filters: [ofDealType],
		},
	},
});
