import { Type } from '@sinclair/typebox';
import { closed, integer, named } from '../contract/schemas';
import { deals } from '../domain/records/deals';
import { nameOf } from '../domain/records/names';
import { dealBulk } from '../operations/deals';
import { textFlag } from '../operations/lists';
import { operationsOn } from '../operations/recordOperations';
import { readQuery, recordList, searchOptions, v2Idiom } from './idiom';

const { notice } = v2Idiom;
const query = { ...notice, itemKeyAsPropertyKey: textFlag };
const bulk = dealBulk(v2Idiom, 'dealTypeId');
const deal = operationsOn({ idiom: v2Idiom, kind: deals, path: '/deals' });

/** v2 §4.6. */
export const dealOperations = [
	deal.getMany({
		...recordList,
		query: { ...recordList.query, dealTypeId: Type.Optional(integer) },
	}),
	deal.create({ query }),
	deal.search(searchOptions),
	deal.get(readQuery),
	deal.update({ query }),
	deal.delete(notice),
	deal.createMany(bulk.createMany),
	bulk.updateMany(
		closed({ deals: Type.Array(named), skippedDeals: Type.Array(named) }),
		(updated, skipped) => ({ deals: updated.map(nameOf), skippedDeals: skipped.map(nameOf) }),
	),
];
