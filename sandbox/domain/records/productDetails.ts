import BigNumber from 'bignumber.js';
import { invalid, notFound } from '../../contract/refusal';
import { decimalOf, type Decimal } from '../../contract/values';
import {
	dealProductDetail as properties,
	type ProductDetail,
	type ProductDetailItem,
} from '../properties/recordFields';
import { rowOf } from '../rules/references';
import { referenceTo } from './names';
import type { Scope } from '../scope';
import type { ShownKind } from './reading';
import { emptyOf, applyForm } from './writing';

/**
 * The product details of a deal after the items of a form are applied: an item with an id updates a
 * product detail, or removes it if `deleted` is true; one without an id adds a product detail
 * (v2 §2.6).
 */
export function writeProductDetails(
	scope: Scope,
	dealTypeId: number,
	before: ProductDetail[],
	items: ProductDetailItem[],
): ProductDetail[] {
	let details = before;
	for (const item of items) {
		if (item.id === undefined) {
			details = [...details, addDetail(scope, dealTypeId, item)];
			continue;
		}
		const present = details.find((detail) => detail.id === item.id);
		if (!present) throw notFound('deal product detail', item.id);
		const { dealProductDetailTypeId: _, ...changes } = item;
		details = item.deleted
			? details.filter((detail) => detail !== present)
			: details.map((one) =>
					one === present ? applyForm(scope, { properties }, one, changes) : one,
				);
	}
	return details;
}

function addDetail(scope: Scope, dealTypeId: number, item: ProductDetailItem): ProductDetail {
	if (item.dealProductDetailTypeId === undefined) {
		throw invalid('a new product detail needs dealProductDetailTypeId');
	}
	const setting = rowOf(scope, 'productDetailType', item.dealProductDetailTypeId);
	if (!setting.dealTypeIds.includes(dealTypeId)) {
		throw invalid(`deal product detail type ${setting.id} is not for deal type ${dealTypeId}`);
	}
	const added = {
		...(emptyOf(properties) as ProductDetail),
		id: scope.service.store.next('productDetail'),
		quantity: setting.quantity ?? decimalOf(1),
		price: setting.price ?? decimalOf(0),
		unitCost: setting.unitCost ?? decimalOf(0),
	};
	return applyForm(scope, { properties }, added, item);
}

const timesTerm = ({ quantity, term }: ProductDetail, price: Decimal) =>
	new BigNumber(quantity.text).times(price.text).times(Math.max(1, term ?? 1));

export const totalCostOf = (details: ProductDetail[]) =>
	BigNumber.sum(0, ...details.map((detail) => timesTerm(detail, detail.unitCost)));

/** The product details of a deal in a response, with name, unit and billing type of their settings. */
export const productDetails: ShownKind<ProductDetail> = {
	properties,
	readers: {
		subtotal: (detail, { scope }) =>
			scope.service.decimalFormat(timesTerm(detail, detail.price).toFixed()),
	},
	more({ dealProductDetailTypeId }, { scope }) {
		const { name, unit, billingTypeId } = rowOf(
			scope,
			'productDetailType',
			dealProductDetailTypeId,
		);
		return { name, unit, billingType: referenceTo(scope, 'billingType', billingTypeId) };
	},
};
