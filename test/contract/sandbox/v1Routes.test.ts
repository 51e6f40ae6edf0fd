import { request } from 'undici';
import { operations } from '../../../sandbox/v1/operations';
import { documentedStatuses } from '../../../sandbox/v1/statuses';
import { OPERATION_COUNTS } from '../../support/counts';
import { startV1Client, type Failure, type V1Client } from '../support/v1Client';

/** The column v1 of the decision's table, written out. */
const routes: Record<string, string> = {
	'user.getMany': 'GET /users',
	'userGroup.getMany': 'GET /user_groups',
	'userGroup.update': 'PATCH /user_groups/{id}',
	'userGroup.addMember': 'POST /user_groups/{userGroupId}/users',
	'userGroup.removeMember': 'DELETE /user_groups/{userGroupId}/users/{userId}',
	'userGroup.replaceMembers': 'PUT /user_groups/{userGroupId}/users',
	'role.getMany': 'GET /roles',
	'customer.getMany': 'GET /customers',
	'customer.create': 'POST /customers',
	'customer.search': 'POST /customers/search',
	'customer.get': 'GET /customers/{id}',
	'customer.update': 'PATCH /customers/{id}',
	'customer.createMany': 'POST /customers/bulk',
	'customerAction.getMany': 'GET /customers/{customerId}/actions',
	'customerAction.create': 'POST /customers/{customerId}/actions',
	'customerAction.get': 'GET /customers/{customerId}/actions/{id}',
	'customerAction.update': 'PATCH /customers/{customerId}/actions/{id}',
	'customerAction.delete': 'DELETE /customers/{customerId}/actions/{id}',
	'customerAction.createMany': 'POST /customers/actions/bulk',
	'deal.getMany': 'GET /deals',
	'deal.create': 'POST /deals',
	'deal.search': 'POST /deals/search',
	'deal.get': 'GET /deals/{id}',
	'deal.update': 'PATCH /deals/{id}',
	'deal.createMany': 'POST /deal_types/{deal_type_id}/deals/bulk',
	'deal.updateMany': 'PATCH /deal_types/{deal_type_id}/deals/bulk',
	'dealContact.getMany': 'GET /deals/{dealId}/contacts',
	'dealContact.link': 'POST /deals/{dealId}/contacts/{id}',
	'dealContact.unlink': 'DELETE /deals/{dealId}/contacts/{id}',
	'dealAction.getMany': 'GET /actions',
	'dealAction.create': 'POST /actions',
	'dealAction.get': 'GET /actions/{id}',
	'dealAction.update': 'PATCH /actions/{id}',
	'dealAction.createMany': 'POST /actions/bulk',
	'contact.getMany': 'GET /contacts',
	'domainSetting.get': 'GET /domains/settings',
	'actionField.getMany': 'GET /action_custom_items',
	'actionField.create': 'POST /action_custom_items',
	'actionField.update': 'PATCH /action_custom_items/{item_key}',
	'actionField.getLabels': 'GET /action_custom_items/{actionCustomItemKey}/labels',
	'customerField.getMany': 'GET /customer_custom_items',
	'contactField.getMany': 'GET /contact_custom_items',
	'dealType.get': 'GET /deal_setting/deal_types/{id}',
	'productDetail.getMany': 'GET /deal_product_detail_types',
	'productDetail.getFields': 'GET /deal_product_detail_type_custom_items',
	'productDetail.createMany': 'POST /deal_product_detail_types/bulk',
	'productDetail.updateMany': 'PATCH /deal_product_detail_types/bulk',
};

describe('v1 routes and authentication', () => {
	let v1: V1Client;
	beforeAll(async () => {
		v1 = await startV1Client();
	});
	afterAll(() => v1.sandbox.close());

	test('the route table holds exactly the operations of S1', () => {
		const table = operations.map(({ id, method, path }) => [id, `${method} ${path}`]);
		expect(table).toHaveLength(OPERATION_COUNTS.v1);
		expect(Object.fromEntries(table)).toEqual(routes);
	});

	test('every operation has its row of documented statuses (v1 §4)', () => {
		expect(Object.keys(documentedStatuses).sort()).toEqual(Object.keys(routes).sort());
	});

	test.each(Object.entries(routes))('%s is served (S1)', async (_id, route) => {
		const [method, path = ''] = route.split(' ');
		const answer = await request(`${v1.sandbox.v1}${path.replace(/\{\w+\}/g, '999999')}`, {
			method: method as 'GET',
			headers: { 'x-api-key': v1.sandbox.credentials.v1, 'content-type': 'application/json' },
			...(method === 'GET' || method === 'DELETE' ? {} : { body: '{}' }),
		});
		// Whatever it says about the record, it knows the path.
		expect(await answer.body.text()).not.toContain('There is no');
	});

	test('the key stands in the header X-Api-Key; without a valid one: 401 (v1 §5, S3)', async () => {
		const { sandbox } = v1;
		const statusWith = async (headers: Record<string, string>) => {
			const { statusCode, body } = await request(`${sandbox.v1}/roles`, { headers });
			return [statusCode, await body.json()];
		};
		expect(await statusWith({})).toEqual([401, { error: 'UNAUTHORIZED' }]);
		expect((await statusWith({ 'x-api-key': 'wrong' }))[0]).toBe(401);
		expect((await statusWith({ authorization: `Bearer ${sandbox.credentials.v1}` }))[0]).toBe(401);
		expect((await statusWith({ 'x-api-key': sandbox.credentials.personal }))[0]).toBe(401);
		expect((await statusWith({ 'x-api-key': sandbox.credentials.v1 }))[0]).toBe(200);
	});

	test('an unknown path is a 404 with {error, messages} (v1 §7)', async () => {
		for (const path of ['/nothing', '/contacts/1', '/custom_object_defs/ticket/custom_objects']) {
			const { status, body } = await v1.get<Failure>(path);
			expect([status, body.error, body.messages.length]).toEqual([404, 'NOT_FOUND', 1]);
		}
	});

	test('what v2 alone offers is not there (S1)', async () => {
		for (const path of ['/customers/1', '/deals/1', '/actions/1']) {
			const { status, body } = await v1.delete<Failure>(path);
			expect([status, body.messages]).toEqual([404, [`There is no DELETE /v1${path}`]]);
		}
	});
});
