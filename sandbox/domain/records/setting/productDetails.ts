import type { Form } from '../../properties/property';
import { productDetailType as properties } from '../../properties/records';
import { settingOf } from '../../rules/references';
import type { Scope } from '../../scope';
import type { Setting } from '../../store/settings';
import { readRecords, type Page, type ReadOptions } from '../reading';
import type { Writers } from '../kind';
import { emptyOf, written } from '../writing';

type ProductDetailType = Setting<'productDetail'>;

const writers: Writers<ProductDetailType> = {
	dealTypeIds: (ids: number[], _, scope) => ids.map((id) => settingOf(scope, 'dealType', id).id),
};
const keyed =
	(
		kind: 'billingType' | 'roundType',
		of: 'billingTypeId' | 'roundTypeId' | 'unitCostRoundTypeId',
	) =>
	({ scope }: Page<ProductDetailType>) =>
	(row: ProductDetailType) => {
		const { id, key, name } = settingOf(scope, kind, row[of]);
		return { id, key, name };
	};
const readers = {
	billingTypeId: keyed('billingType', 'billingTypeId'),
	roundTypeId: keyed('roundType', 'roundTypeId'),
	unitCostRoundTypeId: keyed('roundType', 'unitCostRoundTypeId'),
};

/** Product-detail settings in a response (v1 §2.8). */
export const readProductDetailTypes = (
	scope: Scope,
	rows: ProductDetailType[],
	options: ReadOptions,
) => readRecords(scope, { properties, readers }, rows, options);

/** Adds a product-detail setting and returns its id. */
export function createProductDetailType(scope: Scope, form: Form<typeof properties>): number {
	const { service, caller } = scope;
	const { settings } = service.store;
	const first = (kind: 'billingType' | 'roundType', key: string) =>
		settings.list(kind, caller.domainId).find((one) => one.key === key)?.id ?? 0;
	const roundTypeId = first('roundType', 'none');
	const empty = {
		...(emptyOf(properties) as ProductDetailType),
		...{ domainId: caller.domainId, ...service.creationStamps() },
		...{ billingTypeId: first('billingType', 'lump'), roundTypeId },
		unitCostRoundTypeId: roundTypeId,
	};
	const { id: _, ...added } = written(scope, { properties, writers }, { ...empty, id: 0 }, form);
	return settings.put('productDetail', added).id;
}

/** Changes the properties that the item holds. */
export function updateProductDetailType(
	scope: Scope,
	{ id, ...changes }: Form<typeof properties> & { id: number },
): void {
	const before = settingOf(scope, 'productDetail', id);
	const updatedAt = Math.max(before.updatedAt, scope.service.stamp());
	const next = written(scope, { properties, writers }, { ...before, updatedAt }, changes);
	scope.service.store.settings.put('productDetail', next);
}
