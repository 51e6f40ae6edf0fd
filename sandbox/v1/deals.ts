import { Type } from '@sinclair/typebox';
import { integer } from '../contract/schemas';
import { deals } from '../domain/records/deals';
import { dealBulk } from '../operations/deals';
import { oneFlag, textFlag } from '../operations/lists';
import { operationsOn } from '../operations/recordOperations';
import { recordQuery, searchBody, sortingOf, v1Idiom } from './idiom';
import { limitQuery } from './lists';

const query = { itemKeyAsPropertyKey: textFlag };
const bulk = dealBulk(v1Idiom, 'deal_type_id');
const deal = operationsOn({ idiom: v1Idiom, kind: deals, path: '/deals' });

/** v1 §4. */
export const dealOperations = [
	deal.getMany({
		query: { ...recordQuery, dealTypeId: Type.Optional(integer), ...limitQuery, ...query },
		sorting: sortingOf(deals),
	}),
	deal.create({ query }),
	deal.search({ body: searchBody }),
	deal.get({ ...query, include_related_objects: oneFlag }),
	deal.update(),
	deal.createMany(bulk.createMany),
	// The document shows no response of a success, and no deal is skipped: the lock of won and lost
	// phases holds for personal tokens only (v1 §4, v2 §3).
	bulk.updateMany(null, () => undefined),
];
