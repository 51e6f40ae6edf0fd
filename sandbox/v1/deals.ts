import { Type } from '@sinclair/typebox';
import { integer } from '../contract/schemas';
import { dealChanges, dealForm } from '../domain/records/deal/form';
import { readDeals } from '../domain/records/deal/read';
import { createDeal, updateDeal } from '../domain/records/deal/write';
import { deals } from '../domain/records/kinds';
import { dealIndex } from '../domain/rules/search/indexes';
import { dealBulk } from '../operations/deals';
import { oneFlag, textFlag } from '../operations/lists';
import { operationsOn } from '../operations/recordOperations';
import { readOptions } from '../operations/resource';
import { recordQuery, searchBody, sortingOf, v1Idiom } from './idiom';
import { limitQuery } from './lists';
import { dealRecord } from './shapes';

const query = { itemKeyAsPropertyKey: textFlag };
const bulk = dealBulk(v1Idiom, 'deal_type_id');

const deal = operationsOn({
	...{ idiom: v1Idiom, kind: deals, path: '/deals', plural: 'deals', shape: dealRecord },
	// Without the totals that only v2 has (v1 §2.7).
	read: (call, rows, asked, form) =>
		readDeals(call, rows, readOptions(v1Idiom, asked, form)).map(
			({ totalCost: _cost, totalProfit: _profit, ...read }) => read,
		),
});

/** v1 §4. */
export const dealOperations = [
	deal.getMany({
		query: { ...recordQuery, dealTypeId: Type.Optional(integer), ...limitQuery, ...query },
		sorting: sortingOf(dealIndex),
	}),
	deal.create({ query, body: dealForm, make: (call) => createDeal(call, call.body) }),
	deal.search({ body: searchBody, index: dealIndex }),
	deal.get({ ...query, include_related_objects: oneFlag }),
	deal.update({ body: dealChanges, change: (call, row) => updateDeal(call, row, call.body) }),
	deal.createMany(bulk.create),
	// The document shows no response of a success, and no deal is skipped: the lock of won and lost
	// phases holds for personal tokens only (v1 §4, v2 §3).
	bulk.update(null, () => undefined),
];
