import type { IDataObject } from 'n8n-workflow';
import { byId, startNodeFixture, type NodeFixture } from './support/nodeFixture';

describe('Create or Update', () => {
	let fixture: NodeFixture;
	beforeAll(async () => {
		fixture = await startNodeFixture();
	});
	afterAll(async () => await fixture.close());
	beforeEach(async () => {
		await fixture.requests();
	});

	const upsertCustomers = async (input: IDataObject[], options: IDataObject = {}, more = {}) =>
		await fixture.run('customer.createOrUpdate', {
			parameters: {
				matchBy: 'telNo',
				name: '={{ $json.name }}',
				additionalFields: { telNo: '={{ $json.tel }}' },
				options,
			},
			input,
			...more,
		});

	test('creates what is new in bulk and updates what exists, in one search', async () => {
		const [id] = await fixture.write('customer', [{ name: 'Old', telNo: '03-7000-0001' }]);
		await fixture.requests();
		const { items, error } = await upsertCustomers([
			{ name: 'New A', tel: '03-7000-0002' },
			{ name: 'Renamed', tel: '03-7000-0001' },
			{ name: 'New B', tel: '03-7000-0003' },
		]);
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json.action)).toEqual(['created', 'updated', 'created']);
		expect(items[1]?.json.id).toBe(id);
		expect((await fixture.requests()).map(({ method, path }) => `${method} ${path}`)).toEqual([
			'POST /v2/customers/search',
			'POST /v2/customers/bulk',
			`PATCH /v2/customers/${String(id)}`,
		]);
		const [record] = await fixture.records('customer.get', {
			parameters: { customerId: byId(id!) },
		});
		expect(record?.name).toBe('Renamed');
	});

	test('a value that occurs twice is created once and then updated', async () => {
		const { items } = await upsertCustomers([
			{ name: 'First', tel: '03-7000-0100' },
			{ name: 'Second', tel: '03-7000-0100' },
		]);
		expect(items.map(({ json }) => json.action)).toEqual(['created', 'updated']);
		expect(items[0]?.json.id).toBe(items[1]?.json.id);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }]);
	});

	test.each([
		[500, true],
		[502, true],
		[503, false],
	])('a batch in doubt is not divided and sent again: %i', async (status, after) => {
		await fixture.steer('POST', '/faults', [
			{ match: { method: 'POST', path: '/v2/customers/bulk' }, times: 1, status, after },
		]);
		const tels = [0, 1, 2, 3].map((each) => `03-7001-${status}${each}`);
		const { items } = await upsertCustomers(
			tels.map((tel) => ({ name: 'In doubt', tel })),
			{},
			{ continueOnFail: true },
		);
		expect(items.map(({ json }) => (json.details as IDataObject | undefined)?.outcome)).toEqual(
			tels.map(() => 'unknown'),
		);
		const writes = (await fixture.requests()).filter(({ path }) => !path.endsWith('/search'));
		expect(writes.map(({ method, path }) => `${method} ${path}`)).toEqual([
			'POST /v2/customers/bulk',
		]);
	});

	test('when the response to a create is lost, no later item creates the same again', async () => {
		await fixture.steer('POST', '/faults', [
			{ match: { method: 'POST', path: '/v2/customers/bulk' }, times: 1, action: 'truncate' },
		]);
		const { items } = await upsertCustomers(
			[
				{ name: 'Lost', tel: '03-7000-0400' },
				{ name: 'Later', tel: '03-7000-0400' },
			],
			{},
			{ continueOnFail: true },
		);
		expect(items[0]?.json).toMatchObject({ details: { outcome: 'unknown' } });
		expect(items[1]?.json.error).toContain('may or may not have been created');
		const found = await fixture.records('customer.search', {
			parameters: {
				searchMode: 'builder',
				match: 'all',
				conditions: { values: [{ field: 'telNo', operator: 'equals', value: '03-7000-0400' }] },
			},
		});
		expect(found).toHaveLength(1);
	});

	test.each([
		['customer', 'telNo', 'POST', '/v2/customers/bulk', '03-7000-0500'],
		['contact', 'email', 'POST', '/v2/contacts', 'unnamed@upsert.example'],
	])(
		'when the response to the creation of a %s names no ID, no later item creates the same again',
		async (resource, matchBy, method, path, value) => {
			await fixture.steer('POST', '/faults', [
				{ match: { method, path }, times: 1, status: 200, body: '', after: true },
			]);
			const { items } = await fixture.run(`${resource}.createOrUpdate`, {
				parameters: {
					matchBy,
					name: '={{ $json.name }}',
					additionalFields: { [matchBy]: value },
				},
				input: [{ name: 'Unnamed' }, { name: 'Later' }],
				continueOnFail: true,
			});
			expect(items[0]?.json).toMatchObject({ action: 'created' });
			expect(items[0]?.json.id).toBeUndefined();
			expect(items[1]?.json.error).toContain('may or may not have been created');
			const found = await fixture.records(`${resource}.search`, {
				parameters: {
					searchMode: 'builder',
					match: 'all',
					conditions: { values: [{ field: matchBy, operator: 'equals', value }] },
				},
			});
			expect(found.map(({ name }) => name)).toEqual(['Unnamed']);
		},
	);

	test('several matches are an error that lists the ids, and the other items go on', async () => {
		const ids = await fixture.write('customer', [
			{ name: 'Twin', telNo: '03-7000-0200' },
			{ name: 'Twin', telNo: '03-7000-0200' },
		]);
		const { items } = await upsertCustomers(
			[
				{ name: 'Twin', tel: '03-7000-0200' },
				{ name: 'Fine', tel: '03-7000-0201' },
				{ name: 'No value', tel: '' },
			],
			{},
			{ continueOnFail: true },
		);
		expect(items[0]?.json.error).toContain(ids.join(', '));
		expect(items[1]?.json.action).toBe('created');
		expect(items[2]?.json.error).toContain('has no value for it');
		expect(items.map(({ json }) => json.details)).toEqual([
			{ item: 0, record: { name: 'Twin', telNo: '03-7000-0200' } },
			undefined,
			{ item: 2, record: { name: 'No value' } },
		]);
	});

	test('Dry Run shows what would happen and changes nothing', async () => {
		const { items } = await upsertCustomers([{ name: 'Ghost', tel: '03-7000-0300' }], {
			dryRun: true,
		});
		expect(items[0]?.json).toMatchObject({
			dryRun: true,
			action: 'create',
			data: { name: 'Ghost' },
		});
		expect((await fixture.requests()).map(({ path }) => path)).toEqual(['/v2/customers/search']);
	});

	test('299 values per search (v2 §4.4: 300 nodes)', async () => {
		await upsertCustomers(
			Array.from({ length: 600 }, (_, index) => ({ name: `N${index}`, tel: `05-${1000 + index}` })),
			{ dryRun: true },
		);
		expect(await fixture.requests()).toHaveLength(3);
	});

	test('contacts have no bulk: they are written one by one', async () => {
		const call = async (memo: string) =>
			await fixture.run('contact.createOrUpdate', {
				parameters: {
					matchBy: 'email',
					name: 'Nathan',
					additionalFields: { email: 'nathan@upsert.example', memo },
				},
			});
		const first = await call('a');
		const second = await call('b');
		expect(first.items[0]?.json.action).toBe('created');
		expect(second.items[0]?.json).toMatchObject({ action: 'updated', id: first.items[0]?.json.id });
	});

	test('custom objects are matched by the equality filter of their item key (v2 §4.11)', async () => {
		const { customObjects } = (await fixture.steer('GET', '/definitions')) as {
			customObjects: Array<{ key: string; items: Array<{ itemKey: string; itemType: string }> }>;
		};
		const ticket = customObjects.find(({ key }) => key === 'ticket');
		const text = ticket?.items.find(({ itemType }) => itemType === 'text')?.itemKey as string;
		const call = async () =>
			await fixture.run('customObject.createOrUpdate', {
				parameters: {
					customObjectDefKey: 'ticket',
					matchBy: text,
					customFields: { mappingMode: 'defineBelow', value: { [text]: '={{ $json.code }}' } },
				},
				input: [{ code: 'UP-1' }, { code: 'UP-2' }],
			});
		const first = await call();
		expect(first.error).toBeUndefined();
		const second = await call();
		expect(first.items.map(({ json }) => json.action)).toEqual(['created', 'created']);
		expect(second.items.map(({ json }) => json.action)).toEqual(['updated', 'updated']);
		expect(second.items.map(({ json }) => json.id)).toEqual(first.items.map(({ json }) => json.id));
	});
});
