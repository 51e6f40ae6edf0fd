import { Type, type Static, type TObject } from '@sinclair/typebox';
import { readCustomers } from '../domain/records/customer/read';
import {
	createCustomer,
	customerChanges,
	customerForm,
	updateCustomer,
} from '../domain/records/customer/write';
import { customers } from '../domain/records/kinds';
import { customerIndex } from '../domain/rules/search/indexes';
import { known, oneFlag } from '../operations/lists';
import { operationsOn } from '../operations/recordOperations';
import { readOptions } from '../operations/resource';
import { recordQuery, searchBody, sortingOf, v1Idiom } from './idiom';
import { limitQuery } from './lists';
import { customerRecord } from './shapes';

/** What v1's forms hold; v2's further properties mean nothing here. */
const properties = [
	'name',
	'address',
	'telNo',
	'webUrl',
	'employee',
	'capital',
	'closingMonth',
	'ownerRoleId',
	'customerCustoms',
	'customObjects',
] as const;
const form = Type.Pick(customerForm, properties);
const changes = Type.Pick(customerChanges, properties);
const ofV1 = <S extends TObject>(schema: S, body: Static<S>): Static<S> =>
	known(schema, body) as Static<S>;

const customer = operationsOn({
	...{ idiom: v1Idiom, kind: customers, path: '/customers', plural: 'customers' },
	shape: customerRecord,
	read: (call, rows, asked, customs) =>
		readCustomers(call, rows, readOptions(v1Idiom, asked, customs)),
});

/** v1 §4. */
export const customerOperations = [
	customer.getMany({
		query: { ...recordQuery, ...limitQuery },
		sorting: sortingOf(customerIndex),
	}),
	customer.create({ body: form, make: (call) => createCustomer(call, ofV1(form, call.body)) }),
	customer.search({ body: searchBody, index: customerIndex }),
	customer.get({ include_related_objects: oneFlag }),
	customer.update({
		body: changes,
		change: (call, row) => updateCustomer(call, row, ofV1(changes, call.body)),
	}),
	customer.createMany({
		item: form,
		make: (call) => (item) => createCustomer(call, ofV1(form, item)),
	}),
];
