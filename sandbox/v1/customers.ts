import { customers } from '../domain/records/customers';
import { oneFlag } from '../operations/lists';
import { operationsOn } from '../operations/recordOperations';
import { recordQuery, searchBody, sortingOf, v1Idiom } from './idiom';
import { limitQuery } from './lists';

const customer = operationsOn({ idiom: v1Idiom, kind: customers, path: '/customers' });

/** v1 §4. */
export const customerOperations = [
	customer.getMany({ query: { ...recordQuery, ...limitQuery }, sorting: sortingOf(customers) }),
	customer.create(),
	customer.search({ body: searchBody }),
	customer.get({ include_related_objects: oneFlag }),
	customer.update(),
	customer.createMany(),
];
