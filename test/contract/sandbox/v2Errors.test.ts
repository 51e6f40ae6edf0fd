import { request } from 'node:http';
import { SandboxClient } from '../support/sandboxClient';

let api: SandboxClient;
beforeAll(async () => {
	api = await SandboxClient.start();
});
afterAll(() => api.close());

const refusal = (error: string) => ({ error, messages: expect.any(Array) as unknown });

describe('errors (v2 §7)', () => {
	test('malformed JSON is a 400 BAD_REQUEST', async () => {
		const { status, body } = await api.post('/customers', '{"name": ');
		expect({ status, body }).toEqual({ status: 400, body: refusal('BAD_REQUEST') });
	});

	test.each(['[]', '"text"', '5', 'null'])('a body of %s is a 400', async (text) => {
		expect((await api.post('/customers', text)).status).toBe(400);
	});

	test('an empty body is read as an empty object: required properties are missing', async () => {
		const { status, body } = await api.post('/customers', '');
		expect({ status, body }).toEqual({
			status: 400,
			body: { error: 'VALIDATION_FAILED', messages: ['name is required'] },
		});
	});

	test('another content type is a 400', async () => {
		const headers = { 'content-type': 'text/plain' };
		const { status, body } = await api.post('/customers', '{"name":"x"}', { headers });
		expect({ status, body }).toEqual({ status: 400, body: refusal('BAD_REQUEST') });
	});

	test('application/json with a charset is fine', async () => {
		const headers = { 'content-type': 'application/json; charset=utf-8' };
		expect((await api.post('/customers', '{"name":"Ünïcode"}', { headers })).body.name).toBe(
			'Ünïcode',
		);
	});

	test('a body above the limit is a 413', async () => {
		const headers = { 'content-length': String(64 * 1024 * 1024) };
		const status = await new Promise<number | undefined>((resolve, reject) => {
			const { personal } = api.sandbox.credentials;
			const options = {
				method: 'POST',
				headers: {
					...headers,
					'content-type': 'application/json',
					authorization: `Bearer ${personal}`,
				},
			};
			const sent = request(`${api.sandbox.v2}/customers`, options, (response) => {
				resolve(response.statusCode);
				sent.destroy();
			});
			sent.on('error', reject);
			sent.write('{');
		});
		expect(status).toBe(413);
	});

	test('all wrong properties are reported at once', async () => {
		const form = { name: 1, employee: 'x', customerCustoms: [{ itemKey: 5 }] };
		const { body } = await api.post('/customers', form);
		expect(body.messages).toEqual([
			'name must be string',
			'employee must be integer,null',
			'customerCustoms[0].itemKey must be string',
		]);
	});

	test.each([
		['GET', '/nothing'],
		['GET', '/deals/1/nothing'],
		['PUT', '/deals/1'],
		['DELETE', '/deals'],
		['POST', '/users'],
	] as const)('%s %s is a 404: there is no such operation', async (method, path) => {
		const { status, body } = await api.call(method, path);
		expect({ status, body }).toEqual({ status: 404, body: refusal('NOT_FOUND') });
	});

	test.each(['/deals/99999', '/customers/99999', '/contacts/99999', '/actions/99999'])(
		'%s is a 404: there is no such record',
		async (path) => {
			const { status, body } = await api.get(path);
			expect({ status, body }).toEqual({ status: 404, body: refusal('NOT_FOUND') });
		},
	);

	test.each(['/deals/abc', '/deals/1.5', '/user_groups/x/users/1'])(
		'%s is a 400: an id is an integer',
		async (path) => {
			const method = path.startsWith('/user_groups') ? 'DELETE' : 'GET';
			const { status, body } = await api.call(method, path);
			expect({ status, body }).toEqual({ status: 400, body: refusal('BAD_REQUEST') });
		},
	);

	test.each([
		'/deals?dealTypeId=one',
		'/deals?itemKeyAsPropertyKey=yes',
		'/deals?limit=5&limit=6',
		'/deals/1?include_related_objects=x',
		'/customers/1/actions/1?include_files=x',
	])('%s is a 400: wrongly typed', async (path) => {
		const { status, body } = await api.get(path);
		expect({ status, body }).toEqual({ status: 400, body: refusal('BAD_REQUEST') });
	});

	test('parameters and properties that no document names are ignored', async () => {
		expect((await api.get('/deals?color=red')).status).toBe(200);
		expect((await api.post('/customers', { name: 'x', color: 'red' })).status).toBe(200);
	});

	test('no answer and no log entry holds a token', async () => {
		const { personal } = api.sandbox.credentials;
		const refused = JSON.stringify((await api.post('/customers', {})).body);
		const log = JSON.stringify([
			await api.steer('/requests'),
			await api.steer('/log'),
			await api.steer('/stats'),
		]);
		expect(refused + log).not.toContain(personal);
	});
});
