/** What is refused, and how each version words it (v2 §7; v1 §4, §7). */
import { PassThrough } from 'node:stream';
import { request } from 'undici';
import type { Version } from './support/client';
import { anything, dealForm } from './support/forms';
import { api, hold, type Rule, type Step } from './support/rules';

const customers = 'POST /customers';
const asked = (body: string, outcome: string | object): Step => [customers, body, outcome];

describe('bodies', () => {
	hold(
		[['+ customer', [{}]]],
		[
			['malformed JSON', asked('{"name": ', 'BAD_REQUEST')],
			...['[]', '"text"', '5', 'null'].map((text): Rule => [
				`a body of ${text}`,
				asked(text, 'BAD_REQUEST'),
			]),
			[
				'an empty body is read as an empty object',
				asked('', 'VALIDATION_FAILED: name is required'),
			],
		],
	);

	describe.each(['v2', 'v1'] as const)('%s', (version) => {
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
				'content-length': String(64 * 1024 * 1024),
				'content-type': 'application/json',
				authorization: `Bearer ${personal}`,
				'x-api-key': v1,
			};
			const body = new PassThrough();
			body.write('{');
			const path = `${api.sandbox[version]}/customers`;
			const { statusCode: status } = await request(path, { method: 'POST', headers, body });
			body.destroy();
			expect(status).toBe(413);
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
				...['GET /nothing', 'GET /deals/1/nothing', 'PUT /deals/1', 'DELETE /deals'].map(missing),
				missing('POST /users'),
			],
			[
				'what v2 alone offers is not in v1 (S1)',
				'v1',
				...['GET /contacts/1', 'GET /custom_object_defs/ticket/custom_objects'].map(missing),
				...['customers', 'deals', 'actions'].map((plural): Step => [
					`DELETE /${plural}/1`,
					`NOT_FOUND: There is no DELETE /v1/${plural}/1`,
				]),
			],
			[
				'there is no such record',
				...['deals', 'customers', 'actions'].map((plural) => missing(`GET /${plural}/9`)),
				missing('GET /deals/9/contacts'),
			],
			[
				'an integer in a path is digits, and nothing is found by anything else (S8)',
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
				...['1.0', '1e0', '0x1', '%201', '+1', '-1', '', 'one'].flatMap((integer) => [
					wrong(`GET /deals?dealTypeId=${integer}`),
					wrong(`GET /users?page=${integer}`),
					wrong(`GET /actions?users[][id]=2&users[][id]=${integer}`),
					wrong(`GET /customers/1?include_related_objects=${integer}`),
				]),
			],
			[
				'flags are the words true and false',
				...['1', '0', 'TRUE', ''].map((active) => wrong(`GET /actions?active=${active}`)),
			],
			[
				'a parameter has its type, and stands once',
				wrong('GET /deals?itemKeyAsPropertyKey=yes'),
				wrong('GET /deals?limit=5&limit=6'),
				wrong('GET /deals/1?include_related_objects=x'),
				wrong('GET /customers/1/actions/1?include_files=x'),
			],
		],
	);
});

describe('what the documents do not have (S8)', () => {
	const objects = '/custom_object_defs/asset/custom_objects';
	const rule = (
		versions: Version | 'both',
		request: string,
		names: string[],
		body?: object,
	): Rule => {
		const asked: [string, object?] = body ? [request, body] : [request];
		const isKnown = names.length === 0;
		return [
			`${names.join(' and ') || 'nothing'} in ${request}: ignored and counted, or refused`,
			versions,
			asked,
			['ignored', names],
			['options', { unknownParameters: 'refuse' }],
			isKnown ? asked : [...asked, `BAD_REQUEST: The documents do not have ${names.join(', ')}`],
		];
	};
	const custom = { itemKey: 'customer_text', value: 'x', text: 'x' };
	const [one, other] = [
		{ name: 'x', a: 1 },
		{ name: 'y', a: 2, b: 3 },
	];
	hold(
		['customer', 'deal', 'contact'].map((kind): Step => [`+ ${kind}`, [{}]]),
		[
			rule('both', 'GET /deals?color=red', ['color']),
			rule('both', 'GET /deals?updatedAtfrom=x', ['updatedAtfrom']),
			rule('both', 'GET /actions?users[0][id]=1', ['users[0][id]']),
			rule('both', 'GET /actions?users[]=1&users=1', ['users[]', 'users']),
			rule('both', 'GET /roles?limit=5', ['limit']),
			rule('v2', 'GET /users/me?page=1', ['page']),
			rule('v1', 'GET /domains/settings?page=1', ['page']),
			rule('v1', 'GET /contacts?limit=5', ['limit']),
			rule('v2', `GET ${objects}?flor=7`, ['flor']),
			rule('both', customers, ['color'], { name: 'x', color: 'red' }),
			rule('v1', customers, ['companyNum'], { name: 'x', companyNum: '1' }),
			rule('both', 'PATCH /customers/1', ['parentId'], { name: 'x', parentId: 1 }),
			rule('both', 'PATCH /customers/1', ['customerCustoms.text'], { customerCustoms: [custom] }),
			rule('both', `${customers}/bulk`, ['customers.a', 'customers.b'], {
				customers: [one, other],
			}),
			rule('both', `${customers}/search`, ['limits'], { filter: anything, limits: 5 }),
			rule('v2', 'POST /deals/search', ['limit'], { filter: anything, limit: 5 }),
			rule('both', 'PATCH /deals/1', ['user.name'], { user: { id: 1, name: 'x' } }),
			rule('both', 'POST /deals/1/contacts/1', ['note'], { note: 'x' }),
			rule('both', 'GET /deals?limit=5&sort=-updatedAt&dealTypeId=1', []),
			rule('both', 'GET /actions?users[][id]=1&users[][id]=2', []),
			rule('v2', `GET ${objects}?floor=7&sort=createdAt`, []),
			rule(
				'both',
				'POST /deals',
				[],
				dealForm({ dealCustoms: [{ itemKey: 'deal_text', value: 'x' }] }),
			),
		],
	);
});

describe('the statuses of v1 (v1 §4, S3)', () => {
	/** One bad request of each operation that can be asked badly, and what v1 answers. */
	const bad: Array<[status: number, request: string, body?: object]> = [
		[500, 'GET /users?page=0'],
		[500, 'GET /user_groups?userId=me'],
		[400, 'PATCH /user_groups/1', { name: 5 }],
		[400, 'POST /user_groups/1/users', { userId: 'x' }],
		[400, 'PUT /user_groups/1/users', { userIds: 1 }],
		[500, 'GET /roles?page=x'],
		[400, 'POST /action_custom_items', {}],
		[400, 'PATCH /action_custom_items/action_text', { name: 1 }],
		[400, 'GET /action_custom_items/action_text/labels?page=0'],
		[500, 'GET /customers?limit=0'],
		[500, 'POST /customers', {}],
		[400, 'POST /customers/search', {}],
		[500, 'GET /customers/1?include_related_objects=x'],
		[400, 'PATCH /customers/1', { closingMonth: 13 }],
		[500, 'POST /customers/bulk', {}],
		[500, 'GET /customers/all/actions?pattern=x'],
		[400, 'POST /customers/1/actions', {}],
		[500, 'POST /customers/actions/bulk', {}],
		[400, 'GET /deal_product_detail_types?limit=1001'],
		[400, 'GET /deal_product_detail_type_custom_items?dealTypeId=x'],
		[500, 'POST /deal_product_detail_types/bulk', {}],
		[500, 'PATCH /deal_product_detail_types/bulk', {}],
		[500, 'GET /deals?dealTypeId=x'],
		[500, 'POST /deals', {}],
		[400, 'POST /deals/search', {}],
		[400, 'PATCH /deals/1', { name: null }],
		[500, 'POST /deal_types/1/deals/bulk', {}],
		[500, 'PATCH /deal_types/1/deals/bulk', {}],
		[400, 'GET /deals/1/contacts?page=0'],
		[500, 'GET /actions?active=maybe'],
		[400, 'POST /actions', {}],
		[400, 'PATCH /actions/1', {}],
		[500, 'POST /actions/bulk', {}],
		[500, 'GET /contacts?page=0'],
	];
	describe.each([null, 400])('by the option v1ValidationStatus: %j', (v1ValidationStatus) => {
		hold(
			[['options', { v1ValidationStatus }]],
			bad.map(([status, request, body]) => [
				`${request} asked badly`,
				'v1',
				[request, body, v1ValidationStatus ?? status],
			]),
		);
	});

	hold(
		[['+ customer', [{}]]],
		[
			[
				'what is missing is a 404 where one is listed, else its 400 or 500',
				'v1',
				['GET /customers/9', 404],
				['PATCH /customers/9', {}, 400],
				['PATCH /deals/9', {}, 400],
				['GET /customers/9/actions', 500],
				['POST /deals', dealForm({ customer: { id: 9 } }), 500],
			],
		],
	);
});

describe('credentials (v2 §5, v1 §5, S3)', () => {
	test('each version takes its own in its own header, anything else is a 401 with {error}', async () => {
		const { personal, team, v1 } = api.sandbox.credentials;
		const wrong: Array<[Version, string | null, Record<string, string>?]> = [
			['v2', null],
			['v2', 'svcp_unknown'],
			['v2', ''],
			['v2', v1],
			['v1', null],
			['v1', 'unknown'],
			['v1', personal],
			['v2', null, { authorization: `Basic ${personal}` }],
			['v2', null, { 'x-api-key': v1 }],
			['v1', null, { authorization: `Bearer ${v1}` }],
		];
		for (const [version, token, headers] of wrong) {
			const answer = await api.call(version, 'GET /roles', undefined, { token, headers });
			expect([answer.status, answer.body]).toEqual([401, { error: 'UNAUTHORIZED' }]);
		}
		for (const token of [personal, team]) {
			await api.ok('v2', 'GET /roles', undefined, { token });
		}
		await api.ok('v1', 'GET /roles');
	});
});
