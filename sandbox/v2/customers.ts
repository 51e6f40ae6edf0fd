import { Type } from '@sinclair/typebox';
import { text } from '../contract/schemas';
import { readCustomersOfV2 } from '../domain/records/customer/read';
import {
	createCustomer,
	customerChanges,
	customerForm,
	updateCustomer,
} from '../domain/records/customer/write';
import { customers } from '../domain/records/kinds';
import { filterSchema, sortSchema } from '../domain/rules/search/body';
import { customerIndex } from '../domain/rules/search/indexes';
import { operationsOn } from '../operations/recordOperations';
import { readOptions } from '../operations/resource';
import { cursorQuery } from './cursorLists';
import { readQuery, recordList, v2Idiom } from './idiom';
import { customerRecord } from './shapes';

const customer = operationsOn({
	...{ idiom: v2Idiom, kind: customers, path: '/customers', plural: 'customers' },
	shape: customerRecord,
	read: (call, rows, asked, form) =>
		readCustomersOfV2(call, rows, readOptions(v2Idiom, asked, form)),
});

/** v2 §4.4. */
export const customerOperations = [
	customer.getMany(recordList),
	customer.create({ body: customerForm, make: (call) => createCustomer(call, call.body) }),
	customer.search({
		index: customerIndex,
		body: {
			filter: filterSchema,
			sort: Type.Optional(sortSchema),
			...cursorQuery,
			itemKeyAsPropertyKey: Type.Optional(Type.Union([Type.Boolean(), text])),
		},
	}),
	customer.get(readQuery),
	customer.update({
		body: customerChanges,
		change: (call, row) => updateCustomer(call, row, call.body),
	}),
	customer.delete(),
	customer.createMany({
		item: customerForm,
		make: (call) => (form) => createCustomer(call, form),
		// v2 §6.
		audit: 'personal',
	}),
];
