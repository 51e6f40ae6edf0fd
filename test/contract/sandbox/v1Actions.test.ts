import {
	given,
	startV1Client,
	type DealType,
	type Failure,
	type Fields,
	type Named,
	type Page,
	type V1Client,
} from '../support/v1Client';

interface Action extends Fields {
	id: number;
	active: boolean;
	startDatetime: string;
	pattern: Named;
	contacts: Array<Named & { contactCustoms: Fields[] }>;
	invitees: Named[];
	actionCustoms: Array<Fields & { name: string }>;
	files?: Fields[];
}

describe('v1 actions', () => {
	let v1: V1Client;
	let dealType: DealType;
	let users: number[];
	let customer: number;
	let contact: number;
	let deal: number;
	beforeAll(async () => {
		v1 = await startV1Client();
		const settings = await v1.settings();
		dealType = given(settings.dealTypes[0]);
		users = settings.users.map(({ id }) => id);
		customer = given((await v1.write('customer', [{ name: 'Owner' }]))[0]);
		contact = given((await v1.write('contact', [{ name: 'Linked' }]))[0]);
		deal = given((await v1.write('deal', [{ dealType: { id: dealType.id } }]))[0]);
	});
	afterAll(() => v1.sandbox.close());

	const purpose = () => given(dealType.actionsPurposes[0]);
	const times = {
		startDatetime: '2026-11-30T10:00:00+09:00',
		endDatetime: '2026-11-30T11:00:00+09:00',
	};
	const customerForm = (changes: Fields = {}) => ({
		...times,
		creator: { id: users[0] },
		pattern: { id: purpose().pattern },
		...changes,
	});
	const dealForm = (changes: Fields = {}) => ({
		...times,
		creator: { id: users[0] },
		purpose: { id: purpose().id },
		deal: { id: deal },
		...changes,
	});
	const actionsPath = () => `/customers/${customer}/actions`;
	const idsOf = async (path: string) => {
		const { status, body } = await v1.get<Page<'actions', Action>>(path);
		expect(status).toBe(200);
		return body.actions.map(({ id }) => id);
	};

	test('customer action create answers the action with 201 (v1 §2.6, §4)', async () => {
		const form = customerForm({
			invitees: [{ id: users[1] }],
			contacts: [{ id: contact }],
			preNote: 'before',
			result: 'after',
			active: false,
			actionCustoms: [{ itemKey: 'action_text', value: 'said' }],
		});
		const { status, body } = await v1.post<Action>(actionsPath(), form);
		expect([status, body]).toEqual([
			201,
			expect.objectContaining({
				startDatetime: '2026-11-30T10:00:00.000+09:00',
				endDatetime: '2026-11-30T11:00:00.000+09:00',
				preNote: 'before',
				result: 'after',
				active: false,
				customer: { id: customer, name: 'Owner' },
				creator: expect.objectContaining({ id: users[0] }),
				invitees: [expect.objectContaining({ id: users[1] })],
			}),
		]);
		expect(body.contacts.map(({ id }) => id)).toEqual([contact]);
		const said = given(body.actionCustoms.find(({ text }) => text === 'said'));
		expect(said).not.toHaveProperty('itemKey');
		expect((await v1.get(`${actionsPath()}/${body.id}`)).body).toEqual(body);
	});

	test('contacts of an action have the whole shape of v1 §2.5', async () => {
		const { body } = await v1.post<Action>(
			actionsPath(),
			customerForm({ contacts: [{ id: contact }] }),
		);
		const { body: list } = await v1.get<Page<'contacts'>>('/contacts?searchWord=Linked');
		expect(body.contacts).toEqual(list.contacts);
		const [custom] = given(body.contacts[0]).contactCustoms;
		expect(given(custom)).toHaveProperty('itemType');
		expect(given(custom)).not.toHaveProperty('itemKey');
	});

	test('creator and pattern are required; what is missing is a 404 (v1 §4)', async () => {
		const wrong: Array<[Fields, number]> = [
			[{ creator: undefined }, 400],
			[{ pattern: undefined }, 400],
			[{ startDatetime: 'soon' }, 400],
			[{ creator: { id: 999_999 } }, 404],
			[{ pattern: { id: 999_999 } }, 404],
			[{ invitees: [{ id: 999_999 }] }, 404],
			[{ contacts: [{ id: 999_999 }] }, 404],
		];
		for (const [changes, status] of wrong) {
			expect((await v1.post(actionsPath(), customerForm(changes))).status).toBe(status);
		}
		expect((await v1.post('/customers/999999/actions', customerForm())).status).toBe(404);
	});

	test('customerId is an id or all (v1 §4)', async () => {
		const [mine, other] = await v1.write('customerAction', [{ customer: { id: customer } }, {}]);
		const own = await idsOf(actionsPath());
		expect([own.includes(given(mine)), own.includes(given(other))]).toEqual([true, false]);
		const all = await idsOf('/customers/all/actions');
		expect([all.includes(given(mine)), all.includes(given(other))]).toEqual([true, true]);
		expect((await v1.get('/customers/some/actions')).status).toBe(500);
	});

	test('users[][id] finds creators and invitees, repeated for several (v1 §4)', async () => {
		const [a, b, c] = await v1.write('user', [{ name: 'A' }, { name: 'B' }, { name: 'C' }]);
		const creator = { id: users[0] };
		for (const kind of ['customerAction', 'dealAction']) {
			const [byA, toB, byC] = await v1.write(kind, [
				{ creator: { id: a } },
				{ creator, invitees: [{ id: b }] },
				{ creator: { id: c } },
			]);
			const path = kind === 'dealAction' ? '/actions' : '/customers/all/actions';
			expect(await idsOf(`${path}?users[][id]=${a}&sort=id`)).toEqual([byA]);
			const both = `users[][id]=${a}&users[][id]=${b}`;
			expect(await idsOf(`${path}?${both}&sort=id`)).toEqual([byA, toB]);
			expect(await idsOf(`${path}?${encodeURI(`users[][id]=${c}`)}`)).toEqual([byC]);
		}
	});

	test('windows: start and end, creation, update; an offset counts (v1 §4, v2 §4)', async () => {
		const at = (hour: number) => `2024-06-01T0${hour}:00:00Z`;
		const [early, late] = await v1.write('dealAction', [
			{ startDatetime: at(1), endDatetime: at(2), createdAt: at(1), updatedAt: at(3) },
			{ startDatetime: at(4), endDatetime: at(5), createdAt: at(4), updatedAt: at(6) },
		]);
		const find = (query: Record<string, string>) =>
			idsOf(`/actions?${new URLSearchParams({ ...query, sort: 'id' }).toString()}`);
		expect(await find({ startDatetime: at(1), endDatetime: at(5) })).toEqual([early, late]);
		expect(await find({ startDatetime: at(2), endDatetime: at(5) })).toEqual([late]);
		expect(await find({ startDatetime: at(1), endDatetime: at(4) })).toEqual([early]);
		expect(await find({ createdAtFrom: at(2), createdAtTo: at(4) })).toEqual([late]);
		expect(await find({ updatedAtFrom: at(3), updatedAtTo: at(5) })).toEqual([early]);
		const tokyo = { updatedAtFrom: '2024-06-01T14:00:00+09:00', updatedAtTo: at(7) };
		expect(await find(tokyo)).toEqual([late]);
		// Without an offset it is UTC.
		const bare = { updatedAtFrom: '2024-06-01T03:00:00', updatedAtTo: '2024-06-01T03:00:00' };
		expect(await find(bare)).toEqual([early]);
	});

	test('active, pattern, purpose and dealId filter the lists (v1 §4)', async () => {
		const other = given(dealType.actionsPurposes[1]);
		const own = { customer: { id: (await v1.write('customer', [{ name: 'Filtered' }]))[0] } };
		const [done, open] = await v1.write('customerAction', [
			{ ...own, active: false, pattern: { id: purpose().pattern } },
			{ ...own, active: true, pattern: { id: other.pattern } },
		]);
		const path = `/customers/${own.customer.id}/actions`;
		expect(await idsOf(`${path}?active=false`)).toEqual([done]);
		expect(await idsOf(`${path}?active=true`)).toEqual([open]);
		expect(await idsOf(`${path}?pattern=${other.pattern}`)).toEqual([open]);
		const [ownDeal] = await v1.write('deal', [{ dealType: { id: dealType.id } }]);
		const [call, visit] = await v1.write('dealAction', [
			{ deal: { id: ownDeal }, purpose: { id: purpose().id } },
			{ deal: { id: ownDeal }, purpose: { id: other.id } },
		]);
		expect(await idsOf(`/actions?dealId=${ownDeal}&sort=id`)).toEqual([call, visit]);
		expect(await idsOf(`/actions?dealId=${ownDeal}&purpose=${other.id}`)).toEqual([visit]);
	});

	test('sort takes startDatetime and others in either direction (v1 §4)', async () => {
		const own = { customer: { id: (await v1.write('customer', [{ name: 'Sorted' }]))[0] } };
		const at = (hour: number) => ({ startDatetime: `2026-01-01T0${hour}:00:00Z` });
		const [a, b, c] = await v1.write('customerAction', [
			{ ...own, ...at(2) },
			{ ...own, ...at(1) },
			{ ...own, ...at(2) },
		]);
		const path = `/customers/${own.customer.id}/actions`;
		expect(await idsOf(`${path}?sort=startDatetime,-id`)).toEqual([b, c, a]);
		expect(await idsOf(`${path}?sort=-start_datetime`)).toEqual([a, c, b]);
	});

	test('update changes what is given; invitees replace the whole list (v1 §4, v2 §4.5)', async () => {
		const form = customerForm({ invitees: [{ id: users[0] }, { id: users[1] }], preNote: 'kept' });
		const { body: made } = await v1.post<Action>(actionsPath(), form);
		const path = `${actionsPath()}/${made.id}`;
		const { status, body } = await v1.patch<Action>(path, {
			active: false,
			invitees: [{ id: users[2] }],
		});
		expect([status, body]).toEqual([
			200,
			{
				...made,
				active: false,
				invitees: [expect.objectContaining({ id: users[2] })],
				updatedAt: body.updatedAt,
			},
		]);
		expect((await v1.patch(`/customers/999999/actions/${made.id}`, {})).status).toBe(400);
	});

	test('delete answers 200 without a body; then the action is missing (v1 §4)', async () => {
		const { body } = await v1.post<Action>(actionsPath(), customerForm());
		const path = `${actionsPath()}/${body.id}`;
		expect((await v1.delete(path)).status).toBe(200);
		expect((await v1.get(path)).status).toBe(404);
		expect((await v1.delete(path)).status).toBe(404);
	});

	test('customer actions in bulk carry their customer and files (v1 §4)', async () => {
		const files = [{ name: 'plan.pdf', path: '/files/plan.pdf' }];
		const { status, body } = await v1.post<number[]>('/customers/actions/bulk', {
			actions: [customerForm({ customer: { id: customer }, files })],
		});
		expect([status, body.length]).toEqual([200, 1]);
		const path = `${actionsPath()}/${body[0]}`;
		const withFiles = await v1.get<Action>(`${path}?include_files=1`);
		expect(withFiles.body.files).toEqual([
			{ name: 'plan.pdf', mimeType: 'application/pdf', url: '/files/plan.pdf' },
		]);
		for (const query of ['', '?include_files=0']) {
			expect((await v1.get(path + query)).body).not.toHaveProperty('files');
		}
	});

	test('bulk failures name the items in bulkErrors, all or nothing (v1 §4)', async () => {
		const before = (await idsOf(actionsPath())).length;
		const own = { customer: { id: customer } };
		const { status, body } = await v1.post<Failure>('/customers/actions/bulk', {
			actions: [customerForm(own), customerForm({ customer: { id: 999_999 } })],
		});
		expect([status, body.bulkErrors]).toEqual([
			500,
			[{ index: 1, massages: ['customer 999999 does not exist'] }],
		]);
		expect((await idsOf(actionsPath())).length).toBe(before);
	});

	test('deal action create answers deal, purpose and its pattern with 201 (v1 §2.6)', async () => {
		const { status, body } = await v1.post<Action>('/actions', dealForm());
		expect([status, body]).toEqual([
			201,
			expect.objectContaining({
				deal: expect.objectContaining({ id: deal }),
				purpose: { id: purpose().id, name: purpose().name },
				pattern: { id: purpose().pattern, name: purpose().patternName },
				active: true,
			}),
		]);
		expect((await v1.get(`/actions/${body.id}`)).body).toEqual(body);
		const include = await v1.get<Action>(`/actions/${body.id}?include_files=1`);
		expect(include.body.files).toEqual([]);
		for (const name of ['deal', 'purpose', 'creator', 'startDatetime', 'endDatetime']) {
			expect((await v1.post('/actions', dealForm({ [name]: undefined }))).status).toBe(400);
		}
		expect((await v1.post('/actions', dealForm({ deal: { id: 999_999 } }))).status).toBe(404);
	});

	test('deal action update requires the deal (v1 §4)', async () => {
		const { body } = await v1.post<Action>('/actions', dealForm());
		const path = `/actions/${body.id}`;
		expect((await v1.patch(path, { active: false })).status).toBe(400);
		const updated = await v1.patch<Action>(path, { deal: { id: deal }, active: false });
		expect([updated.status, updated.body.active]).toEqual([200, false]);
		expect((await v1.patch('/actions/999999', { deal: { id: deal } })).status).toBe(400);
	});

	test('deal actions in bulk are of one deal type per call (v1 §4)', async () => {
		const good = { dealTypeId: dealType.id, actions: [dealForm(), dealForm()] };
		const { status, body } = await v1.post<number[]>('/actions/bulk', good);
		expect([status, new Set(body).size]).toEqual([200, 2]);
		const other = given((await v1.settings()).dealTypes[1]);
		const wrong = await v1.post<Failure>('/actions/bulk', { ...good, dealTypeId: other.id });
		expect([wrong.status, wrong.body.bulkErrors?.map(({ index }) => index)]).toEqual([500, [0, 1]]);
		const missing = await v1.post<Failure>('/actions/bulk', { actions: good.actions });
		expect([missing.status, missing.body.messages]).toEqual([500, ['dealTypeId is required']]);
	});

	test('a call notifies creator and invitees, a bulk call nobody (v2 §6)', async () => {
		const told = async () =>
			(await v1.steer<{ notifications: Fields[] }>('GET', 'log')).notifications.length;
		const before = await told();
		await v1.post('/actions', dealForm({ invitees: [{ id: users[1] }] }));
		expect(await told()).toBe(before + 1);
		await v1.post('/actions/bulk', { dealTypeId: dealType.id, actions: [dealForm()] });
		await v1.post('/customers/actions/bulk', {
			actions: [customerForm({ customer: { id: customer } })],
		});
		expect(await told()).toBe(before + 1);
	});
});
