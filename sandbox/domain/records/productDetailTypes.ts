import { integer } from '../../contract/schemas';
import * as records from '../properties/recordFields';
import { rowOf, rowsOf } from '../rules/references';
import type { Scope } from '../scope';
import { sql } from '../store/sql';
import { recordKind } from './kind';

type Row = records.ProductDetailTypeRow;

/** Product-detail settings (v1 §2.8). */
export const productDetailTypes = recordKind<Row>('DealProductDetailType', {
	name: 'productDetail',
	plural: 'dealProductDetailTypes',
	table: 'productDetailType',
	properties: records.productDetailType,
	writers: {
		dealTypeIds: (ids: number[], _, scope) => ids.map((id) => rowOf(scope, 'dealType', id).id),
	},
	filters: { dealTypeId: [integer, (id: number) => isForDealType(id)] },
});

/** Selects the settings on rows `t` that are for a deal type. */
export const isForDealType = (id: number) =>
	sql`EXISTS (SELECT 1 FROM json_each(t.dealTypeIds) WHERE value = ${id})`;

/** The columns of a new setting: charged once, and not rounded. */
export function newProductDetailType(scope: Scope): Partial<Row> {
	const idOf = (kind: 'billingType' | 'roundType', key: string) =>
		rowsOf(scope, kind).find((one) => one.key === key)?.id ?? 0;
	const roundTypeId = idOf('roundType', 'none');
	const billingTypeId = idOf('billingType', 'lump');
	return { billingTypeId, roundTypeId, unitCostRoundTypeId: roundTypeId };
}
