/** The node's own parameters are read through their types, as the request's fields are. */
import type { IDataObject } from 'n8n-workflow';
import { speaks } from '../support/speaks';
import { byId, startNodeFixture, type NodeFixture } from './support/nodeFixture';

let fixture: NodeFixture;
beforeAll(async () => {
	fixture = await startNodeFixture();
});
afterAll(async () => await fixture.close());
beforeEach(async () => {
	await fixture.requests();
});

const upsert = async (input: IDataObject[], dryRun: unknown, more: IDataObject = {}) =>
	await fixture.run('customer.createOrUpdate', {
		parameters: {
			matchBy: 'telNo',
			name: '={{ $json.name }}',
			additionalFields: { telNo: '={{ $json.tel }}' },
			options: { dryRun } as IDataObject,
			...more,
		},
		input,
	});

const writes = async () =>
	(await fixture.requests()).filter(({ path }) => !path.endsWith('/search')).length;

describe('Dry Run', () => {
	test.each([true, 'true', 'TRUE', 'yes', 1, '1', '={{ "true" }}'])(
		'%p changes nothing',
		async (given) => {
			const { items, error } = await upsert([{ name: 'Dry', tel: '03-5550-0001' }], given);
			expect(error).toBeUndefined();
			expect(items.map(({ json }) => json)).toMatchObject([{ dryRun: true, action: 'create' }]);
			expect(await writes()).toBe(0);
		},
	);

	test.each(['perhaps', 2, {}])(
		'%p is an error that names it, and nothing is written',
		async (given) => {
			const { error } = await upsert([{ name: 'Dry', tel: '03-5550-0002' }], given);
			expect(error?.message).toMatch(/^Dry Run is .*; it must be true or false\./);
			expect(await fixture.requests()).toEqual([]);
		},
	);

	test('must be one for the run: items that differ are an error', async () => {
		const input = [
			{ name: 'A', tel: '03-5550-0003', dry: true },
			{ name: 'B', tel: '03-5550-0004', dry: false },
		];
		const { error } = await upsert(input, '={{ $json.dry }}');
		expect(error?.message).toBe(
			'Dry Run must be the same for all items: it is true for item 0 and false for item 1.',
		);
		expect(await fixture.requests()).toEqual([]);
	});
});

test('Match By must be one for the run: items that differ are an error', async () => {
	const input = [
		{ name: 'A', tel: '03-5550-0005', by: 'telNo' },
		{ name: 'B', tel: '03-5550-0006', by: 'name' },
	];
	const { error } = await upsert(input, false, { matchBy: '={{ $json.by }}' });
	expect(error?.message).toMatch(
		/^Match By must be the same for all items: it is "telNo" for item 0/,
	);
	expect(await fixture.requests()).toEqual([]);
});

describe('controls of a list', () => {
	test.each(['true', true, 1])(
		'Return All %p returns all, whatever the limit',
		async (returnAll) => {
			const parameters = { returnAll, limit: 3 } as IDataObject;
			const all = await fixture.records('customer.getMany', { parameters });
			expect(all.length).toBeGreaterThan(30);
		},
	);

	test('Return All "false" from an expression keeps the limit', async () => {
		const some = await fixture.records('customer.getMany', {
			parameters: { returnAll: '={{ "false" }}', limit: 3 },
		});
		expect(some).toHaveLength(3);
	});

	test.each([
		['two', 'Page Limit is "two"; it must be a whole number.'],
		[-1, 'Page Limit is -1; it must be a whole number of 1 or more.'],
		[0, 'Page Limit is 0; it must be a whole number of 1 or more.'],
	])('Page Limit %p is an error, not a list without requests', async (pageLimit, message) => {
		const { error } = await fixture.run('customer.getMany', {
			parameters: { returnAll: true, options: { pageLimit } },
		});
		expect(error?.message).toBe(message);
		expect(await fixture.requests()).toEqual([]);
	});

	test('an unknown Output is an error that names the ways there are', async () => {
		const { error } = await fixture.run('deal.getMany', { parameters: { output: 'simple' } });
		expect(error?.message).toBe(
			'Output is "simple"; it must be one of simplified, raw, selectedFields, file, summary.',
		);
		expect(await fixture.requests()).toEqual([]);
	});

	test('an unknown way to search is an error, not a search for everything', async () => {
		const { error } = await fixture.run('deal.search', {
			parameters: { searchMode: 'jsn', returnAll: true },
		});
		expect(error?.message).toBe('Search With is "jsn"; it must be one of builder, json.');
		expect(await fixture.requests()).toEqual([]);
	});

	test('a list that comes in one piece is not cut at 50 (v1 §4)', async () => {
		const before = await fixture.records('customerField.getMany', { parameters: {} });
		expect(before.length).toBeGreaterThan(0);
		const { hints } = await fixture.run('customerField.getMany', { parameters: {} });
		expect(hints).toEqual([]);
	});
});

describe('Look Up in Batches', () => {
	const get = async (options: IDataObject) => {
		const customers = await fixture.records('customer.getMany', { parameters: { limit: 3 } });
		await fixture.requests();
		return await fixture.run('customer.get', {
			parameters: { customerId: '={{ $json.id }}', options },
			input: customers.map(({ id }) => ({ id })),
		});
	};

	test.each([true, 'true', 1])('%p is one search for all items', async (batchLookup) => {
		const { items, error } = await get({ batchLookup });
		expect(error).toBeUndefined();
		expect(items).toHaveLength(3);
		expect(await fixture.requests()).toHaveLength(1);
	});

	test.each([
		['includeRelatedObjects', 'Include Related Objects'],
		['itemKeyAsPropertyKey', 'Custom Fields by Item Key'],
	])('with %s says that a search returns no such thing', async (option, label) => {
		const { error } = await get({ batchLookup: true, [option]: true });
		expect(error?.message).toBe(
			`Look Up in Batches can't be combined with ${label}, which a search does not return: turn off one of the two.`,
		);
		expect(await fixture.requests()).toEqual([]);
		expect((await get({ batchLookup: true, [option]: false })).error).toBeUndefined();
	});
});

describe('Output Fields', () => {
	const selected = (outputFields: unknown) =>
		({ output: 'selectedFields', outputFields }) as IDataObject;

	test('choose from the raw record first, then from the simplified names', async () => {
		const [record] = await fixture.records('deal.getMany', {
			parameters: { limit: 1, ...selected('id, phaseStayDays, phase.name, phaseId, userId, user') },
		});
		expect(record).toEqual({
			id: expect.any(Number),
			phaseStayDays: expect.any(Array),
			phase: { name: expect.any(String) },
			phaseId: expect.any(Number),
			userId: expect.any(Number),
			user: { id: record!.userId, name: expect.any(String) },
		});
	});

	test('that are none are an error before anything is asked', async () => {
		const { error } = await fixture.run('deal.getMany', { parameters: selected('={{ "" }}') });
		expect(error?.message).toMatch(/^Output is Selected Fields, and Output Fields names none/);
		expect(await fixture.requests()).toEqual([]);
	});

	test('have no effect under another Output', async () => {
		const [record] = await fixture.records('deal.getMany', {
			parameters: { limit: 1, ...selected('id'), output: 'raw' },
		});
		expect(record).toHaveProperty('phaseStayDays');
	});

	test('that no record has are named in a hint', async () => {
		const { items, hints } = await fixture.run('deal.getMany', {
			parameters: { limit: 2, ...selected('id, nmae, customer.nmae, customer.name') },
		});
		expect(items[0]?.json).toHaveProperty('customer.name');
		const [hint, ...others] = hints;
		const message = hint?.message;
		expect(others).toEqual([]);
		// What is empty may be missing as well where it is left out.
		const says = speaks(fixture.sandbox, 'nulls-left-out')
			? /"customer\.nmae"\. What is empty may be left out .*, check the spelling under Output Fields\.$/
			: /"customer\.nmae": check the spelling under Output Fields\.$/;
		expect(message).toMatch(/^No record has the output fields "nmae", "customer\.nmae"/);
		expect(message).toMatch(says);
	});

	test('take an array and its JSON as well', async () => {
		for (const outputFields of [['id', 'name'], '["id","name"]']) {
			const [record] = await fixture.records('deal.getMany', {
				parameters: { limit: 1, ...selected(outputFields) },
			});
			expect(Object.keys(record ?? {})).toEqual(['id', 'name']);
		}
	});

	test('reach no prototype', async () => {
		const { items } = await fixture.run('deal.getMany', {
			parameters: {
				limit: 1,
				...selected('id, __proto__.polluted, constructor.name'),
			},
		});
		expect(items.map(({ json }) => Object.keys(json))).toEqual([['id']]);
		expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
	});
});

describe('an update that changes nothing, or contradicts itself', () => {
	test('a field given and cleared at once is an error that names both', async () => {
		const [id] = await fixture.write('customer', [{ name: 'Twice', telNo: '03-5550-0100' }]);
		await fixture.requests();
		const { error } = await fixture.run('customer.update', {
			parameters: {
				customerId: byId(id!),
				fieldsToClear: ['telNo'],
				updateFields: { telNo: '03-5550-0101' },
			},
		});
		expect(error?.message).toBe(
			'"telNo" is given twice, in Fields to Clear and in Phone Number: leave one of them out.',
		);
		expect(await fixture.requests()).toEqual([]);
	});

	test('Update Many with nothing to change is an error of its item', async () => {
		const deals = await fixture.records('deal.getMany', { parameters: { limit: 2 } });
		await fixture.requests();
		const { items } = await fixture.run('deal.updateMany', {
			parameters: {
				dealType: '={{ $json.dealType.id }}',
				dealId: '={{ $json.id }}',
				updateFields: {},
			},
			input: deals,
			continueOnFail: true,
		});
		expect(items.map(({ json }) => json.error)).toEqual(
			deals.map((): unknown => expect.stringMatching(/^Nothing to change in the deal:/)),
		);
		expect(await fixture.requests()).toEqual([]);
	});
});

describe('documented spellings are accepted (v2 §2.1, §4.4, §4.5)', () => {
	const sent = async (operation: string, parameters: IDataObject) => {
		const { error } = await fixture.run(operation, { parameters: { limit: 1, ...parameters } });
		expect(error).toBeUndefined();
		return Object.fromEntries(new URLSearchParams((await fixture.requests()).at(-1)?.query));
	};

	test.each([
		['customer.getMany', 'updated_at', 'updatedAt'],
		['customer.getMany', '-created_at', '-createdAt'],
		['contact.getMany', '-updated_at', '-updatedAt'],
		['dealAction.getMany', 'start_datetime', 'startDatetime'],
		['dealAction.getMany', '-start_datetime', '-startDatetime'],
	])('%s sorted by %s', async (operation, sort, canonical) => {
		expect(await sent(operation, { sort: { order: sort } })).toMatchObject({ sort: canonical });
	});

	test.each([true, 'true', 'TRUE'])('the status filter %p', async (active) => {
		expect(await sent('dealAction.getMany', { filters: { active } })).toMatchObject({
			active: 'true',
		});
	});

	test('a kind as text', async () => {
		const all = { __rl: true, mode: 'id', value: 'all' };
		expect(
			await sent('contactAction.getMany', { contactId: all, filters: { dataType: '1' } }),
		).toMatchObject({ dataType: '1' });
	});

	test('lists as JSON text', async () => {
		const { error } = await fixture.run('dealAction.getMany', {
			parameters: { limit: 1, filters: { users: '[1, 2]' } },
		});
		expect(error).toBeUndefined();
		const [request] = await fixture.requests();
		expect(new URLSearchParams(request?.query).getAll('users[][id]')).toEqual(['1', '2']);
	});
});

describe('what an expression gives for a control that others depend on', () => {
	const condition = { values: [{ field: 'name', operator: 'equals', value: 'nobody has this' }] };

	test.each(['={{ $json.nope }}', '={{ "build_er" }}', 'builder'])(
		'Search With %s keeps the conditions',
		async (searchMode) => {
			const { items, error } = await fixture.run('customer.search', {
				parameters: { searchMode, conditions: condition, returnAll: true },
			});
			expect(error).toBeUndefined();
			expect(items).toEqual([]);
		},
	);

	test.each(['={{ 0 }}', '={{ "0" }}', '={{ null }}', '={{ "False" }}'])(
		'Return All %s keeps the limit',
		async (returnAll) => {
			const parameters = { returnAll, limit: 3 };
			expect(await fixture.records('customer.getMany', { parameters })).toHaveLength(3);
		},
	);

	test.each([null, '={{ $json.nope }}'])(
		'Dry Run %p is an error, and nothing is written',
		async (given) => {
			const { error } = await upsert([{ name: 'Dry', tel: '03-5550-0200' }], given);
			expect(error?.message).toMatch(/^Dry Run has no value: its expression gives none/);
			expect(await fixture.requests()).toEqual([]);
		},
	);
});

describe('search operators', () => {
	const search = async (operator: string) =>
		await fixture.run('customer.search', {
			parameters: {
				searchMode: 'builder',
				conditions: { values: [{ field: 'id', operator, value: 1 }] },
			},
		});

	test.each(['constructor', 'toString', '__proto__', 'is'])(
		'%s is no operator',
		async (operator) => {
			const { error } = await search(operator);
			expect(error?.message).toContain(operator);
			expect(await fixture.requests()).toEqual([]);
		},
	);

	test.each(['EQUALS', ' equals '])('%p is taken', async (operator) => {
		expect((await search(operator)).error).toBeUndefined();
	});
});
