import { invalid, notFound } from '../../../contract/refusal';
import type { ProductDetailItem } from './form';
import type { Scope } from '../../scope';
import { moment } from '../../scope';
import type { ProductDetail } from '../../store/rows';
import { writeCustoms } from '../../rules/customValues';
import { settingOf } from '../../rules/references';

/** An item with id is updated, with `deleted` removed, without id added (v2 §2.6). */
export function writeProductDetails(
	scope: Scope,
	dealTypeId: number,
	before: ProductDetail[],
	items: ProductDetailItem[] | undefined,
): ProductDetail[] {
	let details = before;
	for (const item of items ?? []) {
		if (item.id === undefined) {
			details = [...details, addDetail(scope, dealTypeId, item)];
			continue;
		}
		const present = details.find((detail) => detail.id === item.id);
		if (!present) throw notFound('deal product detail', item.id);
		details = item.deleted
			? details.filter((detail) => detail !== present)
			: details.map((one) => (one === present ? changeDetail(scope, one, item) : one));
	}
	return details;
}

function addDetail(scope: Scope, dealTypeId: number, item: ProductDetailItem): ProductDetail {
	if (item.dealProductDetailTypeId === undefined) {
		throw invalid('a new product detail needs dealProductDetailTypeId');
	}
	const setting = settingOf(scope, 'productDetail', item.dealProductDetailTypeId);
	if (!setting.dealTypeIds.includes(dealTypeId)) {
		throw invalid(`deal product detail type ${setting.id} is not for deal type ${dealTypeId}`);
	}
	const added: ProductDetail = {
		id: scope.service.store.next('productDetail'),
		dealProductDetailTypeId: setting.id,
		quantity: setting.quantity ?? 1,
		price: setting.price ?? 0,
		unitCost: setting.unitCost ?? 0,
		term: null,
		firstSales: null,
		memo: null,
		customs: {},
	};
	return changeDetail(scope, added, item);
}

function changeDetail(scope: Scope, detail: ProductDetail, item: ProductDetailItem): ProductDetail {
	const customs = item.dealProductDetailCustoms;
	return {
		...detail,
		quantity: Number(item.quantity ?? detail.quantity),
		price: Number(item.price ?? detail.price),
		unitCost: Number(item.unitCost ?? detail.unitCost),
		term: item.term === undefined ? detail.term : item.term,
		firstSales:
			item.firstSales === undefined
				? detail.firstSales
				: (moment('firstSales', item.firstSales ?? undefined) ?? null),
		memo: item.memo === undefined ? detail.memo : item.memo,
		customs: writeCustoms(scope, 'productDetail', detail.customs, customs),
	};
}

export const subtotalOf = (detail: ProductDetail): number =>
	detail.quantity * detail.price * Math.max(1, detail.term ?? 1);
const cost = (detail: ProductDetail) =>
	detail.quantity * detail.unitCost * Math.max(1, detail.term ?? 1);

export const totalCostOf = (details: ProductDetail[]): number =>
	details.reduce((sum, detail) => sum + cost(detail), 0);
