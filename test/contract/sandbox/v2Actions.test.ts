import {
	actionForm,
	SandboxClient,
	dealActionForm,
	idsOf,
	readAll,
	type CursorList,
	type Fields,
	type Row,
} from '../support/sandboxClient';

// Patterns 1 and 2; purposes 1 and 2 of the first deal type, 3 and 4 of the second.
let api: SandboxClient;
beforeAll(async () => {
	api = await SandboxClient.start({ seed: 'empty' });
	await api.records('customer', [{ name: 'C1' }, { name: 'C2' }]);
	await api.records('deal', [{ name: 'D1' }, { name: 'D2', dealType: { id: 2 } }]);
	await api.records('contact', [{ name: 'P1' }, { name: 'P2' }, { name: 'P3' }]);
});
afterAll(() => api.close());

const kinds = [
	{
		kind: 'customer',
		list: '/customers/1/actions',
		form: (more?: Fields) => actionForm(more),
		choice: 'pattern',
	},
	{
		kind: 'deal',
		list: '/actions',
		form: (more?: Fields) => dealActionForm(1, more),
		choice: 'purpose',
	},
	{
		kind: 'contact',
		list: '/contacts/1/actions',
		form: (more?: Fields) => actionForm(more),
		choice: 'pattern',
	},
] as const;

describe.each(kinds)(
	'$kind actions (v2 §2.5, §3, §4.5, §4.8, §4.10)',
	({ kind, list, form, choice }) => {
		const create = (more?: Fields) => api.ok(api.post(list, form(more)));

		test('every property is kept', async () => {
			const more = {
				invitees: [{ id: 2 }, { id: 3 }],
				preNote: 'Before',
				result: 'After',
				active: false,
				contacts: [{ id: 2 }],
				actionCustoms: [{ itemKey: 'action_text', value: 'Detail' }],
			};
			const action = await create(more);
			expect(action).toMatchObject({
				preNote: 'Before',
				result: 'After',
				extraResult: '',
				active: false,
				creator: { id: 1 },
				invitees: [{ id: 2 }, { id: 3 }],
				[choice]: { id: 1, name: expect.any(String) },
				[kind]: { id: 1, name: expect.any(String) },
			});
			expect(Date.parse(String(action.startDatetime))).toBe(Date.parse('2026-05-01T10:00:00Z'));
			expect(idsOf(action.contacts)).toContain(2);
			const text = (action.actionCustoms as Row[]).find(({ itemType }) => itemType === 'text');
			expect(text?.value).toBe('Detail');
			expect(await api.ok(api.get(`${list}/${action.id}`))).toEqual(action);
		});

		test.each(['startDatetime', 'endDatetime', 'creator', choice])(
			'%s is required',
			async (property) => {
				const { [property]: _, ...rest } = form();
				const { status, body } = await api.post(list, rest);
				expect({ status, body }).toEqual({
					status: 400,
					body: { error: 'VALIDATION_FAILED', messages: [`${property} is required`] },
				});
			},
		);

		test('active=true is not completed, false completed; update moves it (part 3)', async () => {
			const action = await create();
			expect(action.active).toBe(true);
			const path = `${list}/${action.id}`;
			expect((await api.ok(api.patch(path, { active: false }))).active).toBe(false);
			expect((await api.ok(api.patch(path, { preNote: 'x' }))).active).toBe(false);
			expect((await api.ok(api.patch(path, { active: true }))).active).toBe(true);
		});

		test('update changes only what the body holds; invitees replaces the whole list', async () => {
			const action = await create({ invitees: [{ id: 2 }, { id: 3 }], preNote: 'Kept' });
			const path = `${list}/${action.id}`;
			const untouched = await api.ok(api.patch(path, { result: 'R' }));
			expect(idsOf(untouched.invitees)).toEqual([2, 3]);
			const replaced = await api.ok(api.patch(path, { invitees: [{ id: 4 }] }));
			expect(replaced).toMatchObject({ preNote: 'Kept', result: 'R', invitees: [{ id: 4 }] });
			expect((await api.ok(api.patch(path, { invitees: [] }))).invitees).toEqual([]);
			expect((await api.ok(api.patch(path, { preNote: null }))).preNote).toBeNull();
		});

		test.each([
			['creator', { creator: { id: 99_999 } }],
			['creator of another domain', { creator: { id: 6 } }],
			['invitee', { invitees: [{ id: 99_999 }] }],
			['contact', { contacts: [{ id: 99_999 }] }],
			[choice, { [choice]: { id: 99_999 } }],
		])('a missing %s is a 404', async (_, more) => {
			expect((await api.post(list, form(more))).status).toBe(404);
		});

		test.each([
			{ startDatetime: 'now' },
			{ active: 'yes' },
			{ creator: 1 },
			{ invitees: { id: 1 } },
		])('%j is wrongly typed', async (more) => {
			const { status, body } = await api.post(list, form(more));
			expect({ status, error: body.error }).toEqual({ status: 400, error: 'BAD_REQUEST' });
		});

		test('files are added by include_files=1 only', async () => {
			const files = [
				{ name: 'a.pdf', mimeType: 'application/pdf', url: 'https://f.example/a.pdf' },
			];
			const [id] = await api.records(`${kind}Action`, [{ [kind]: { id: 1 }, files }]);
			expect(await api.ok(api.get(`${list}/${id}`))).not.toHaveProperty('files');
			expect(await api.ok(api.get(`${list}/${id}?include_files=0`))).not.toHaveProperty('files');
			expect((await api.ok(api.get(`${list}/${id}?include_files=1`))).files).toEqual(files);
		});

		test('delete answers 200 without a body, then 404', async () => {
			const { id } = await create();
			const answer = await api.delete<unknown>(`${list}/${id}`);
			expect({ status: answer.status, body: answer.body }).toEqual({ status: 200, body: '' });
			for (const method of ['GET', 'PATCH', 'DELETE'] as const) {
				expect(
					(await api.call(method, `${list}/${id}`, method === 'PATCH' ? { body: {} } : {})).status,
				).toBe(404);
			}
		});

		test('a list is sorted by start, latest first, in both spellings', async () => {
			const times = async (query: string) =>
				(await readAll(api, `${list}?limit=2${query}`, 'actions')).map(({ startDatetime }) =>
					Date.parse(String(startDatetime)),
				);
			for (const hour of [3, 1, 2]) {
				await create({
					startDatetime: `2026-06-01T0${hour}:00:00Z`,
					endDatetime: '2026-06-01T12:00:00Z',
				});
			}
			const falling = (await times('')).sort((a, b) => b - a);
			expect(await times('')).toEqual(falling);
			expect(await times('&sort=-start_datetime')).toEqual(falling);
			for (const sort of ['startDatetime', 'start_datetime']) {
				expect(await times(`&sort=${sort}`)).toEqual([...falling].reverse());
			}
			expect((await api.get(`${list}?sort=updatedAt`)).status).toBe(400);
		});

		test('windows on start and end, creation and update', async () => {
			const startDatetime = '2030-01-01T10:00:00Z';
			const endDatetime = '2030-01-01T11:00:00Z';
			const { id, createdAt } = await create({ startDatetime, endDatetime });
			const found = async (query: string) =>
				idsOf(await readAll(api, `${list}?${query}`, 'actions')).includes(id);
			expect(await found(`startDatetime=${startDatetime}&endDatetime=${endDatetime}`)).toBe(true);
			expect(await found('startDatetime=2030-01-01T10:00:01Z')).toBe(false);
			expect(await found('endDatetime=2030-01-01T10:59:59Z')).toBe(false);
			const at = encodeURIComponent(String(createdAt));
			expect(await found(`createdAtFrom=${at}&createdAtTo=${at}`)).toBe(true);
			expect(await found(`updatedAtFrom=${at}&updatedAtTo=${at}`)).toBe(true);
			expect(await found('updatedAtTo=2020-01-01')).toBe(false);
			expect((await api.get(`${list}?createdAtFrom=later`)).status).toBe(400);
		});

		test('users[][id], repeated, finds creators and invitees', async () => {
			const [own, invited] = [
				(await create({ creator: { id: 4 } })).id,
				(await create({ creator: { id: 2 }, invitees: [{ id: 5 }] })).id,
			];
			const found = async (query: string) =>
				idsOf(await readAll(api, `${list}?${query}`, 'actions'));
			expect(await found('users[][id]=5')).toEqual([invited]);
			expect(await found('users%5B%5D%5Bid%5D=5')).toEqual([invited]);
			expect(await found('users[][id]=5&users[][id]=4')).toEqual(
				expect.arrayContaining([own, invited]),
			);
			expect((await api.get(`${list}?users[][id]=x`)).status).toBe(400);
		});

		test(`active and ${choice} filter`, async () => {
			const done = await create({ active: false, [choice]: { id: 2 } });
			const found = async (query: string) =>
				idsOf(await readAll(api, `${list}?${query}`, 'actions'));
			expect(await found('active=false')).toContain(done.id);
			expect(await found('active=true')).not.toContain(done.id);
			expect(await found(`${choice}=2`)).toContain(done.id);
			expect(await found(`${choice}=1`)).not.toContain(done.id);
			expect((await api.get(`${list}?active=maybe`)).status).toBe(400);
		});

		test('a cursor is bound to its sort and filters', async () => {
			const { nextCursor } = await api.ok(api.get<CursorList>(`${list}?limit=1&active=true`));
			const cursor = encodeURIComponent(nextCursor ?? '');
			expect((await api.get(`${list}?active=true&cursor=${cursor}`)).status).toBe(200);
			expect((await api.get(`${list}?active=false&cursor=${cursor}`)).status).toBe(400);
			const sorted = `${list}?active=true&sort=startDatetime&cursor=${cursor}`;
			expect((await api.get(sorted)).status).toBe(400);
		});
	},
);

describe('customer actions (v2 §4.5)', () => {
	test('a missing customer is a 404; all lists those of every customer', async () => {
		expect((await api.get('/customers/99999/actions')).status).toBe(404);
		expect((await api.post('/customers/99999/actions', actionForm())).status).toBe(404);
		const other = await api.ok(api.post('/customers/2/actions', actionForm()));
		const all = await readAll(api, '/customers/all/actions', 'actions');
		expect(idsOf(all)).toContain(other.id);
		expect(idsOf(await readAll(api, '/customers/1/actions', 'actions'))).not.toContain(other.id);
		expect((await api.get('/customers/some/actions')).status).toBe(400);
	});

	test('an action is reached through its own customer only', async () => {
		const { id } = await api.ok(api.post('/customers/2/actions', actionForm()));
		expect((await api.get(`/customers/1/actions/${id}`)).status).toBe(404);
		expect((await api.get(`/actions/${id}`)).status).toBe(404);
	});
});

describe('deal actions (v2 §4.8)', () => {
	test('dealId filters; the purpose brings its pattern', async () => {
		const form = dealActionForm(2, { purpose: { id: 4 } });
		const action = await api.ok(api.post('/actions', form));
		expect(action).toMatchObject({ purpose: { id: 4 }, pattern: { id: 2, name: 'Visit' } });
		expect(idsOf(await readAll(api, '/actions?dealId=2', 'actions'))).toEqual([action.id]);
	});

	test('a purpose of another deal type is a failed validation, a missing deal a 404', async () => {
		const wrong = await api.post('/actions', dealActionForm(2, { purpose: { id: 1 } }));
		expect(wrong.status).toBe(400);
		expect((await api.post('/actions', dealActionForm(99_999))).status).toBe(404);
		expect((await api.post('/actions', dealActionForm(1, { deal: undefined }))).status).toBe(400);
	});

	test('bulk actions are of the one deal type named', async () => {
		const bulk = (dealTypeId: number | undefined, deal: number) =>
			api.post('/actions/bulk', { dealTypeId, actions: [dealActionForm(deal)] });
		expect((await bulk(1, 1)).status).toBe(200);
		expect((await bulk(2, 1)).status).toBe(400);
		expect((await bulk(99, 1)).status).toBe(404);
		expect((await bulk(undefined, 1)).status).toBe(400);
	});
});

describe('contact actions (v2 §4.10)', () => {
	test('date-times are answered with the +09:00 offset', async () => {
		const action = await api.ok(api.post('/contacts/1/actions', actionForm()));
		expect(action.startDatetime).toBe('2026-05-01T19:00:00.000+09:00');
		expect(action.createdAt).toMatch(/\+09:00$/);
		expect(action).toHaveProperty('actionCustoms');
	});

	test('dataType 0 = deal action, 1 = contact action, omitted = both', async () => {
		const contacts = [{ id: 3 }];
		const step = await api.ok(api.post('/actions', dealActionForm(1, { contacts })));
		const talk = await api.ok(api.post('/contacts/3/actions', actionForm()));
		const found = async (query: string) =>
			(await readAll(api, `/contacts/3/actions${query}`, 'actions')).map(
				({ id, dataType, deal }) => ({
					...{ id, dataType, deal },
				}),
			);
		const ofDeal = { id: step.id, dataType: 0, deal: { id: 1, name: 'D1' } };
		const ofContact = { id: talk.id, dataType: 1, deal: null };
		expect(await found('?dataType=0')).toEqual([ofDeal]);
		expect(await found('?dataType=1')).toEqual([ofContact]);
		expect(await found('')).toEqual(expect.arrayContaining([ofDeal, ofContact]));
		expect((await api.get('/contacts/3/actions?dataType=2')).status).toBe(400);
	});

	test('with all, contact is the linked contact with the smallest id', async () => {
		const form = actionForm({ contacts: [{ id: 1 }, { id: 3 }] });
		const { id } = await api.ok(api.post('/contacts/2/actions', form));
		const find = async (path: string) =>
			(await readAll(api, path, 'actions')).find((action) => action.id === id);
		expect((await find('/contacts/all/actions'))?.contact).toEqual({ id: 1, name: 'P1' });
		expect((await find('/contacts/3/actions'))?.contact).toEqual({ id: 3, name: 'P3' });
		expect((await api.get('/contacts/99999/actions')).status).toBe(404);
	});

	test('the form names the other contacts; the owner stays linked', async () => {
		const form = actionForm({ contacts: [{ id: 2 }] });
		const action = await api.ok(api.post('/contacts/1/actions', form));
		expect(idsOf(action.contacts)).toEqual([1, 2]);
		const path = `/contacts/1/actions/${action.id}`;
		const changed = await api.ok(api.patch(path, { contacts: [{ id: 3 }] }));
		expect(idsOf(changed.contacts)).toEqual([1, 3]);
	});
});
