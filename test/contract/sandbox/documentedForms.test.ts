/** What the documents say about forms that are easily taken too narrowly or too widely. */
import { readAll, SandboxClient, type Fields, type Row } from '../support/sandboxClient';
import { given, V1Client } from '../support/v1Client';

let api: SandboxClient;
let v1: V1Client;
beforeAll(async () => {
	api = await SandboxClient.start();
	v1 = new V1Client(api.sandbox, api.sandbox.credentials.v1);
});
afterAll(() => api.close());

type Custom = Fields & { itemType?: string; value: string | null };

test('values of actions have neither number nor selectedUsers (v1 §2.3), in both versions', async () => {
	const [id] = await api.records('dealAction', [{ deal: { id: 1 } }]);
	const actionCustoms = [
		{ itemKey: 'action_user', value: [1, 2] },
		{ itemKey: 'action_number', value: 7 },
	];
	const inV2 = await api.ok(api.patch(`/actions/${id}`, { actionCustoms }));
	const inV1 = (await v1.get(`/actions/${id}`)).body;
	for (const { actionCustoms: shown } of [inV2, inV1]) {
		const values = shown as Custom[];
		const users = given(values.find(({ itemType }) => itemType === 'user'));
		expect(users).not.toHaveProperty('selectedUsers');
		expect(users.value).toBe('1,2');
		const number = given(values.find(({ itemType }) => itemType === 'number'));
		expect(number).not.toHaveProperty('number');
		expect(number.value).toBe('7');
	}
});

describe('the choice of a product detail (v1 §2.7, §2.8)', () => {
	interface Field extends Row {
		itemKey: string;
		dealProductDetailTypeCustomItemOptions: Array<{ id: number; label: string }>;
	}
	const silver = async () => {
		const path = '/deal_product_detail_type_custom_items';
		const { body } = await v1.get<{ dealProductDetailTypeCustomItems: Field[] }>(path);
		const field = given(
			body.dealProductDetailTypeCustomItems.find(
				({ itemKey }) => itemKey === 'detail_single_select',
			),
		);
		const options = field.dealProductDetailTypeCustomItemOptions;
		const option = given(options.find(({ label }) => label === 'Silver'));
		return { dealProductDetailTypeCustomItemId: field.id, option };
	};
	const shownOf = (deal: Fields) =>
		(given((deal.dealProductDetails as Fields[]).at(-1)).dealProductDetailCustoms as Fields)
			.detail_single_select;

	test('is written by the id that is shown, and by its value (S5), in both versions', async () => {
		const { dealProductDetailTypeCustomItemId, option } = await silver();
		for (const value of [option.id, String(option.id), 2]) {
			const dealProductDetailCustoms = [{ dealProductDetailTypeCustomItemId, value }];
			const changes = {
				dealProductDetails: [{ dealProductDetailTypeId: 1, dealProductDetailCustoms }],
			};
			const shown = {
				selectedOption: {
					dealProductDetailTypeCustomItemOptionId: option.id,
					label: 'Silver',
				},
			};
			expect(shownOf(await api.ok(api.patch('/deals/1', changes)))).toMatchObject(shown);
			expect(shownOf((await v1.patch('/deals/2', changes)).body)).toMatchObject(shown);
		}
	});

	test('of a setting too', async () => {
		const { dealProductDetailTypeCustomItemId, option } = await silver();
		const dealProductDetailTypeCustoms = [{ dealProductDetailTypeCustomItemId, value: option.id }];
		const dealProductDetailTypes = [{ name: 'By id', dealProductDetailTypeCustoms }];
		const path = '/deal_product_detail_types';
		expect((await v1.post(`${path}/bulk`, { dealProductDetailTypes })).status).toBe(200);
		const { body } = await v1.get<{ dealProductDetailTypes: Row[] }>(path);
		const made = given(body.dealProductDetailTypes.find(({ name }) => name === 'By id'));
		expect(made.dealProductDetailTypeCustoms).toMatchObject({
			detail_single_select: { selectedOption: { label: 'Silver' } },
		});
	});

	test('is shown by id and label only', async () => {
		const { dealProductDetailTypeCustomItemId, option } = await silver();
		const dealProductDetailCustoms = [{ dealProductDetailTypeCustomItemId, value: option.id }];
		const changes = {
			dealProductDetails: [{ dealProductDetailTypeId: 1, dealProductDetailCustoms }],
		};
		const shown = shownOf(await api.ok(api.patch('/deals/3', changes))) as Fields;
		expect(Object.keys(shown).sort()).toEqual(
			['dealProductDetailTypeCustomItemId', 'id', 'itemType', 'name', 'selectedOption'].sort(),
		);
		expect(Object.keys(shown.selectedOption as object).sort()).toEqual([
			'dealProductDetailTypeCustomItemOptionId',
			'label',
		]);
	});

	test('an id of no choice is refused', async () => {
		const { dealProductDetailTypeCustomItemId } = await silver();
		const dealProductDetailCustoms = [{ dealProductDetailTypeCustomItemId, value: 99_999 }];
		const dealProductDetails = [{ dealProductDetailTypeId: 1, dealProductDetailCustoms }];
		expect((await api.patch('/deals/1', { dealProductDetails })).status).toBe(400);
	});

	test("a deal's own choice is still known by its value only", async () => {
		const dealCustoms = [{ itemKey: 'deal_single_select', value: 99_999 }];
		expect((await api.patch('/deals/1', { dealCustoms })).status).toBe(400);
	});
});

describe('how many custom objects a record takes (v2 §4.9, §4.11, §8)', () => {
	let objects: Array<{ id: number }>;
	const tickets = '/custom_object_defs/ticket/custom_objects';
	beforeAll(async () => {
		const rows = Array.from({ length: 1001 }, () => ({ customObjectDefKey: 'ticket' }));
		objects = (await api.records('customObject', rows)).map((id) => ({ id }));
	});

	test('1,001 on a customer and on a deal: nothing limits them, in both versions', async () => {
		const changes = { customObjects: objects };
		expect((await api.post('/customers', { name: 'Many', ...changes })).status).toBe(200);
		expect((await api.patch('/customers/1', changes)).status).toBe(200);
		expect((await api.patch('/deals/1', changes)).status).toBe(200);
		expect((await v1.patch('/customers/2', changes)).status).toBe(200);
		expect((await v1.patch('/deals/2', changes)).status).toBe(200);
	});

	test('1,001 on a contact in one call are refused; 1,000 and another call are not', async () => {
		const form = { name: 'Many', customObjects: objects };
		expect((await api.post('/contacts', form)).status).toBe(400);
		expect((await api.patch('/contacts/1', form)).status).toBe(400);
		const [last, ...others] = objects;
		expect((await api.patch('/contacts/1', { customObjects: others })).status).toBe(200);
		expect((await api.patch('/contacts/1', { customObjects: [last] })).status).toBe(200);
	});

	test('a custom object is created with 1,000 of all kinds; updates have no limit', async () => {
		const ids = await api.records(
			'contact',
			Array.from({ length: 1000 }, () => ({})),
		);
		const contacts = ids.map((id) => ({ id }));
		const [deals, customers] = [[{ id: 1 }], [{ id: 1 }]];
		expect((await api.post(tickets, { contacts, deals })).status).toBe(400);
		const { id } = await api.ok(api.post(tickets, { contacts }));
		expect((await api.patch(`${tickets}/${id}`, { deals, customers })).status).toBe(200);
		const all = await api.ok(api.get<Fields>(`${tickets}/${id}?include_related_objects=1`));
		expect((all.contacts as Row[]).length + (all.deals as Row[]).length).toBe(1001);
	});
});

test('externalLeadScore is an integer, or null where there is none (S5)', async () => {
	const { id } = await api.ok(api.post('/contacts', { name: 'Unscored' }));
	expect((await api.ok(api.get(`/contacts/${id}`))).externalLeadScore).toBeNull();
	const scores = (await readAll(api, '/contacts?limit=1000', 'contacts')).map(
		({ externalLeadScore }) => externalLeadScore,
	);
	expect(scores.every((score) => score === null || Number.isInteger(score))).toBe(true);
});

describe('adding a member in v1, with the user in the path (v1 §4, S5)', () => {
	interface Group extends Row {
		users: Row[];
	}
	const memberIds = ({ users }: Group) => users.map(({ id }) => id);
	const add = (path: string, body: unknown) => v1.post<Group>(`/user_groups/${path}`, body);
	let group: number;
	let users: number[];
	beforeAll(async () => {
		[group = 0] = await api.records('userGroup', [{ name: 'By path' }]);
		users = await api.records('user', [{ name: 'A' }, { name: 'B' }, { name: 'C' }]);
	});

	test('the user of the path is added, keeping the others', async () => {
		const first = await add(`${group}/users/${users[0]}`, {});
		expect([first.status, memberIds(first.body)]).toEqual([200, [users[0]]]);
		const second = await add(`${group}/users/${users[1]}`, {});
		expect([second.status, memberIds(second.body)]).toEqual([200, users.slice(0, 2)]);
	});

	test('beside a userId in the body, as the document lists both', async () => {
		const answer = await add(`${group}/users/${users[2]}`, { userId: users[2] });
		expect([answer.status, memberIds(answer.body)]).toEqual([200, users]);
	});

	test('a missing one is a 404, and text is a 400', async () => {
		expect((await add(`${group}/users/999999`, {})).status).toBe(404);
		expect((await add(`${group}/users/me`, {})).status).toBe(400);
	});

	test('v2 has no such path', async () => {
		expect((await api.post(`/user_groups/${group}/users/${users[0]}`, {})).status).toBe(404);
	});
});
