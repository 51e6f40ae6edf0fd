import { invalid, notFound } from '../../contract/refusal';
import {
	dealProductDetail as properties,
	type ProductDetail,
	type ProductDetailItem,
} from '../properties/recordFields';
import { rowOf } from '../rules/references';
import { referenceTo } from './names';
import type { Scope } from '../scope';
import type { ShownKind } from './reading';
import { emptyOf, written } from './writing';

/** An item with id is updated, with `deleted` removed, without id added (v2 §2.6). */
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
					one === present ? written(scope, { properties }, one, changes) : one,
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
		quantity: setting.quantity ?? 1,
		price: setting.price ?? 0,
		unitCost: setting.unitCost ?? 0,
	};
	return written(scope, { properties }, added, item);
}

const timesTerm = ({ quantity, term }: ProductDetail, price: number): number =>
	quantity * price * Math.max(1, term ?? 1);

export const totalCostOf = (details: ProductDetail[]): number =>
	details.reduce((sum, detail) => sum + timesTerm(detail, detail.unitCost), 0);

const settingOf = (scope: Scope, detail: ProductDetail) =>
	rowOf(scope, 'productDetailType', detail.dealProductDetailTypeId);

/** The product details of a deal in a response: beside what they hold, what their settings say. */
export const productDetails: ShownKind<ProductDetail> = {
	properties,
	readers: {
		name: (detail, { scope }) => settingOf(scope, detail).name,
		unit: (detail, { scope }) => settingOf(scope, detail).unit,
		billingType: (detail, { scope }) =>
			referenceTo(scope, 'billingType', settingOf(scope, detail).billingTypeId),
		subtotal: (detail, { scope }) => scope.service.decimalFormat(timesTerm(detail, detail.price)),
	},
};
