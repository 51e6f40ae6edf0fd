import { Type, type Static, type TObject } from '@sinclair/typebox';
import { operation } from '../operations/operation';
import { ids, integer } from '../contract/schemas';
import { readCustomers } from '../domain/records/customer/read';
import {
	createCustomer,
	customerChanges,
	customerForm,
	updateCustomer,
} from '../domain/records/customer/write';
import type { Scope } from '../domain/scope';
import { forEachItem, mostBulkItems } from '../domain/rules/bulk';
import { customerOf } from '../domain/rules/references';
import { customerSearch } from '../domain/rules/search/kinds';
import type { CustomerRow } from '../domain/store/rows';
import { raw } from '../domain/store/sql';
import { limitQuery, oneFlag, pageEnvelope } from './lists';
import {
	listPage,
	listQuery,
	readOptions,
	searchBody,
	searchPage,
	searchReadOptions,
	type RecordKind,
} from './records';
import { customerRecord } from './shapes';

const customers = ({ service }: Scope): RecordKind<CustomerRow> => ({
	table: service.store.customers,
	search: customerSearch,
	words: [raw('t.name')],
});

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
const ofV1 = <S extends TObject>({ properties: known }: S, body: Static<S>): Static<S> =>
	Object.fromEntries(Object.entries(body as object).filter(([name]) => name in known));

const single = Type.Object({ id: integer });

/** One customer as get, create and update answer it. */
const answered = (scope: Scope, id: number, relatedObjects?: number) =>
	readCustomers(scope, [customerOf(scope, id)], readOptions({ form: 'full' }, relatedObjects))[0];

/** v1 §4. */
export const customerOperations = [
	operation({
		id: 'customer.getMany',
		method: 'GET',
		path: '/customers',
		summary: 'Customer list',
		query: Type.Object({ ...listQuery, ...limitQuery }),
		response: pageEnvelope('customers', customerRecord),
		run(call) {
			const { rows, envelope } = listPage(call, customers(call));
			return { ...envelope, customers: readCustomers(call, rows, readOptions({ form: 'full' })) };
		},
	}),
	operation({
		id: 'customer.create',
		method: 'POST',
		path: '/customers',
		summary: 'Customer create',
		body: form,
		response: customerRecord,
		creates: true,
		run(call) {
			const id = createCustomer(call, ofV1(form, call.body));
			call.wrote([id]);
			return answered(call, id);
		},
	}),
	operation({
		id: 'customer.search',
		method: 'POST',
		path: '/customers/search',
		summary: 'Customer search',
		body: searchBody,
		response: pageEnvelope('customers', customerRecord),
		run(call) {
			const { rows, envelope } = searchPage(call, customers(call));
			return { ...envelope, customers: readCustomers(call, rows, searchReadOptions(call.body)) };
		},
	}),
	operation({
		id: 'customer.get',
		method: 'GET',
		path: '/customers/{id}',
		summary: 'Customer get',
		params: single,
		query: Type.Object({ include_related_objects: oneFlag }),
		response: customerRecord,
		run: (call) => answered(call, call.params.id, call.query.include_related_objects),
	}),
	operation({
		id: 'customer.update',
		method: 'PATCH',
		path: '/customers/{id}',
		summary: 'Customer update',
		params: single,
		body: changes,
		response: customerRecord,
		run(call) {
			const row = customerOf(call, call.params.id);
			updateCustomer(call, row, ofV1(changes, call.body));
			call.wrote([row.id]);
			return answered(call, row.id);
		},
	}),
	operation({
		id: 'customer.createMany',
		method: 'POST',
		path: '/customers/bulk',
		summary: 'Customer bulk create',
		body: Type.Object({ customers: Type.Array(form, { maxItems: mostBulkItems }) }),
		response: ids,
		run(call) {
			const created = forEachItem(call.body.customers, (item) =>
				createCustomer(call, ofV1(form, item)),
			);
			call.wrote(created);
			return created;
		},
	}),
];
