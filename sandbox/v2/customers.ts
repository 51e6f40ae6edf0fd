import { Type, type Static } from '@sinclair/typebox';
import { operation, type Call } from '../operations/operation';
import { ids, integer, text } from '../contract/schemas';
import { readCustomersOfV2 } from '../domain/records/customer/read';
import {
	createCustomer,
	customerChanges,
	customerForm,
	updateCustomer,
} from '../domain/records/customer/write';
import type { Scope } from '../domain/scope';
import { readable } from '../domain/rules/access';
import { forEachItem, mostBulkItems } from '../domain/rules/bulk';
import { customerOf } from '../domain/rules/references';
import { removeCustomers } from '../domain/rules/removal';
import { customerSearch } from '../domain/rules/search/kinds';
import type { CustomerRow } from '../domain/store/rows';
import { raw } from '../domain/store/sql';
import { cursorEnvelope, cursorQuery, oneFlag, textFlag } from './lists';
import {
	listPage,
	listQuery,
	readOptions,
	searchBody,
	searchPage,
	type RecordKind,
} from './records';
import { customerRecord } from './shapes';

const customers = ({ service }: Scope): RecordKind<CustomerRow> => ({
	kind: 'customer',
	table: service.store.customers,
	search: customerSearch,
	words: [raw('t.name')],
});
const single = Type.Object({ id: integer });
const readQuery = Type.Object({ itemKeyAsPropertyKey: textFlag, include_related_objects: oneFlag });

/** One customer as get, create and update answer it. */
function answered(scope: Scope, id: number, query: Static<typeof readQuery> = {}) {
	return readCustomersOfV2(scope, [customerOf(scope, id)], readOptions('full', query))[0];
}

const permitted = (call: Call<{ id: number }>) =>
	readable(call, 'customer', call.service.store.customers, customerOf(call, call.params.id));

/** v2 §4.4. */
export const customerOperations = [
	operation({
		id: 'customer.getMany',
		method: 'GET',
		path: '/customers',
		summary: 'List customers',
		query: Type.Object(listQuery),
		response: cursorEnvelope('customers', customerRecord),
		run(call) {
			const { rows, envelope } = listPage(call, customers(call));
			return {
				customers: readCustomersOfV2(call, rows, readOptions('full', call.query)),
				...envelope,
			};
		},
	}),
	operation({
		id: 'customer.create',
		method: 'POST',
		path: '/customers',
		summary: 'Create customer',
		body: customerForm,
		response: customerRecord,
		creates: true,
		needs: 'customer.write',
		run(call) {
			const id = createCustomer(call, call.body);
			call.wrote([id]);
			return answered(call, id);
		},
	}),
	operation({
		id: 'customer.search',
		method: 'POST',
		path: '/customers/search',
		summary: 'Search customers',
		body: Type.Object({
			...searchBody,
			...cursorQuery,
			itemKeyAsPropertyKey: Type.Optional(Type.Union([Type.Boolean(), text])),
		}),
		response: cursorEnvelope('customers', customerRecord),
		run(call) {
			const { rows, envelope } = searchPage(call, customers(call), call.body);
			const options = readOptions('compact', call.body);
			return { customers: readCustomersOfV2(call, rows, options), ...envelope };
		},
	}),
	operation({
		id: 'customer.get',
		method: 'GET',
		path: '/customers/{id}',
		summary: 'Get customer',
		params: single,
		query: readQuery,
		response: customerRecord,
		run: (call) => answered(call, permitted(call).id, call.query),
	}),
	operation({
		id: 'customer.update',
		method: 'PATCH',
		path: '/customers/{id}',
		summary: 'Update customer',
		params: single,
		body: customerChanges,
		response: customerRecord,
		needs: 'customer.write',
		run(call) {
			const row = permitted(call);
			updateCustomer(call, row, call.body);
			call.wrote([row.id]);
			return answered(call, row.id);
		},
	}),
	operation({
		id: 'customer.delete',
		method: 'DELETE',
		path: '/customers/{id}',
		summary: 'Delete customer',
		params: single,
		response: null,
		needs: 'customer.write',
		run(call) {
			const { id } = permitted(call);
			removeCustomers(call, [id]);
			call.wrote([id]);
		},
	}),
	operation({
		id: 'customer.createMany',
		method: 'POST',
		path: '/customers/bulk',
		summary: 'Bulk create customers',
		body: Type.Object({ customers: Type.Array(customerForm, { maxItems: mostBulkItems }) }),
		response: ids,
		needs: 'customer.write',
		// v2 §6.
		audit: 'personal',
		run(call) {
			const created = forEachItem(call.body.customers, (form) => createCustomer(call, form));
			call.wrote(created);
			return created;
		},
	}),
];
