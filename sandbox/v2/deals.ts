import { Type } from '@sinclair/typebox';
import { closed, integer, named } from '../contract/schemas';
import { dealChanges, dealForm } from '../domain/records/deal/form';
import { readDeals } from '../domain/records/deal/read';
import { createDeal, updateDeal } from '../domain/records/deal/write';
import { deals } from '../domain/records/kinds';
import { nameOf } from '../domain/records/names';
import { dealIndex } from '../domain/rules/search/indexes';
import { dealBulk } from '../operations/deals';
import { textFlag } from '../operations/lists';
import { operationsOn } from '../operations/recordOperations';
import { readOptions } from '../operations/resource';
import { readQuery, recordList, searchOptions, v2Idiom } from './idiom';
import { dealRecord } from './shapes';

const { notice } = v2Idiom;
const query = { ...notice, itemKeyAsPropertyKey: textFlag };
const bulk = dealBulk(v2Idiom, 'dealTypeId');

const deal = operationsOn({
	...{ idiom: v2Idiom, kind: deals, path: '/deals', plural: 'deals', shape: dealRecord },
	read: (call, rows, asked, form) => readDeals(call, rows, readOptions(v2Idiom, asked, form)),
});

/** v2 §4.6. */
export const dealOperations = [
	deal.getMany({
		...recordList,
		query: { ...recordList.query, dealTypeId: Type.Optional(integer) },
	}),
	deal.create({ query, body: dealForm, make: (call) => createDeal(call, call.body) }),
	deal.search({ ...searchOptions, index: dealIndex }),
	deal.get(readQuery),
	deal.update({
		query,
		body: dealChanges,
		change: (call, row) => updateDeal(call, row, call.body),
	}),
	deal.delete(notice),
	deal.createMany(bulk.create),
	bulk.update(
		closed({ deals: Type.Array(named), skippedDeals: Type.Array(named) }),
		(updated, skipped) => ({ deals: updated.map(nameOf), skippedDeals: skipped.map(nameOf) }),
	),
];
