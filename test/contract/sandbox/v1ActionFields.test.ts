import {
	given,
	startV1Client,
	type Failure,
	type Fields,
	type Named,
	type V1Client,
} from '../support/v1Client';

interface Item {
	id: number;
	itemKey: string;
	itemType: string;
	name: string;
	actionCustomItemOptions: Array<{ id: number; value: number; label: string }>;
}
interface Labels {
	actionCustomItemKey: string;
	totalCount: number;
	page: number;
	labels: Array<Named & { createdAt: string }>;
}
const path = '/action_custom_items';

describe('v1 action custom items', () => {
	let v1: V1Client;
	beforeAll(async () => {
		v1 = await startV1Client();
	});
	afterAll(() => v1.sandbox.close());
	beforeEach(() => v1.steer('POST', 'reset', {}));

	const items = async () =>
		(await v1.get<{ actionCustomItems: Item[] }>(path)).body.actionCustomItems;
	const keys = async () => (await items()).map(({ itemKey }) => itemKey);
	const pairs = ({ actionCustomItemOptions }: Item) =>
		actionCustomItemOptions.map(({ value, label }) => [value, label]);
	const create = (form: Fields) => v1.post<Item>(path, form);
	const createSelect = async (labels: string[], form: Fields = {}) => {
		const actionCustomItemOptions = labels.map((label, index) => ({ value: index + 1, label }));
		const select = { name: 'Mood', itemKey: 'mood', itemType: 'single_select', ...form };
		return create({ ...select, actionCustomItemOptions });
	};

	test('the list holds id, itemKey, itemType, name and options (v1 §2.9)', async () => {
		const [first] = await items();
		expect(given(first)).toEqual({
			id: expect.any(Number),
			itemKey: 'action_text',
			itemType: 'text',
			name: 'Remark',
			actionCustomItemOptions: [],
		});
	});

	test('create answers the item with 201 and appends it by default (v1 §4)', async () => {
		const before = await keys();
		const { status, body } = await createSelect(['Good', 'Bad']);
		expect([status, body.itemKey, body.itemType, pairs(body)]).toEqual([
			201,
			'mood',
			'single_select',
			[
				[1, 'Good'],
				[2, 'Bad'],
			],
		]);
		expect(await keys()).toEqual([...before, 'mood']);
		expect((await items()).at(-1)).toEqual(body);
	});

	test('before names the item to insert before (v1 §4)', async () => {
		const [first, second, ...rest] = await keys();
		await create({ name: 'Between', itemKey: 'between', itemType: 'text', before: second });
		expect(await keys()).toEqual([first, 'between', second, ...rest]);
		const wrong = { name: 'Nowhere', itemType: 'text', before: 'no_such_item' };
		expect((await create(wrong)).status).toBe(400);
	});

	test('an omitted itemKey gets a generated unique value (v1 §4)', async () => {
		const made: string[] = [];
		for (let count = 0; count < 3; count++) {
			made.push((await create({ name: 'Same name', itemType: 'text' })).body.itemKey);
		}
		expect(new Set(made).size).toBe(3);
		expect((await keys()).filter((key) => made.includes(key))).toHaveLength(3);
	});

	test('a second item of one key is refused with 400 (v1 §4)', async () => {
		const { status, body } = await v1.post<Failure>(path, {
			name: 'Again',
			itemKey: 'action_text',
			itemType: 'text',
		});
		expect([status, body.error]).toEqual([400, 'VALIDATION_FAILED']);
	});

	test('name and itemType are required, and the type must be known (v1 §4, S3)', async () => {
		const forms = [{ name: 'x' }, { itemType: 'text' }, { name: 'x', itemType: 'calculation' }];
		for (const form of [...forms, { name: '', itemType: 'text' }]) {
			expect((await create(form)).status).toBe(400);
		}
		expect((await createSelect(['A', 'B'], { itemType: 'text' })).status).toBe(400);
		const twice = [
			{ value: 1, label: 'A' },
			{ value: 1, label: 'B' },
		];
		const form = { name: 'x', itemType: 'multi_select', actionCustomItemOptions: twice };
		expect((await create(form)).status).toBe(400);
	});

	test('update changes name and key; the old key is gone (v1 §4)', async () => {
		const { body: made } = await createSelect(['Good']);
		const { status, body } = await v1.patch<Item>(`${path}/mood`, {
			name: 'Feeling',
			newItemKey: 'feeling',
		});
		expect([status, body]).toEqual([200, { ...made, name: 'Feeling', itemKey: 'feeling' }]);
		expect((await v1.patch(`${path}/mood`, { name: 'x' })).status).toBe(404);
		expect((await v1.patch(`${path}/feeling`, { newItemKey: 'action_text' })).status).toBe(400);
		expect((await v1.patch(`${path}/feeling`, { newItemKey: 'feeling' })).status).toBe(200);
	});

	test('options are stored in the order given, with newValue and delete (v1 §4)', async () => {
		const { body: made } = await createSelect(['One', 'Two', 'Three']);
		const { status, body } = await v1.patch<Item>(`${path}/mood`, {
			actionCustomItemOptions: [
				{ value: 4, label: 'Four' },
				{ value: 3, newValue: 30 },
				{ value: 2, delete: true },
				{ value: 1, label: 'First' },
			],
		});
		expect([status, pairs(body)]).toEqual([
			200,
			[
				[4, 'Four'],
				[30, 'Three'],
				[1, 'First'],
			],
		]);
		const idOf = (item: Item, label: string) =>
			item.actionCustomItemOptions.find((option) => option.label === label)?.id;
		expect(idOf(body, 'Three')).toBe(idOf(made, 'Three'));
		expect(await items()).toContainEqual(body);
	});

	test('options must differ, and what is deleted must be there (v1 §4)', async () => {
		await createSelect(['One', 'Two']);
		const wrong = [
			[{ value: 1, newValue: 2 }],
			[{ value: 9, delete: true }],
			[{ value: 9 }],
			[{ label: 'No value' }],
		];
		for (const actionCustomItemOptions of wrong) {
			expect((await v1.patch(`${path}/mood`, { actionCustomItemOptions })).status).toBe(400);
		}
		expect(pairs(given((await items()).at(-1)))).toEqual([
			[1, 'One'],
			[2, 'Two'],
		]);
	});

	test('actions follow a new value and lose a deleted option (v1 §4)', async () => {
		await createSelect(['One', 'Two']);
		const [kept, lost] = await v1.write('customerAction', [
			{ actionCustoms: [{ itemKey: 'mood', value: 1 }] },
			{ actionCustoms: [{ itemKey: 'mood', value: 2 }] },
		]);
		await v1.patch(`${path}/mood`, {
			actionCustomItemOptions: [
				{ value: 2, delete: true },
				{ value: 1, newValue: 7 },
			],
		});
		const { body } = await v1.get<{
			actions: Array<{ id: number; actionCustoms: Array<{ name: string; selectedValue: number }> }>;
		}>('/customers/all/actions');
		const chosen = (id: number | undefined) =>
			body.actions
				.find((action) => action.id === id)
				?.actionCustoms.find(({ name }) => name === 'Mood')?.selectedValue;
		expect([chosen(kept), chosen(lost)]).toEqual([7, null]);
	});

	test('delete removes the item, and the values that actions have of it (v1 §4)', async () => {
		await createSelect(['One']);
		await v1.write('customerAction', [{ actionCustoms: [{ itemKey: 'mood', value: 1 }] }]);
		expect((await v1.patch(`${path}/mood`, { delete: true })).status).toBe(200);
		expect(await keys()).not.toContain('mood');
		expect((await v1.patch(`${path}/mood`, {})).status).toBe(404);
		// A later item does not inherit what the deleted one left behind.
		await create({ name: 'Next', itemKey: 'next', itemType: 'number' });
		const { body } = await v1.get<{ actions: Array<{ actionCustoms: Fields[] }> }>(
			'/customers/all/actions',
		);
		const values = body.actions.flatMap(({ actionCustoms }) =>
			actionCustoms.filter(({ name }) => name === 'Next').map(({ value }) => value),
		);
		expect(new Set(values)).toEqual(new Set([null]));
	});

	test('a refused change leaves everything as it was (all or nothing)', async () => {
		const before = await items();
		const wrong = { name: 'x', itemKey: 'x', itemType: 'text', before: 'no_such_item' };
		expect((await create(wrong)).status).toBe(400);
		const actionCustomItemOptions = [{ value: 9, delete: true }];
		await v1.patch(`${path}/action_single_select`, { name: 'Half', actionCustomItemOptions });
		expect(await items()).toEqual(before);
	});

	describe('labels', () => {
		const labels = async (query = '') => {
			const answer = await v1.get<Labels>(`${path}/mood/labels?${query}`);
			expect(answer.status).toBe(200);
			return answer.body;
		};
		const names = async (query: string) => (await labels(query)).labels.map(({ name }) => name);

		test('are {actionCustomItemKey, totalCount, page, labels} (v1 §4)', async () => {
			await createSelect(['Cherry', 'Apple', 'Banana']);
			const { labels: list, ...envelope } = await labels('sort=id');
			expect(envelope).toEqual({ actionCustomItemKey: 'mood', totalCount: 3, page: 1 });
			expect(given(list[0])).toEqual({
				id: expect.any(Number),
				name: 'Cherry',
				createdAt: expect.stringMatching(/\+09:00$/),
			});
			expect((await v1.get(`${path}/no_such_item/labels`)).status).toBe(404);
		});

		test('searchWord is a part of the label, sort orders them (v1 §4)', async () => {
			await createSelect(['Cherry', 'Apple', 'Banana']);
			expect(await names('searchWord=AN')).toEqual(['Banana']);
			expect(await names('sort=name')).toEqual(['Apple', 'Banana', 'Cherry']);
			expect(await names('sort=-name,id')).toEqual(['Cherry', 'Banana', 'Apple']);
			expect((await v1.get(`${path}/mood/labels?sort=size`)).status).toBe(400);
		});

		test('page starts at 1, limit is 100 by default and 1000 at most (v1 §4)', async () => {
			await createSelect(Array.from({ length: 230 }, (_, index) => `Label ${index}`));
			const page = await labels('page=3');
			expect([page.page, page.totalCount, page.labels.length]).toEqual([3, 230, 30]);
			expect((await labels()).labels).toHaveLength(100);
			expect((await labels('limit=1000')).labels).toHaveLength(230);
			expect((await v1.get(`${path}/mood/labels?limit=1001`)).status).toBe(400);
		});

		test('a seeded label was created before now; a later one comes first (v1 §2.9, §4)', async () => {
			await createSelect(['Old']);
			await v1.steer('POST', 'clock', { advanceMs: 60_000 });
			await v1.patch(`${path}/mood`, {
				actionCustomItemOptions: [{ value: 1 }, { value: 2, label: 'New' }],
			});
			expect(await names('')).toEqual(['New', 'Old']);
			const { body } = await v1.get<Labels>(`${path}/action_single_select/labels`);
			for (const { createdAt } of body.labels) {
				expect(Date.parse(createdAt)).toBeGreaterThan(Date.parse('2020-01-01'));
			}
		});
	});
});
