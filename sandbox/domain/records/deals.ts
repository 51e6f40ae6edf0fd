import BigNumber from 'bignumber.js';
import { integer, text } from '../../contract/schemas';
import * as records from '../properties/recordFields';
import type { DealRow } from '../properties/recordFields';
import { customerName, columnIs, isPartOf } from '../rules/filters';
import { checkedId, rowOf, rowsOf } from '../rules/references';
import { indexOf } from '../rules/search/columns';
import type { Scope } from '../scope';
import { customerIndex } from './customers';
import { recordKind } from './kind';
import { referenceTo } from './names';
import { closingLeadtime, requireReason, stayDays } from '../rules/wonAndLost';
import { productDetails, totalCostOf, writeProductDetails } from './productDetails';
import { readRecords, type ReadContext } from './reading';

type Related = DealRow['relatedCustomers'];
type RelatedItem = { dealCustomerTypeId: number; customerId: number; delete?: boolean };

/** Deals (v2 §2.6, §4.6). */
export const deals = recordKind<DealRow>('Deal', {
	name: 'deal',
	plural: 'deals',
	table: 'deal',
	properties: records.deal,
	index: indexOf('deal', records.deal, { customer: customerIndex }),
	writers: {
		productDetails: (given: records.ProductDetailItem[], { dealTypeId, productDetails }, scope) =>
			writeProductDetails(scope, dealTypeId, productDetails, given),
		relatedCustomers: (given: RelatedItem[], draft, scope) =>
			given.reduce(
				(before, item) => relatedAfter(scope, draft, before, item),
				draft.relatedCustomers,
			),
	},
	readers: {
		closingLeadtime: (row, { scope }) => closingLeadtime(scope, row),
		totalCost: ({ productDetails }, { scope }) =>
			scope.service.decimalFormat(totalCostOf(productDetails).toFixed()),
		totalProfit: ({ amount, productDetails }, { scope }) =>
			scope.service.decimalFormat(
				new BigNumber(amount ?? 0).minus(totalCostOf(productDetails)).toFixed(),
			),
		phaseStayDays,
		productDetails: (row, { scope, options }) =>
			readRecords(scope, productDetails, row.productDetails, options),
		dealCustomerTypes: relatedByType,
	},
	settle(scope, draft, _, before) {
		const { phaseId, phaseHistory } = draft;
		requireReason(scope, draft);
		if (phaseId === before?.phaseId) return draft;
		// A new deal entered its first phase when it was created.
		const at = before ? draft.updatedAt : draft.createdAt;
		return { ...draft, phaseHistory: [...phaseHistory, { phaseId, at }] };
	},
	filters: {
		searchWord: [text, isPartOf('t.name', customerName)],
		dealTypeId: [integer, columnIs('t.dealTypeId')],
	},
	people: ({ userId }) => [userId],
});

/** Links a related customer, or unlinks one with `delete` (v2 §2.6). */
function relatedAfter(
	scope: Scope,
	{ dealTypeId }: DealRow,
	before: Related,
	item: RelatedItem,
): Related {
	const typeId = checkedId(scope, 'dealCustomerType', item.dealCustomerTypeId, dealTypeId);
	const { id: customerId } = rowOf(scope, 'customer', item.customerId);
	const others = before.filter((one) => one.typeId !== typeId || one.customerId !== customerId);
	return item.delete ? others : [...others, { typeId, customerId }];
}

function phaseStayDays(row: DealRow, { scope }: ReadContext) {
	const days = stayDays(row);
	return rowsOf(scope, 'phase')
		.filter(({ dealTypeId }) => dealTypeId === row.dealTypeId)
		.map(({ id, name }) => ({
			id,
			name,
			phaseStayDays: days.get(id) ?? 0,
			isCurrentPhase: id === row.phaseId,
		}));
}

/** The related customers of each type (v1 §2.7). */
function relatedByType({ relatedCustomers }: DealRow, { scope }: ReadContext) {
	const present = relatedCustomers.flatMap(({ typeId, customerId }) => {
		const customer = referenceTo(scope, 'customer', customerId);
		// The customer may have been deleted.
		return customer ? [{ typeId, customer }] : [];
	});
	return [...new Set(present.map(({ typeId }) => typeId))].map((typeId) => ({
		dealCustomerType: referenceTo(scope, 'dealCustomerType', typeId),
		customers: present.filter((one) => one.typeId === typeId).map(({ customer }) => customer),
	}));
}
