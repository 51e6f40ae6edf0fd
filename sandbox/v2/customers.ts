import { Type } from '@sinclair/typebox';
import { text } from '../contract/schemas';
import { customers } from '../domain/records/customers';
import { operationsOn } from '../operations/recordOperations';
import { cursorQuery } from './cursorLists';
import { readQuery, recordList, searchOptions, v2Idiom } from './idiom';

const customer = operationsOn({ idiom: v2Idiom, kind: customers, path: '/customers' });

/** v2 §4.4. */
export const customerOperations = [
	customer.getMany(recordList),
	customer.create(),
	customer.search({
		body: {
			...searchOptions.body,
			...cursorQuery,
			itemKeyAsPropertyKey: Type.Optional(Type.Union([Type.Boolean(), text])),
		},
	}),
	customer.get(readQuery),
	customer.update(),
	customer.delete(),
	// v2 §6.
	customer.createMany({ audit: 'personal' }),
];
