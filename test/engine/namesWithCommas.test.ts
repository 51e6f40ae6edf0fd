/** Names with commas, as text in a list, through a whole run. */
import type { IDataObject } from 'n8n-workflow';
import { startNodeFixture, type NodeFixture } from './support/nodeFixture';

const INPUT = { fieldsFrom: 'input', columns: { mappingMode: 'autoMapInputData', value: null } };
let fixture: NodeFixture;
beforeEach(async () => {
	fixture = await startNodeFixture();
});
afterEach(async () => await fixture.close());

/** The service lists users of these names, for once. */
async function usersCalled(...names: string[]): Promise<void> {
	const users = names.map((name, at) => ({ id: at + 1, name, email: `u${at}@h.example` }));
	await fixture.steer('POST', '/faults', [
		{ match: { method: 'GET', path: '/v2/users' }, times: 1, status: 200, body: { users } },
	]);
}

const invite = async (invitees: unknown, more: IDataObject = {}) => {
	const input = {
		...{ customerId: 1, pattern: 'Call', creator: 1, invitees },
		...{ startDatetime: '2026-11-30 09:30', endDatetime: '2026-11-30 10:30' },
		...more,
	} as IDataObject;
	const parameters = { ...INPUT, output: 'raw' };
	const { items, error } = await fixture.run('customerAction.create', {
		parameters,
		input: [input],
	});
	const shown = items[0]?.json[more.contacts === undefined ? 'invitees' : 'contacts'];
	return error?.message ?? (shown as IDataObject[] | undefined)?.map(({ id }) => id);
};

const search = async (value: string) => {
	await fixture.requests();
	const { error } = await fixture.run('deal.search', {
		parameters: {
			conditions: { values: [{ field: 'custom:deal_user:user', operator: 'isOneOf', value }] },
		},
	});
	return error?.message;
};

test('a name with a comma is one where its parts are not all names', async () => {
	await usersCalled('Grace', 'Lovelace, Ada', 'Ada');
	expect(await invite('Grace, lovelace, Ada')).toEqual([1, 2]);
});

test('where they are, nobody is invited, and nothing is searched for', async () => {
	const both = '"Lovelace, Ada", or "Lovelace" and "Ada"';
	await usersCalled('Grace', 'Lovelace, Ada', 'Ada', 'Lovelace');
	expect(await invite('Lovelace, Ada')).toContain(both);
	await usersCalled('Grace', 'Lovelace, Ada', 'Ada', 'Lovelace');
	expect(await search('Lovelace, Ada')).toContain(both);
	expect((await fixture.requests()).some(({ path }) => path.endsWith('/search'))).toBe(false);
});

test('a JSON array says which', async () => {
	await usersCalled('Grace', 'Lovelace, Ada', 'Ada', 'Lovelace');
	expect(await invite('["Lovelace, Ada"]')).toEqual([2]);
});

test('a contact with a comma, for one more name in the searches', async () => {
	const customer = { id: 1 };
	const names = ['Lovelace, Ada', 'Ada', 'Grace'];
	const ids = await fixture.write(
		'contact',
		names.map((name) => ({ name, customer })),
	);
	await fixture.requests();
	expect(await invite(1, { contacts: 'Lovelace, Ada' })).toEqual([ids[0]]);
	expect(await invite(1, { contacts: 'Ada, Grace' })).toEqual([ids[1], ids[2]]);
	const searches = (await fixture.requests()).filter(({ path }) => path.endsWith('/search'));
	// Each run: what is equal, and what contains the names that nothing equals.
	expect(searches).toHaveLength(4);
});
