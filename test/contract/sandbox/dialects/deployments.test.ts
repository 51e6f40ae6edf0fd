/** Whole other services, as a client with their addresses meets them. */
import { versions } from '../../../../sandbox/app';
import { dialectsNamed } from '../../../../sandbox/dialects/catalogue';
import { routeTable } from '../../../../sandbox/dialects/routeTable';
import { ask, at } from '../../support/dialectTranscript';
import { filterOf, SandboxClient } from '../../support/sandboxClient';

const clients: SandboxClient[] = [];
afterAll(async () => {
	for (const client of clients) await client.close();
});
async function started(name: string): Promise<SandboxClient> {
	const client = await SandboxClient.start({ dialects: [name], set: { rateLimit: 0 } });
	clients.push(client);
	return client;
}
const moved = (name: string) =>
	routeTable(versions, dialectsNamed([name])).filter(
		({ outside, inside }) => outside.method !== inside.method || outside.path !== inside.path,
	);

test.each(['other-deployment', 'foreign-deployment'])(
	'%s has twenty other addresses or more, and none of the documented ones of these',
	async (name) => {
		const api = await started(name);
		const others = moved(name);
		expect(others.length).toBeGreaterThanOrEqual(20);
		const missing = name === 'other-deployment' ? 404 : 403;
		for (const { version, inside } of others) {
			const path = `/${version}${inside.path.replace(/\{\w+\}/g, '1')}`;
			const body = inside.method === 'GET' ? undefined : {};
			const { status } = await ask(api, inside.method, path, { body });
			expect([inside.method, path, status]).toEqual([inside.method, path, missing]);
		}
	},
);

test('other-deployment reads and writes by its own addresses, in its own envelopes', async () => {
	const api = await started('other-deployment');
	const me = await ask(api, 'GET', '/v2/me');
	expect([me.status, at(me, 'body.id')]).toEqual([200, 1]);

	const made = await ask(api, 'POST', '/v2/customers', { body: { name: 'Made' } });
	expect([made.status, at(made, 'body.createdAt')]).toEqual([
		201,
		expect.stringMatching(/\+09:00$/),
	]);
	const path = `/v2/customers/${String(at(made, 'body.id'))}`;
	const changed = await ask(api, 'PUT', path, { body: { address: 'Moved' } });
	expect([changed.status, at(changed, 'body.address')]).toEqual([200, 'Moved']);

	const filter = filterOf('name', '=', { stringValue: 'Made' });
	const found = await ask(api, 'POST', '/v2/search/customers', { body: { filter } });
	expect(found.body).toEqual({
		data: [expect.objectContaining({ name: 'Made', address: 'Moved' })],
		meta: { hasMore: false, nextCursor: null },
	});

	const bulk = { customers: [{ name: 'One' }, { name: 'Two' }] };
	const many = await ask(api, 'POST', '/v2/customers/batch', { body: bulk });
	expect(many.body).toHaveLength(2);
	expect((await ask(api, 'DELETE', path)).status).toBe(200);
	const gone = await ask(api, 'GET', path);
	expect([gone.status, at(gone, 'body.error.code')]).toEqual([404, 'NOT_FOUND']);

	const fields = await ask(api, 'GET', '/v1/customers/custom-items');
	expect(at(fields, 'body.data.0.itemKey')).toBe('customer_text');
});

test('foreign-deployment reads and writes by its own addresses and names', async () => {
	const api = await started('foreign-deployment');
	const page = await ask(api, 'GET', '/v2/api/customers?per_page=1');
	expect(page.body).toEqual([expect.objectContaining({ id: expect.stringMatching(/^\d+$/) })]);
	const next = `page_token=${String(page.headers['x-next-cursor'])}`;
	const second = await ask(api, 'GET', `/v2/api/customers?per_page=1&${next}`);
	expect(at(second, 'body.0.id')).not.toEqual(at(page, 'body.0.id'));

	const body = { name: 'Made', customer: { id: '1' } };
	const made = await ask(api, 'POST', '/v2/api/contact', { body });
	expect(at(made, 'body.data')).toMatchObject({
		customer: { id: '1' },
		created_at: expect.any(Number),
	});
	const path = `/v2/api/contact/${String(at(made, 'body.data.id'))}`;
	const changed = await ask(api, 'POST', path, { body: { dept: 'Sales' } });
	expect(at(changed, 'body.data.dept')).toBe('Sales');
	expect((await ask(api, 'POST', `${path}/delete`)).status).toBe(200);
	const gone = await ask(api, 'GET', path);
	expect(gone.body).toEqual({ errors: [{ code: 'NOT_FOUND', detail: expect.any(String) }] });
});
