/** Other services that the same connector may meet: each dialect starts and answers as its line says. */
import { request } from 'undici';
import tables from './dialects.json';
import { startSandbox } from '../../sandbox';
import { versions } from '../../sandbox/app';
import { dialects, dialectsNamed } from '../../sandbox/dialects/catalogue';
import { routeTable, type RouteEntry } from '../../sandbox/operations/routeTable';
import { Api, type Fields } from './support/client';

const api = new Api();
beforeAll(async () => {
	// The time stands still, so that what is dated can be compared.
	jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-06-01T10:00:00.499Z'));
	await api.start();
	await api.records('customer', [{ name: 'Acme' }]);
	await api.records('deal', [{}]);
});
afterAll(async () => {
	await api.close();
	jest.restoreAllMocks();
});

interface Told {
	status: number;
	headers: Fields;
	text: string;
	body: unknown;
}
/** One request such as `GET /v2/deals`. */
async function ask(asked: string, body?: unknown, from = api): Promise<Told> {
	const [method, path = ''] = asked.split(' ');
	const { personal, v1 } = from.sandbox.credentials;
	const answer = await request(new URL(from.sandbox.v2).origin + path, {
		method: method as 'GET',
		headers: {
			'content-type': 'application/json',
			'x-api-key': v1,
			authorization: `Bearer ${personal}`,
		},
		body: body === undefined ? undefined : JSON.stringify(body),
	});
	// Not as text(), which leaves out a byte order mark.
	const text = Buffer.from(await answer.body.arrayBuffer()).toString();
	const { statusCode: status, headers } = answer;
	try {
		return { status, headers, text, body: JSON.parse(text) as unknown };
	} catch {
		return { status, headers, text, body: text };
	}
}

const choose = (...names: string[]) => api.options({ dialect: names.join() || null });

const customer = 'GET /v2/customers/1';
const all = 'GET /v2/customers';
const made = 'POST /v2/customers';
const missing = 'GET /v2/customers/999';
const nowhere = 'GET /v2/nowhere';
const deals = 'GET /v2/deals?limit=3';
const reason = 'customer 999 does not exist';
const body = (part: unknown) => ({ body: part });
const sent = (headers: object) => ({ headers });
const saying = (part: string) => expect.stringContaining(part) as unknown;
const lacking = (name: string) =>
	expect.not.objectContaining({ [name]: expect.anything() }) as object;

/** What a client sees that it does not see of the documented service. */
const sees: Record<string, [request: string, what: object]> = {
	'times-with-offset': [made, body({ createdAt: '2026-06-01T19:00:00.499+09:00' })],
	'nulls-left-out': [made, body(expect.not.objectContaining({ address: null }))],
	'no-total-count': [all, body(lacking('totalCount'))],
	'lists-in-data': [deals, body({ data: [{ id: 1 }], hasMore: false })],
	'bare-lists': [deals, { body: [expect.objectContaining({ id: 1 })] }],
	'records-in-data': [customer, body({ data: { id: 1 } })],
	'missing-route-html': [nowhere, { status: 404, body: saying('<h1>') }],
	'errors-nested': [missing, body({ error: { code: 'NOT_FOUND', message: reason } })],
	'no-date': [customer, { headers: lacking('date') }],
	'date-ahead': [customer, sent({ date: 'Mon, 01 Jun 2026 10:05:00 GMT' })],
};

test.each(Object.entries(sees))('%s', async (name, [asked, what]) => {
	const form = asked === made ? { name: 'Made' } : undefined;
	await choose();
	expect(await ask(asked, form)).not.toMatchObject(what);
	await choose(name);
	expect(await ask(asked, form)).toMatchObject(what);
});

const withOptions = dialects.filter(({ options }) => options);
test.each(withOptions.map(({ name, options }) => [name, options] as const))(
	'%s sets options, until it is no longer spoken',
	async (name, options) => {
		await choose();
		const before = await api.steer('GET /options');
		await choose(name);
		expect(await api.steer('GET /options')).toEqual({ ...before, ...options, dialect: name });
		await choose();
		expect(await api.steer('GET /options')).toEqual(before);
	},
);

const tableOf = (...names: string[]) => routeTable(versions, dialectsNamed(names));
const isMoved = ({ outside, inside }: RouteEntry) =>
	outside.method !== inside.method || outside.path !== inside.path;
const moving = dialects.filter(({ name, address }) => address || name === 'other-deployment');
const filledIn = ({ version }: RouteEntry, { method, path }: { method: string; path: string }) =>
	`${method} /${version}${path.replace(/\{(\w+)\}/g, (_, name: string) =>
		name === 'custom_object_def_key' ? 'asset' : /[kK]ey/.test(name) ? 'action_text' : '1',
	)}`;

/** The words of an address that there is not, in each dialect that has its own. */
const NO_ROUTE = /There is no |There is nothing here/;
test.each(moving.map(({ name, of }) => [name, of] as const))(
	'%s answers at its addresses, and at none that it has moved',
	async (name, of) => {
		await choose(name);
		const table = tableOf(name);
		const moved = table.filter(isMoved);
		expect(moved.length).toBeGreaterThan(of ? 19 : 0);
		for (const entry of moved) {
			const [outside, inside] = [filledIn(entry, entry.outside), filledIn(entry, entry.inside)];
			const bodyOf = (asked: string) => (asked.startsWith('GET') ? undefined : {});
			const there = await ask(outside, bodyOf(outside));
			const gone = await ask(inside, bodyOf(inside));
			expect([outside, NO_ROUTE.test(there.text)]).toEqual([outside, false]);
			expect([inside, gone.status]).toEqual([inside, 404]);
			expect(gone.text).toMatch(of ? NO_ROUTE : `There is no ${inside}`);
		}
	},
);

test('every dialect is held to what it says', () => {
	const held = [...Object.keys(sees), ...[...withOptions, ...moving].map(({ name }) => name)];
	expect([...new Set(held)].sort()).toEqual(dialects.map(({ name }) => name).sort());
});

describe('how they are chosen', () => {
	const chosen = async () => (await api.steer('GET /options')).dialect;
	beforeEach(() => api.reset());

	test('those of the start are spoken from the first request on, and after a reset', async () => {
		const own = await new Api().start({ dialects: ['current-user-at-me', 'turned'] });
		const state = async () => [
			(await ask('GET /v2/me', undefined, own)).status,
			(await own.steer('GET /options')).shortPages,
		];
		expect(await state()).toEqual([200, true]);
		await own.options({ dialect: null });
		expect(await state()).toEqual([404, false]);
		await own.reset();
		expect(await state()).toEqual([200, true]);
		await own.close();
		await expect(startSandbox({ dialects: ['lists-in-dato'] })).rejects.toThrow(
			'there is no dialect lists-in-dato; there are deal-actions-named, ',
		);
	});

	test('they are an option as well, over which others count', async () => {
		await api.options({ dialect: 'turned,no-date', shortPages: false });
		expect(await chosen()).toBe('turned,no-date');
		expect(await api.steer('GET /options')).toMatchObject({
			decimalText: 'padded',
			shortPages: false,
		});
		await api.options({ shortPages: null });
		expect(await api.steer('GET /options')).toMatchObject({ shortPages: true });
		await api.options({ dialect: null });
		expect(await chosen()).toBe('none');
		expect(await api.steer('GET /options')).toMatchObject({ decimalText: 'plain' });
	});

	test.each(tables.refused)(
		'$names is refused, and nothing changes',
		async ({ names, message }) => {
			await choose('no-date');
			await expect(choose(...names)).rejects.toThrow(message);
			expect(await chosen()).toBe('no-date');
		},
	);

	test('log and faults are of the address that the client asks for; a fault goes out as given', async () => {
		await choose('routes-singular', 'updates-by-put', 'errors-nested', 'no-date');
		const fault = { match: { path: '/v2/role' }, status: 502, body: { error: 'DOWN' } };
		await api.steer('POST /faults', [fault]);
		await ask('GET /v2/user_group?page=2');
		await ask('PUT /v2/customer/1', {});
		expect(await ask('GET /v2/role')).toMatchObject({
			status: 502,
			body: { error: 'DOWN' },
			headers: { date: expect.any(String) },
		});
		const log = await api.steer<Fields[]>('GET /requests');
		expect(log.map(({ method, path, query }) => [method, path, query])).toEqual([
			['GET', '/v2/user_group', 'page=2'],
			['PUT', '/v2/customer/1', ''],
			['GET', '/v2/role', ''],
		]);
	});
});
