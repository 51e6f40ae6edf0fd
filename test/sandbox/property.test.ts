/** The worked example of docs/sandbox.md: a property of a record is added by one line. */
import './support/nickname';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fetch } from 'undici';
import { withSandbox, type Fields } from './support/client';
import { filterOf } from './support/forms';

const api = withSandbox({ hasReference: true });

test('docs/sandbox.md shows the line that is added here', () => {
	const read = (path: string) => readFileSync(join(__dirname, path), 'utf8');
	const [line = 'none'] = /nickname: .*/.exec(read('../../docs/sandbox.md')) ?? [];
	expect(read('support/nickname.ts')).toContain(line);
});

test('it is written, emptied and shown, and in v2 only', async () => {
	const { id } = await api.ok('v2', 'POST /customers', { name: 'Acme', nickname: 'Ace' });
	const of = (version: 'v1' | 'v2') => api.ok(version, `GET /customers/${id}`);
	expect(await of('v2')).toMatchObject({ nickname: 'Ace' });
	await api.ok('v1', `PATCH /customers/${id}`, { nickname: 'Unknown there' });
	expect([(await of('v2')).nickname, 'nickname' in (await of('v1'))]).toEqual(['Ace', false]);
	expect(await api.ok('v2', `PATCH /customers/${id}`, { nickname: null })).toMatchObject({
		nickname: null,
	});
	const wrong = await api.call('v2', 'POST /customers', { name: 'Acme', nickname: 5 });
	expect([wrong.status, wrong.body.error]).toEqual([400, 'BAD_REQUEST']);
});

test('it is searched, sorted by, described, steered, and on the page', async () => {
	const [id] = await api.records('customer', [{ nickname: 'Zed' }, { nickname: 'Abe' }]);
	const search = async (body: object) =>
		(await api.ok<{ customers: Fields[] }>('v2', 'POST /customers/search', body)).customers;
	const filter = filterOf('nickname', '=', { stringValue: 'Zed' });
	expect(await search({ filter })).toMatchObject([{ id }]);
	const sort = { field: { name: 'nickname' }, order: 'DESC' };
	const found = await search({ filter: filterOf('nickname', 'IS NOT NULL'), sort });
	expect(found.map(({ nickname }) => nickname)).toEqual(['Zed', 'Abe']);
	const base = new URL(api.sandbox.admin).origin;
	const json = async (path: string) => (await (await fetch(base + path)).json()) as Fields;
	const { components } = (await json('/openapi/v2.json')) as {
		components: { schemas: Record<string, { properties: Fields }> };
	};
	for (const name of ['Customer', 'CustomerForm', 'CustomerChanges']) {
		expect(components.schemas[name]?.properties.nickname).toEqual({ type: ['string', 'null'] });
	}
	const { customers } = await json('/page/records?kind=customer');
	expect(customers).toContainEqual(expect.objectContaining({ id, nickname: 'Zed' }));
});
