/** What is refused, and how each version words it (v2 §7; v1 §4, §7). */
import { request } from 'node:http';
import { documentedStatuses } from '../../sandbox/v1/documentedStatuses';
import { Api, type Version } from './support/client';
import { anything, dealForm } from './support/forms';
import { hold, type Rule, type Step } from './support/rules';

const customers = 'POST /customers';
const asked = (body: string, outcome: string | object): Step => [customers, body, outcome];

describe('bodies', () => {
	hold(
		[['+ customer', [{}]]],
		[
			['malformed JSON', 'both', asked('{"name": ', 'BAD_REQUEST')],
			...['[]', '"text"', '5', 'null'].map((text): Rule => [
				`a body of ${text}`,
				'both',
				asked(text, 'BAD_REQUEST'),
			]),
			[
				'an empty body is read as an empty object',
				'both',
				asked('', 'VALIDATION_FAILED: name is required'),
			],
		],
	);

	describe.each(['v2', 'v1'] as const)('%s', (version) => {
		let api: Api;
		beforeAll(async () => {
			api = await Api.start();
		});
		afterAll(async () => await api.close());

		test('all wrong properties are reported at once', async () => {
			const form = { name: 1, employee: 'x', customerCustoms: [{ itemKey: 5, value: 1 }] };
			const { body } = await api.call(version, customers, form);
			expect(body.messages).toEqual([
				'name must be string',
				'employee must be integer,null',
				'customerCustoms[0].itemKey must be string',
			]);
		});

		test('another content type is refused, a charset is fine', async () => {
			const sent = (type: string) => ({ headers: { 'content-type': type } });
			const text = await api.call(version, customers, '{"name":"x"}', sent('text/plain'));
			expect([text.status, text.body.error]).toEqual([version === 'v2' ? 400 : 500, 'BAD_REQUEST']);
			const utf8 = sent('application/json; charset=utf-8');
			expect((await api.ok(version, customers, '{"name":"Ünïcode"}', utf8)).name).toBe('Ünïcode');
		});

		test('a body above the limit is a 413', async () => {
			const { personal, v1 } = api.sandbox.credentials;
			const headers = {
				...{ 'content-length': String(64 * 1024 * 1024), 'content-type': 'application/json' },
				...{ authorization: `Bearer ${personal}`, 'x-api-key': v1 },
			};
			const status = await new Promise((resolve, reject) => {
				const path = `${api.sandbox[version]}/customers`;
				const sent = request(path, { method: 'POST', headers }, (response) => {
					resolve(response.statusCode);
					sent.destroy();
				});
				sent.on('error', reject).write('{');
			});
			expect(status).toBe(413);
		});

		test('no answer and no log entry holds a token', async () => {
			const refused = await api.call(version, customers, {});
			const told = [refused.body, await api.steer('GET /requests'), await api.steer('GET /log')];
			for (const token of Object.values(api.sandbox.credentials)) {
				expect(JSON.stringify(told)).not.toContain(token);
			}
		});
	});
});

describe('paths and parameters', () => {
	const missing = (request: string): Step => [request, undefined, 'NOT_FOUND'];
	const wrong = (request: string): Step => [request, undefined, 'BAD_REQUEST'];
	hold(
		[],
		[
			[
				'there is no such operation',
				'both',
				...['GET /nothing', 'GET /deals/1/nothing', 'PUT /deals/1', 'DELETE /deals'].map(missing),
				missing('POST /users'),
			],
			[
				'what v2 alone offers is not in v1 (S1)',
				'v1',
				...['GET /contacts/1', 'GET /custom_object_defs/ticket/custom_objects'].map(missing),
				...['customers', 'deals', 'actions'].map((plural): Step => [
					`DELETE /${plural}/1`,
					undefined,
					`NOT_FOUND: There is no DELETE /v1/${plural}/1`,
				]),
			],
			[
				'there is no such record',
				'both',
				...['deals', 'customers', 'actions'].map((plural) => missing(`GET /${plural}/9`)),
				missing('GET /deals/9/contacts'),
			],
			[
				'an integer in a path is digits, and nothing is found by anything else (S8)',
				'both',
				['+ deal', [{}]],
				['GET /deals/1'],
				...['1.0', '1e0', '0x1', '%201', '1%20', '+1', '-1', '1.5', 'abc', ''].map((id) =>
					missing(`GET /deals/${id}`),
				),
				missing('DELETE /user_groups/x/users/1'),
				missing('DELETE /user_groups/1/users/3.0'),
				missing('GET /deals/1.0/contacts'),
				missing('GET /customers/1.0/actions'),
			],
			[
				'so is one in a query, where anything else is a wrong type (S8)',
				'both',
				...['1.0', '1e0', '0x1', '%201', '+1', '-1', '', 'one'].flatMap((integer) => [
					wrong(`GET /deals?dealTypeId=${integer}`),
					wrong(`GET /users?page=${integer}`),
					wrong(`GET /actions?users[][id]=2&users[][id]=${integer}`),
					wrong(`GET /customers/1?include_related_objects=${integer}`),
				]),
			],
			[
				'flags are the words true and false',
				'both',
				...['1', '0', 'TRUE', ''].map((active) => wrong(`GET /actions?active=${active}`)),
			],
			[
				'a parameter has its type, and stands once',
				'both',
				wrong('GET /deals?itemKeyAsPropertyKey=yes'),
				wrong('GET /deals?limit=5&limit=6'),
				wrong('GET /deals/1?include_related_objects=x'),
				wrong('GET /customers/1/actions/1?include_files=x'),
			],
		],
	);
});

describe('what the documents do not have (S8)', () => {
	type Row = [
		operation: string,
		versions: Version | 'both',
		request: string,
		body: object | undefined,
	];
	const objects = '/custom_object_defs/asset/custom_objects';
	const unknown: Array<[...Row, ...names: string[]]> = [
		['deal.getMany', 'both', 'GET /deals?color=red', undefined, 'color'],
		['deal.getMany', 'both', 'GET /deals?updatedAtfrom=x', undefined, 'updatedAtfrom'],
		['dealAction.getMany', 'both', 'GET /actions?users[0][id]=1', undefined, 'users[0][id]'],
		['dealAction.getMany', 'both', 'GET /actions?users[]=1&users=1', undefined, 'users[]', 'users'],
		['role.getMany', 'both', 'GET /roles?limit=5', undefined, 'limit'],
		['user.getCurrent', 'v2', 'GET /users/me?page=1', undefined, 'page'],
		['domainSetting.get', 'v1', 'GET /domains/settings?page=1', undefined, 'page'],
		['contact.getMany', 'v1', 'GET /contacts?limit=5', undefined, 'limit'],
		['customObject.getMany', 'v2', `GET ${objects}?flor=7`, undefined, 'flor'],
		['customer.create', 'both', customers, { name: 'x', color: 'red' }, 'color'],
		['customer.create', 'v1', customers, { name: 'x', companyNum: '1' }, 'companyNum'],
		['customer.update', 'both', 'PATCH /customers/1', { name: 'x', parentId: 1 }, 'parentId'],
		[
			...(['customer.update', 'both', 'PATCH /customers/1'] as const),
			{ customerCustoms: [{ itemKey: 'customer_text', value: 'x', text: 'x' }] },
			'customerCustoms.text',
		],
		[
			...(['customer.createMany', 'both', 'POST /customers/bulk'] as const),
			{
				customers: [
					{ name: 'x', a: 1 },
					{ name: 'y', a: 2, b: 3 },
				],
			},
			...['customers.a', 'customers.b'],
		],
		[
			'customer.search',
			'both',
			'POST /customers/search',
			{ filter: anything, limits: 5 },
			'limits',
		],
		['deal.search', 'v2', 'POST /deals/search', { filter: anything, limit: 5 }, 'limit'],
		['deal.update', 'both', 'PATCH /deals/1', { user: { id: 1, name: 'x' } }, 'user.name'],
		['dealContact.link', 'both', 'POST /deals/1/contacts/1', { note: 'x' }, 'note'],
	];
	const known: Array<[...Row]> = [
		['deal.getMany', 'both', 'GET /deals?limit=5&sort=-updatedAt&dealTypeId=1', undefined],
		['dealAction.getMany', 'both', 'GET /actions?users[][id]=1&users[][id]=2', undefined],
		['customObject.getMany', 'v2', `GET ${objects}?floor=7&sort=createdAt`, undefined],
		[
			'deal.create',
			'both',
			'POST /deals',
			dealForm({ dealCustoms: [{ itemKey: 'deal_text', value: 'x' }] }),
		],
	];
	const rules = [...unknown, ...known].flatMap(([operation, versions, request, body, ...names]) =>
		(versions === 'both' ? (['v2', 'v1'] as const) : [versions]).map((version): Rule => {
			const counted = names.map((name) => [`${version} ${operation}: ${name}`, 1]);
			return [
				`${names.join(' and ') || 'nothing'} in ${request}: ignored and counted, or refused`,
				version,
				[request, body],
				['ignored', Object.fromEntries(counted)],
				['options', { unknownParameters: 'refuse' }],
				[
					request,
					body,
					names.length > 0
						? `BAD_REQUEST: The documents do not have ${names.join(', ')}`
						: undefined,
				],
			];
		}),
	);
	hold(
		['customer', 'deal', 'contact'].map((kind): Step => [`+ ${kind}`, [{}]]),
		rules,
	);
});

describe('the statuses of v1 (v1 §4, S3)', () => {
	/** One bad request of each operation that can be asked badly, and what v1 answers. */
	const bad: Array<[id: string, status: number, request: string, body?: object]> = [
		['user.getMany', 500, 'GET /users?page=0'],
		['userGroup.getMany', 500, 'GET /user_groups?userId=me'],
		['userGroup.update', 400, 'PATCH /user_groups/1', { name: 5 }],
		['userGroup.addMember', 400, 'POST /user_groups/1/users', { userId: 'x' }],
		['userGroup.replaceMembers', 400, 'PUT /user_groups/1/users', { userIds: 1 }],
		['role.getMany', 500, 'GET /roles?page=x'],
		['actionField.create', 400, 'POST /action_custom_items', {}],
		['actionField.update', 400, 'PATCH /action_custom_items/action_text', { name: 1 }],
		['actionField.getLabels', 400, 'GET /action_custom_items/action_text/labels?page=0'],
		['customer.getMany', 500, 'GET /customers?limit=0'],
		['customer.create', 500, 'POST /customers', {}],
		['customer.search', 400, 'POST /customers/search', {}],
		['customer.get', 500, 'GET /customers/1?include_related_objects=x'],
		['customer.update', 400, 'PATCH /customers/1', { closingMonth: 13 }],
		['customer.createMany', 500, 'POST /customers/bulk', {}],
		['customerAction.getMany', 500, 'GET /customers/all/actions?pattern=x'],
		['customerAction.create', 400, 'POST /customers/1/actions', {}],
		['customerAction.createMany', 500, 'POST /customers/actions/bulk', {}],
		['productDetail.getMany', 400, 'GET /deal_product_detail_types?limit=1001'],
		['productDetail.getFields', 400, 'GET /deal_product_detail_type_custom_items?dealTypeId=x'],
		['productDetail.createMany', 500, 'POST /deal_product_detail_types/bulk', {}],
		['productDetail.updateMany', 500, 'PATCH /deal_product_detail_types/bulk', {}],
		['deal.getMany', 500, 'GET /deals?dealTypeId=x'],
		['deal.create', 500, 'POST /deals', {}],
		['deal.search', 400, 'POST /deals/search', {}],
		['deal.update', 400, 'PATCH /deals/1', { name: null }],
		['deal.createMany', 500, 'POST /deal_types/1/deals/bulk', {}],
		['deal.updateMany', 500, 'PATCH /deal_types/1/deals/bulk', {}],
		['dealContact.getMany', 400, 'GET /deals/1/contacts?page=0'],
		['dealAction.getMany', 500, 'GET /actions?active=maybe'],
		['dealAction.create', 400, 'POST /actions', {}],
		['dealAction.update', 400, 'PATCH /actions/1', {}],
		['dealAction.createMany', 500, 'POST /actions/bulk', {}],
		['contact.getMany', 500, 'GET /contacts?page=0'],
	];
	hold(
		[],
		[
			...bad.map(([id, status, request, body]): Rule => [
				`${id} asked badly: ${status}, or 400 by option`,
				'v1',
				[request, body, status],
				['options', { v1ValidationStatus: 400 }],
				[request, body, 400],
			]),
			[
				'what is missing is a 404 where one is listed, else its 400 or 500',
				'v1',
				['+ customer', [{}]],
				['GET /customers/9', undefined, 404],
				['PATCH /customers/9', {}, 400],
				['PATCH /deals/9', {}, 400],
				['GET /customers/9/actions', undefined, 500],
				['POST /deals', dealForm({ customer: { id: 9 } }), 500],
				['POST /deals', dealForm({ customer: { id: 9 } }), 'NOT_FOUND: customer 9 does not exist'],
			],
		],
	);

	test('the rows name operations of the document', () => {
		expect(bad.filter(([id]) => !(id in documentedStatuses))).toEqual([]);
	});
});

describe('credentials (v2 §5, v1 §5, S3)', () => {
	test('each version takes its own in its own header, anything else is a 401 with {error}', async () => {
		const api = await Api.start();
		const { personal, team, v1 } = api.sandbox.credentials;
		const wrong: Array<[Version, string | null, Record<string, string>?]> = [
			...[null, 'svcp_unknown', '', v1].map((token): [Version, string | null] => ['v2', token]),
			...[null, 'unknown', personal].map((token): [Version, string | null] => ['v1', token]),
			['v2', null, { authorization: `Basic ${personal}` }],
			['v2', null, { 'x-api-key': v1 }],
			['v1', null, { authorization: `Bearer ${v1}` }],
		];
		for (const [version, token, headers] of wrong) {
			const answer = await api.call(version, 'GET /roles', undefined, { token, headers });
			expect([version, answer.status, answer.body]).toEqual([
				...[version, 401, { error: 'UNAUTHORIZED' }],
			]);
		}
		for (const token of [personal, team]) {
			expect((await api.call('v2', 'GET /roles', undefined, { token })).status).toBe(200);
		}
		expect((await api.call('v1', 'GET /roles')).status).toBe(200);
		await api.close();
	});
});
