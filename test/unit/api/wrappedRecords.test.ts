/** Single records and bulk answers that are wrapped, though the documents show them bare (v2 §2.1 rule 6). */
import { ROUTES, type OperationId } from '../../../nodes/SalesManagement/api/routes';
import { versionOf } from '../../../nodes/SalesManagement/api/client';
import { clientOf } from '../support/testClient';

const VALUES = { id: 1, customerId: 1, contactId: 1, dealId: 1, dealTypeId: 1, userGroupId: 1 };
const PATH = { ...VALUES, customObjectDefKey: 'ticket', itemKey: 'a' };

const asked = async (operation: OperationId, body: unknown) => {
	const kind = ROUTES.v2[operation] ? 'personalToken' : 'v1ApiKey';
	expect(ROUTES[versionOf(kind)][operation]).toBeDefined();
	return (
		await clientOf(() => ({ body }), { kind }).send({ operation, path: PATH, body: { rows: [{}] } })
	).body;
};

const RECORD = { id: 7, name: 'A', customer: { id: 5 } };

describe('a record in an envelope', () => {
	test.each<[OperationId, unknown]>([
		['deal.get', { deal: RECORD }],
		['deal.get', { data: RECORD }],
		['deal.get', { result: RECORD, meta: { took: 3 } }],
		['deal.create', { Deal: RECORD }],
		['deal.update', { success: true, code: 200, message: 'ok', data: RECORD }],
		['dealAction.get', { dealAction: RECORD }],
		['dealAction.create', { action: RECORD }],
		['customerAction.update', { customer_action: RECORD }],
		['customObject.get', { custom_object: RECORD }],
		['userGroup.addMember', { userGroup: RECORD }],
		['userGroup.replaceMembers', { data: RECORD }],
		['user.getCurrent', { user: RECORD }],
		['user.getCurrent', { me: RECORD }],
		['dealType.get', { deal_type: RECORD }],
		['deal.get', { deal: RECORD, customer: { id: 5 } }],
	])('%s %j', async (operation, body) => {
		expect(await asked(operation, body)).toEqual(RECORD);
	});

	test.each<[OperationId, unknown]>([
		['deal.create', { data: { id: 7 } }],
		['deal.create', { deal: { id: '7' } }],
		['deal.create', { id: 7 }],
	])('a created id: %s %j', async (operation, body) => {
		expect(await asked(operation, body)).toEqual({ id: 7 });
	});

	test('the settings of a domain have no ID', async () => {
		const settings = { dealTypes: [], users: [] };
		for (const body of [settings, { data: settings }, { domain_setting: settings }]) {
			expect(await asked('domainSetting.get', body)).toEqual(settings);
		}
	});

	test('lists that stand side by side have numbers for ids as well', async () => {
		const ids = (write: (id: number) => unknown) => ({
			dealTypes: [{ id: write(1), phases: [{ id: write(2), status: 1 }] }],
			users: [{ id: write(3), name: '4' }],
		});
		expect(await asked('domainSetting.get', ids(String))).toEqual(ids(Number));
	});

	test.each<[string, OperationId, unknown]>([
		['a record that holds one of its name', 'deal.get', { id: 1, deal: RECORD }],
		['a reference', 'dealAction.create', { name: 'A', deal: { id: 5 } }],
		['another resource', 'deal.get', { customer: RECORD }],
		['two that may be meant', 'deal.get', { deal: RECORD, data: RECORD }],
		['an object without an ID', 'deal.get', { data: { name: 'A' } }],
		['a list', 'deal.get', { data: [RECORD] }],
		['an error beside it', 'deal.update', { error: 'locked', data: RECORD }],
		['no success', 'deal.update', { success: false, data: RECORD }],
		['what a delete returns', 'deal.delete', { data: RECORD }],
	])('%s stays as it is', async (_name, operation, body) => {
		expect(await asked(operation, structuredClone(body))).toEqual(body);
	});
});

describe('a bulk answer in an envelope', () => {
	const BOTH = { deals: [{ id: 1 }], skippedDeals: [{ id: 2 }] };

	test.each<[OperationId, unknown, unknown]>([
		['customer.createMany', { ids: [1, 2] }, [1, 2]],
		['customer.createMany', { data: [1, 2], errors: [] }, [1, 2]],
		['customer.createMany', { customers: [{ id: '1' }, { id: '2' }] }, [{ id: 1 }, { id: 2 }]],
		['customer.createMany', { data: { ids: [1, 2] } }, [1, 2]],
		['customerAction.createMany', { actions: [{ id: 1 }] }, [{ id: 1 }]],
		['customObject.updateMany', { customObjects: [{ id: 1 }] }, [{ id: 1 }]],
		['customObject.updateMany', { updated_ids: [1] }, [1]],
		['deal.updateMany', { data: [{ id: 1 }] }, [{ id: 1 }]],
		['deal.updateMany', { data: BOTH }, BOTH],
		['deal.updateMany', { deals: [{ id: '1' }], skippedDeals: [{ id: '2' }] }, BOTH],
		[
			'deal.updateMany',
			{ deals: [{ id: 1 }], skipped_deals: [] },
			{ deals: [{ id: 1 }], skippedDeals: [] },
		],
		[
			'deal.updateMany',
			{ data: { deals: [], skipped_deals: [{ id: 2 }] } },
			{ deals: [], skippedDeals: [{ id: 2 }] },
		],
	])('%s %j', async (operation, body, expected) => {
		expect(await asked(operation, body)).toEqual(expected);
	});

	test.each<[string, OperationId, unknown]>([
		['as documented', 'deal.updateMany', BOTH],
		['only what was skipped', 'deal.updateMany', { deals: [], skippedDeals: [{ id: 2 }] }],
		['two lists', 'customer.createMany', { created: [1], data: [2] }],
		['a list of another name', 'customer.createMany', { accounts: [1, 2] }],
		['an error beside it', 'customer.createMany', { error: 'partly', ids: [1, 2] }],
		['a word of success', 'customer.createMany', { success: true }],
		['what was skipped alone', 'deal.updateMany', { skippedDeals: [{ id: 2 }] }],
	])('%s stays as it is', async (_name, operation, body) => {
		expect(await asked(operation, structuredClone(body))).toEqual(body);
	});
});
