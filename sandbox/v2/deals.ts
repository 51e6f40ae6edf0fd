import { Type, type Static } from '@sinclair/typebox';
import { operation, type Call } from '../operations/operation';
import { invalid } from '../contract/refusal';
import { closed, ids, integer, named } from '../contract/schemas';
import {
	dealChanges,
	dealChangesItem,
	dealForm,
	dealFormOfType,
} from '../domain/records/deal/form';
import { readDeals } from '../domain/records/deal/read';
import { createDeal, updateDeal } from '../domain/records/deal/write';
import type { Scope } from '../domain/scope';
import { readable } from '../domain/rules/access';
import { forEachItem, mostBulkItems } from '../domain/rules/bulk';
import { isLockedAgainst } from '../domain/records/deal/phases';
import { dealOf, settingOf } from '../domain/rules/references';
import { removeDeals } from '../domain/rules/removal';
import { dealSearch } from '../domain/rules/search/kinds';
import type { DealRow } from '../domain/store/rows';
import { raw, sql } from '../domain/store/sql';
import { cursorEnvelope, cursorQuery, oneFlag, skipNotice, textFlag } from './lists';
import {
	listPage,
	listQuery,
	readOptions,
	searchBody,
	searchPage,
	type RecordKind,
} from './records';
import { dealRecord } from './shapes';

const deals = ({ service }: Scope): RecordKind<DealRow> => ({
	kind: 'deal',
	table: service.store.deals,
	search: dealSearch,
	words: [raw('t.name'), raw('(SELECT c.name FROM customer AS c WHERE c.id = t.customerId)')],
});

const single = Type.Object({ id: integer });
const ofType = Type.Object({ dealTypeId: integer });
const noticeQuery = Type.Object({ skipNotice });
const writeQuery = Type.Object({ skipNotice, itemKeyAsPropertyKey: textFlag });
const readQuery = Type.Object({
	itemKeyAsPropertyKey: textFlag,
	include_related_objects: oneFlag,
});

/** One deal as get, create and update answer it. */
const answered = (scope: Scope, id: number, query: Static<typeof readQuery>) =>
	readDeals(scope, [dealOf(scope, id)], readOptions('full', query))[0];

const permitted = (call: Scope, id: number) =>
	readable(call, 'deal', call.service.store.deals, dealOf(call, id));

/** A deal of the path's type; another one is a failed validation. */
function dealOfType(call: Call<Static<typeof ofType>>, id: number): DealRow {
	const { dealTypeId } = call.params;
	const deal = permitted(call, id);
	if (deal.dealTypeId !== dealTypeId) {
		throw invalid(`deal ${id} is not of deal type ${dealTypeId}`);
	}
	return deal;
}

/** v2 §4.6. */
export const dealOperations = [
	operation({
		id: 'deal.getMany',
		method: 'GET',
		path: '/deals',
		summary: 'List deals',
		query: Type.Object({ ...listQuery, dealTypeId: Type.Optional(integer) }),
		response: cursorEnvelope('deals', dealRecord),
		run(call) {
			const { dealTypeId } = call.query;
			const where = dealTypeId === undefined ? [] : [sql`t.dealTypeId = ${dealTypeId}`];
			const { rows, envelope } = listPage(call, deals(call), where);
			return { deals: readDeals(call, rows, readOptions('full', call.query)), ...envelope };
		},
	}),
	operation({
		id: 'deal.create',
		method: 'POST',
		path: '/deals',
		summary: 'Create deal',
		query: writeQuery,
		body: dealForm,
		response: dealRecord,
		creates: true,
		needs: 'deal.write',
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
		summary: 'Search deals',
		query: Type.Object(cursorQuery),
		body: Type.Object(searchBody),
		response: cursorEnvelope('deals', dealRecord),
		run(call) {
			const { rows, envelope } = searchPage(call, deals(call), call.query);
			return { deals: readDeals(call, rows, readOptions('compact', {})), ...envelope };
		},
	}),
	operation({
		id: 'deal.get',
		method: 'GET',
		path: '/deals/{id}',
		summary: 'Get deal',
		params: single,
		query: readQuery,
		response: dealRecord,
		run: (call) => answered(call, permitted(call, call.params.id).id, call.query),
	}),
	operation({
		id: 'deal.update',
		method: 'PATCH',
		path: '/deals/{id}',
		summary: 'Update deal',
		params: single,
		query: writeQuery,
		body: dealChanges,
		response: dealRecord,
		needs: 'deal.write',
		run(call) {
			const deal = updateDeal(call, permitted(call, call.params.id), call.body);
			call.wrote([deal.id]);
			call.notify(deal.id, [deal.userId]);
			return answered(call, deal.id, call.query);
		},
	}),
	operation({
		id: 'deal.delete',
		method: 'DELETE',
		path: '/deals/{id}',
		summary: 'Delete deal',
		params: single,
		query: noticeQuery,
		response: null,
		needs: 'deal.write',
		run(call) {
			const { id, userId } = permitted(call, call.params.id);
			removeDeals(call, [id]);
			call.wrote([id]);
			call.notify(id, [userId]);
		},
	}),
	operation({
		id: 'deal.createMany',
		method: 'POST',
		path: '/deal_types/{dealTypeId}/deals/bulk',
		summary: 'Bulk create deals',
		params: ofType,
		query: noticeQuery,
		body: Type.Object({ deals: Type.Array(dealFormOfType, { maxItems: mostBulkItems }) }),
		response: ids,
		needs: 'deal.write',
		run(call) {
			const dealType = settingOf(call, 'dealType', call.params.dealTypeId);
			const created = forEachItem(call.body.deals, (form) => {
				if (form.dealType && form.dealType.id !== dealType.id) {
					throw invalid(`dealType ${form.dealType.id} is not that of the path`);
				}
				return createDeal(call, { ...form, dealType: { id: dealType.id } });
			});
			call.wrote(created);
			return created;
		},
	}),
	operation({
		id: 'deal.updateMany',
		method: 'PATCH',
		path: '/deal_types/{dealTypeId}/deals/bulk',
		summary: 'Bulk update deals',
		params: ofType,
		query: noticeQuery,
		body: Type.Object({ deals: Type.Array(dealChangesItem, { maxItems: mostBulkItems }) }),
		response: closed({ deals: Type.Array(named), skippedDeals: Type.Array(named) }),
		needs: 'deal.write',
		run(call) {
			settingOf(call, 'dealType', call.params.dealTypeId);
			const skipped: DealRow[] = [];
			const updated: DealRow[] = [];
			forEachItem(call.body.deals, ({ id, ...changes }) => {
				const deal = dealOfType(call, id);
				if (isLockedAgainst(call, deal, changes)) skipped.push(deal);
				else updated.push(updateDeal(call, deal, changes));
			});
			call.wrote(updated.map(({ id }) => id));
			return { deals: updated.map(nameOf), skippedDeals: skipped.map(nameOf) };
		},
	}),
];

const nameOf = ({ id, name }: DealRow) => ({ id, name });
