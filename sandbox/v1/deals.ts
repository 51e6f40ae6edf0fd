import { Type } from '@sinclair/typebox';
import { operation } from '../operations/operation';
import { invalid } from '../contract/refusal';
import { ids, integer } from '../contract/schemas';
import type { ReadOptions } from '../domain/records/customer/read';
import {
	dealChanges,
	dealChangesItem,
	dealForm,
	dealFormOfType,
} from '../domain/records/deal/form';
import { readDeals } from '../domain/records/deal/read';
import { createDeal, updateDeal } from '../domain/records/deal/write';
import type { Scope } from '../domain/scope';
import { forEachItem, mostBulkItems } from '../domain/rules/bulk';
import { dealOf, settingOf } from '../domain/rules/references';
import { dealSearch } from '../domain/rules/search/kinds';
import type { DealRow } from '../domain/store/rows';
import { raw, sql } from '../domain/store/sql';
import { limitQuery, oneFlag, pageEnvelope, textFlag } from './lists';
import {
	listPage,
	listQuery,
	readOptions,
	searchBody,
	searchPage,
	searchReadOptions,
	type RecordKind,
} from './records';
import { dealRecord } from './shapes';

const deals = ({ service }: Scope): RecordKind<DealRow> => ({
	table: service.store.deals,
	search: dealSearch,
	words: [raw('t.name'), raw('(SELECT c.name FROM customer AS c WHERE c.id = t.customerId)')],
});

const single = Type.Object({ id: integer });
const ofType = Type.Object({ deal_type_id: integer });
const keyedQuery = Type.Object({ itemKeyAsPropertyKey: textFlag });

interface ReadQuery {
	itemKeyAsPropertyKey?: 'true' | 'false';
	include_related_objects?: number;
}
const options = ({ itemKeyAsPropertyKey, include_related_objects: related }: ReadQuery) =>
	readOptions({ form: 'full', keyed: itemKeyAsPropertyKey === 'true' }, related);

/** Deals without the totals that only v2 has (v1 §2.7). */
const read = (scope: Scope, rows: DealRow[], how: ReadOptions) =>
	readDeals(scope, rows, how).map(({ totalCost: _cost, totalProfit: _profit, ...deal }) => deal);

/** One deal as get, create and update answer it. */
const answered = (scope: Scope, id: number, query: ReadQuery) =>
	read(scope, [dealOf(scope, id)], options(query))[0];

/** v1 §4. */
export const dealOperations = [
	operation({
		id: 'deal.getMany',
		method: 'GET',
		path: '/deals',
		summary: 'Deal list',
		query: Type.Object({
			...listQuery,
			dealTypeId: Type.Optional(integer),
			...limitQuery,
			itemKeyAsPropertyKey: textFlag,
		}),
		response: pageEnvelope('deals', dealRecord),
		run(call) {
			const { dealTypeId } = call.query;
			const where = dealTypeId === undefined ? [] : [sql`t.dealTypeId = ${dealTypeId}`];
			const { rows, envelope } = listPage(call, deals(call), where);
			return { ...envelope, deals: read(call, rows, options(call.query)) };
		},
	}),
	operation({
		id: 'deal.create',
		method: 'POST',
		path: '/deals',
		summary: 'Deal create',
		query: keyedQuery,
		body: dealForm,
		response: dealRecord,
		creates: true,
		run(call) {
			const id = createDeal(call, call.body);
			call.wrote([id]);
			call.notify(id, [call.body.user.id]);
			return answered(call, id, call.query);
		},
	}),
	operation({
		id: 'deal.search',
		method: 'POST',
		path: '/deals/search',
		summary: 'Deal search',
		body: searchBody,
		response: pageEnvelope('deals', dealRecord),
		run(call) {
			const { rows, envelope } = searchPage(call, deals(call));
			return { ...envelope, deals: read(call, rows, searchReadOptions(call.body)) };
		},
	}),
	operation({
		id: 'deal.get',
		method: 'GET',
		path: '/deals/{id}',
		summary: 'Deal get',
		params: single,
		query: Type.Object({ ...keyedQuery.properties, include_related_objects: oneFlag }),
		response: dealRecord,
		run: (call) => answered(call, call.params.id, call.query),
	}),
	operation({
		id: 'deal.update',
		method: 'PATCH',
		path: '/deals/{id}',
		summary: 'Deal update',
		params: single,
		body: dealChanges,
		response: dealRecord,
		run(call) {
			const deal = updateDeal(call, dealOf(call, call.params.id), call.body);
			call.wrote([deal.id]);
			call.notify(deal.id, [deal.userId]);
			return answered(call, deal.id, {});
		},
	}),
	operation({
		id: 'deal.createMany',
		method: 'POST',
		path: '/deal_types/{deal_type_id}/deals/bulk',
		summary: 'Deal bulk create',
		params: ofType,
		body: Type.Object({ deals: Type.Array(dealFormOfType, { maxItems: mostBulkItems }) }),
		response: ids,
		run(call) {
			const { id: dealTypeId } = settingOf(call, 'dealType', call.params.deal_type_id);
			const created = forEachItem(call.body.deals, (form) => {
				if (form.dealType && form.dealType.id !== dealTypeId) {
					throw invalid(`dealType ${form.dealType.id} is not that of the path`);
				}
				return createDeal(call, { ...form, dealType: { id: dealTypeId } });
			});
			call.wrote(created);
			return created;
		},
	}),
	operation({
		id: 'deal.updateMany',
		method: 'PATCH',
		path: '/deal_types/{deal_type_id}/deals/bulk',
		summary: 'Deal bulk update',
		params: ofType,
		body: Type.Object({ deals: Type.Array(dealChangesItem, { maxItems: mostBulkItems }) }),
		// The document shows no answer of a success, and no deal is skipped: the lock of won and
		// lost phases holds for personal tokens only (v1 §4, v2 §3).
		response: null,
		run(call) {
			const { id: dealTypeId } = settingOf(call, 'dealType', call.params.deal_type_id);
			forEachItem(call.body.deals, ({ id, ...changes }) => {
				const deal = dealOf(call, id);
				if (deal.dealTypeId !== dealTypeId) {
					throw invalid(`deal ${id} is not of deal type ${dealTypeId}`);
				}
				updateDeal(call, deal, changes);
			});
			call.wrote(call.body.deals.map(({ id }) => id));
		},
	}),
];
