import * as records from '../properties/records';
import { settingOf } from '../rules/references';
import type { Scope } from '../scope';
import { sql } from '../store/sql';
import { recordKind } from './kind';
import type { Page } from './reading';

type Row = records.ProductDetailTypeRow;

const keyed =
	(
		kind: 'billingType' | 'roundType',
		of: 'billingTypeId' | 'roundTypeId' | 'unitCostRoundTypeId',
	) =>
	({ scope }: Page<Row>) =>
	(row: Row) => {
		const { id, key, name } = settingOf(scope, kind, row[of]);
		return { id, key, name };
	};

/** Product-detail settings (v1 §2.8). */
export const productDetailTypes = recordKind<Row>('DealProductDetailType', {
	...{ name: 'productDetail', plural: 'dealProductDetailTypes' },
	table: ({ productDetailTypes: table }) => table,
	properties: records.productDetailType,
	writers: {
		dealTypeIds: (ids: number[], _, scope) => ids.map((id) => settingOf(scope, 'dealType', id).id),
	},
	readers: {
		billingTypeId: keyed('billingType', 'billingTypeId'),
		roundTypeId: keyed('roundType', 'roundTypeId'),
		unitCostRoundTypeId: keyed('roundType', 'unitCostRoundTypeId'),
	},
	filters: { dealTypeId: (id: number) => ofDealType(id) },
	remove: ({ service }, ids) => service.store.productDetailTypes.remove(ids),
});

/** Those that are for a deal type. */
export const ofDealType = (id: number) =>
	sql`EXISTS (SELECT 1 FROM json_each(t.dealTypeIds) WHERE value = ${id})`;

/** How a new one begins: charged once, and not rounded. */
export function newProductDetailType({ service, caller }: Scope): Partial<Row> {
	const idOf = (kind: 'billingType' | 'roundType', key: string) =>
		service.store.settings.list(kind, caller.domainId).find((one) => one.key === key)?.id ?? 0;
	const roundTypeId = idOf('roundType', 'none');
	const billingTypeId = idOf('billingType', 'lump');
	return { billingTypeId, roundTypeId, unitCostRoundTypeId: roundTypeId };
}
