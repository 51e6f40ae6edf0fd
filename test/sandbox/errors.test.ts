/** What is refused, and how each version words it (v2 §7; v1 §4, §7). */
import { PassThrough } from 'node:stream';
import { request } from 'undici';
import rules from './errors.json';
import type { Version } from './support/client';
import { api, holdAll } from './support/rules';

const customers = 'POST /customers';
holdAll(rules);

describe('bodies', () => {
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
