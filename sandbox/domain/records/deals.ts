import { integer, text } from '../../contract/schemas';
import * as records from '../properties/records';
import type { DealRow } from '../properties/records';
import { associateObjects } from '../rules/associations';
import { customerName, is, isPartOf } from '../rules/filters';
import { checkedId, rowOf } from '../rules/references';
import { removeDeals } from '../rules/removal';
import { indexOf } from '../rules/search/columns';
import type { Scope } from '../scope';
import { customerIndex } from './customers';
import { recordKind } from './kind';
import { namesOf } from './names';
import { closingLeadtime, requireReason, stayDays } from '../rules/wonAndLost';
import { productDetailsReader, totalCostOf, writeProductDetails } from './productDetails';
import { associated, type Page } from './reading';

type Related = DealRow['relatedCustomers'];
type RelatedItem = { dealCustomerTypeId: number; customerId: number; delete?: boolean };

/** v2 §2.6, §4.6. */
export const deals = recordKind<DealRow>('Deal', {
	...{ name: 'deal', plural: 'deals', table: 'deal' },
	properties: records.deal,
	index: indexOf('deal', records.deal, { customer: customerIndex }),
	writers: {
		memo: (given: string | null) => given ?? '',
		productDetails: (given: records.ProductDetailItem[], { dealTypeId, productDetails }, scope) =>
			writeProductDetails(scope, dealTypeId, productDetails, given),
		relatedCustomers: (given: RelatedItem[], draft, scope) =>
			given.reduce(
				(before, item) => relatedAfter(scope, draft, before, item),
				draft.relatedCustomers,
			),
	},
	readers: {
		closingLeadtime:
			({ scope }) =>
			(row) =>
				closingLeadtime(scope, row),
		totalCost:
			({ scope: { service } }) =>
			(row) =>
				service.decimalFormat(totalCostOf(row.productDetails)),
		totalProfit:
			({ scope: { service } }) =>
			({ amount, productDetails }) =>
				service.decimalFormat((amount ?? 0) - totalCostOf(productDetails)),
		phaseStayDays,
		productDetails(page) {
			const read = productDetailsReader(page);
			return (row) => read(row.productDetails);
		},
		dealCustomerTypes: relatedByType,
		customObjects: associated('deal'),
	},
	settle(scope, draft, _, before) {
		const { phaseId, phaseHistory } = draft;
		requireReason(scope, draft);
		if (phaseId === before?.phaseId) return draft;
		// A new deal has entered its first phase when it was made.
		const at = before ? draft.updatedAt : draft.createdAt;
		return { ...draft, phaseHistory: [...phaseHistory, { phaseId, at }] };
	},
	follow: associateObjects('deal'),
	filters: {
		searchWord: [text, isPartOf('t.name', customerName)],
		dealTypeId: [integer, is('t.dealTypeId')],
	},
	remove: removeDeals,
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

function phaseStayDays({ scope: { service, caller } }: Page<DealRow>) {
	const phases = service.store.tables.phase.list(caller.domainId);
	return (row: DealRow) => {
		const days = stayDays(row);
		return phases
			.filter(({ dealTypeId }) => dealTypeId === row.dealTypeId)
			.map(({ id, name }) => ({
				...{ id, name, phaseStayDays: days.get(id) ?? 0 },
				isCurrentPhase: id === row.phaseId,
			}));
	};
}

/** The related customers of each type (v1 §2.7). */
function relatedByType({ scope, rows }: Page<DealRow>) {
	const types = namesOf(scope, 'dealCustomerType');
	const related = rows.flatMap((row) => row.relatedCustomers.map(({ customerId }) => customerId));
	const customers = namesOf(scope, 'customer', related);
	return ({ relatedCustomers }: DealRow) => {
		// Some may have been deleted.
		const present = relatedCustomers.filter(({ customerId }) => customers(customerId));
		return [...new Set(present.map(({ typeId }) => typeId))].map((typeId) => ({
			dealCustomerType: types(typeId),
			customers: present
				.filter((one) => one.typeId === typeId)
				.map(({ customerId }) => customers(customerId)),
		}));
	};
}
