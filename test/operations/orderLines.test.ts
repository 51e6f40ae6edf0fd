/** Create or Update of rows that share a record, as order lines do: what a run wrote is what the record holds. */
import type { IDataObject } from 'n8n-workflow';
import { isObject, textOf } from '../../nodes/SalesManagement/shared';
import { byId, startNodeFixture, type NodeFixture } from '../support/nodeFixture';
import { DEAL, one, told, writes } from './support/importing';

let fixture: NodeFixture;
beforeAll(async () => {
	fixture = await startNodeFixture();
});
afterAll(async () => await fixture.close());
beforeEach(async () => {
	await fixture.requests();
});

const GOES_ON = { continueOnFail: true };

/** What became of each item, and what was said. */
async function upsert(
	resource: string,
	input: readonly IDataObject[],
	more: IDataObject = {},
	call: { readonly continueOnFail?: boolean } = {},
) {
	const { items, said, hints } = told(
		await fixture.run(`${resource}.createOrUpdate`, {
			parameters: { fieldsFrom: 'input', matchBy: 'name', ...more },
			...{ input, ...call },
		}),
	);
	const actions = items.map(({ json }) => textOf(json.action ?? 'failed'));
	return { items, actions, said, hints, id: items.find(({ json }) => json.id)?.json.id };
}
const fault = async (more: IDataObject) => await fixture.steer('POST', '/faults', [more]);

describe('customers', () => {
	test('many lines of few companies: each company is written once, and not again', async () => {
		const companies = ['Line Works', 'Line Trading', 'Line & Sons'];
		const input = Array.from({ length: 60 }, (_, at) => ({
			...{ name: companies[at % 3], tel: `03-77-${at % 3}`, employee: '1,200' },
			...{ webUrl: 'https://registered-works.example', customer_decimal_number: '1.50' },
			...{ customer_multi_select: '1,3', customer_date: '2026-11-30', order: at },
		}));
		const first = await upsert('customer', input);
		expect(first.said).toBeUndefined();
		expect(first.actions).toEqual(input.map((_, at) => (at < 3 ? 'created' : 'unchanged')));
		expect(await writes(fixture)).toHaveLength(1);
		expect((await upsert('customer', input)).actions).toEqual(input.map(() => 'unchanged'));
		expect(await writes(fixture)).toEqual([]);
	});

	test('a line that differs is written, and one that gives back what was as well', async () => {
		const rows = ['1', '2', '2', '1', '1'].map((employee) => ({ name: 'Line Changes', employee }));
		const { actions, id } = await upsert('customer', rows);
		expect(actions).toEqual(['created', 'updated', 'unchanged', 'updated', 'unchanged']);
		expect(await one(fixture, 'customer', id)).toMatchObject({ employee: 1 });
	});

	test('a website is sent once: it replaces the industry each time (v2 §2.4)', async () => {
		const row = { name: 'Line Site', webUrl: 'https://registered-works.example' };
		const { actions, id } = await upsert('customer', [
			...[row, { ...row, Industry: 'Retail' }, { ...row, address: 'Kyoto' }],
		]);
		expect(actions).toEqual(['created', 'updated', 'updated']);
		expect(await one(fixture, 'customer', id)).toMatchObject({ industry: { name: 'Retail' } });
	});

	test('an industry that the website has replaced is written again, and told', async () => {
		const row = { name: 'Line Known', webUrl: 'https://registered-works.example' };
		const input = [{ ...row, Industry: 'Retail' }];
		expect((await upsert('customer', input)).hints).toEqual([]);
		const { actions, hints } = await upsert('customer', input);
		expect([actions, hints]).toEqual([
			['updated'],
			[expect.stringMatching(/^Industry is written again .* Website is the same/) as string],
		]);
		const again = await upsert('customer', input);
		expect([again.actions, again.hints]).toEqual([['unchanged'], []]);
	});

	test('empty text clears what it can, once; a company number it does not (v2 §2.4)', async () => {
		const form = (text: string) => ({
			...{ fieldsFrom: 'form', name: 'Line Number' },
			additionalFields: { address: text, telNo: text, webUrl: text, companyNum: text },
		});
		const twice = [form('123'), form(''), form('')];
		const actions: unknown[] = [];
		for (const each of twice) actions.push(...(await upsert('customer', [{}], each)).actions);
		expect(actions).toEqual(['created', 'updated', 'unchanged']);
	});

	test('what was refused is not what the record holds', async () => {
		const [id] = await fixture.write('customer', [{ name: 'Line Refused', employee: 1 }]);
		const match = { method: 'PATCH', path: `/v2/customers/${id}` };
		await fault({ match, times: 1, status: 400, body: { error: 'BAD_REQUEST' } });
		const row = { name: 'Line Refused', employee: 2 };
		const { actions } = await upsert('customer', [row, row, row], {}, GOES_ON);
		expect(actions).toEqual(['failed', 'updated', 'unchanged']);
	});

	test('where nobody knows whether it was written, the next one is', async () => {
		const [id] = await fixture.write('customer', [{ name: 'Line Lost', employee: 1 }]);
		const match = { method: 'PATCH', path: `/v2/customers/${id}` };
		await fault({ match, times: 1, status: 502, body: 'Bad gateway' });
		const row = { name: 'Line Lost', employee: 2 };
		const { actions } = await upsert('customer', [row, row, row], {}, GOES_ON);
		expect(actions).toEqual(['failed', 'updated', 'unchanged']);
		expect(await one(fixture, 'customer', id)).toMatchObject({ employee: 2 });
	});

	test('a plan says what would happen', async () => {
		const row = { name: 'Line Plan', employee: 1 };
		const options = { dryRun: true };
		const input = [
			row,
			row,
			{ ...row, employee: 2 },
			{ ...row, employee: 2 },
			{ name: 'Line Other' },
		];
		const { items } = await upsert('customer', input, { options });
		const planned = items.map(({ json }) => json.action);
		expect(planned).toEqual(['create', 'unchanged', 'update', 'unchanged', 'create']);
		expect(await writes(fixture)).toEqual([]);
	});
});

describe('the rows of a deal with its products (v2 §2.6)', () => {
	type Row = IDataObject;
	const rowsOf = async (id: unknown): Promise<Row[]> => {
		const { dealProductDetails } = await one(fixture, 'deal', id);
		return dealProductDetails as Row[];
	};
	/** Product and quantity, of each row in order. */
	const shown = (rows: readonly Row[]) =>
		rows.map(({ dealProductDetailTypeId: product, quantity }) => [product, Number(quantity)]);
	const row = ([product, quantity]: readonly number[]): Row => ({
		...{ dealProductDetailTypeId: product, quantity },
	});
	let deals = 0;
	/** A deal with these rows. */
	const dealWith = async (rows: readonly number[][]) => {
		const name = `Deal of lines ${++deals}`;
		const made = { ...DEAL, name, ...(rows.length > 0 && { dealProductDetails: rows.map(row) }) };
		const [{ id }] = (await fixture.records('deal.create', {
			...{ parameters: { fieldsFrom: 'input' }, input: [made] },
		})) as [{ id: number }];
		await fixture.requests();
		return { id, name };
	};
	const line = (name: string, rows: readonly Row[], more: IDataObject = {}) => ({
		...{ ...DEAL, name, ...more, 'Product Details': JSON.stringify(rows) },
	});

	type Pairs = number[][];
	test.each<[what: string, held: Pairs, lines: Pairs[], left: Pairs, actions: string]>([
		['an equal one is left out', [[1, 2]], [[[1, 2]]], [[1, 2]], 'unchanged'],
		[
			'and the others stay',
			[
				[1, 2],
				[2, 5],
			],
			[[[1, 2]]],
			[
				[1, 2],
				[2, 5],
			],
			'unchanged',
		],
		[
			'one with another quantity is changed',
			[
				[1, 2],
				[2, 5],
			],
			[[[2, 6]]],
			[
				[1, 2],
				[2, 6],
			],
			'updated',
		],
		[
			'one that is missing is added',
			[[1, 2]],
			[[[2, 1]]],
			[
				[1, 2],
				[2, 1],
			],
			'updated',
		],
		[
			'equal ones go first',
			[
				[1, 5],
				[1, 2],
			],
			[
				[
					[1, 7],
					[1, 2],
				],
			],
			[
				[1, 7],
				[1, 2],
			],
			'updated',
		],
		[
			'a second one of the product is added',
			[[1, 2]],
			[
				[
					[1, 2],
					[1, 3],
				],
			],
			[
				[1, 2],
				[1, 3],
			],
			'updated',
		],
		[
			'two alike stay two',
			[
				[1, 2],
				[1, 2],
			],
			[
				[
					[1, 2],
					[1, 2],
				],
			],
			[
				[1, 2],
				[1, 2],
			],
			'unchanged',
		],
		[
			'lines of one product stay two',
			[],
			[[[1, 2]], [[1, 3]]],
			[
				[1, 2],
				[1, 3],
			],
			'updated, updated',
		],
		[
			'one that a line met is not changed by the next',
			[[1, 2]],
			[[[1, 2]], [[1, 3]]],
			[
				[1, 2],
				[1, 3],
			],
			'unchanged, updated',
		],
		[
			'one that a line changed is not either',
			[[1, 9]],
			[[[1, 2]], [[1, 3]], [[1, 2]]],
			[
				[1, 2],
				[1, 3],
			],
			'updated, updated, unchanged',
		],
		[
			'each line has its own',
			[
				[1, 9],
				[1, 8],
			],
			[[[1, 2]], [[1, 3]]],
			[
				[1, 2],
				[1, 3],
			],
			'updated, updated',
		],
	])('%s: %j', async (_what, held, lines, left, actions) => {
		const { id, name } = await dealWith(held);
		const before = (await rowsOf(id)).map((each) => each.id);
		const input = lines.map((rows) => line(name, rows.map(row)));
		const run = async () => (await upsert('deal', input)).actions.join(', ');
		expect(await run()).toBe(actions);
		const after = await rowsOf(id);
		expect(shown(after)).toEqual(left);
		expect(after.slice(0, before.length).map((each) => each.id)).toEqual(before);
		await fixture.requests();
		expect(await run()).toBe(input.map(() => 'unchanged').join(', '));
		expect(await writes(fixture)).toEqual([]);
	});

	test('new deals of one run: each line once, whatever was given', async () => {
		const input = [2, 3, 2].map((quantity) => line('Deal of new lines', [row([1, quantity])]));
		const { actions, id } = await upsert('deal', input);
		expect(actions).toEqual(['created', 'updated', 'unchanged']);
		expect(shown(await rowsOf(id))).toEqual([
			[1, 2],
			[1, 3],
		]);
		expect((await upsert('deal', input)).actions).toEqual(input.map(() => 'unchanged'));
	});

	test('rows that give different columns meet as many as can be', async () => {
		const { id, name } = await dealWith([[1, 2]]);
		const some = (memo: string, quantity?: number) => ({
			dealProductDetailTypeId: 1,
			memo,
			quantity,
		});
		const given = [
			...[[some('a', 7)], [some('b', 8)], [some('a')]],
			...[[{ dealProductDetailTypeId: 1 }, { dealProductDetailTypeId: 1, quantity: 8 }]],
		].map((rows) => line(name, rows));
		await upsert('deal', given);
		const before = shown(await rowsOf(id));
		expect((await upsert('deal', given)).actions).toEqual(given.map(() => 'unchanged'));
		expect(shown(await rowsOf(id))).toEqual(before);
	});

	test('a row that equals two gives way to one that equals only the first', async () => {
		const { id, name } = await dealWith([]);
		const run = async (...rows: Row[]) => {
			const given = rows.map((each) => ({ dealProductDetailTypeId: 1, ...each }));
			return (await upsert('deal', [line(name, given)])).actions;
		};
		await run({ quantity: 1, memo: 'b' }, { quantity: 2, memo: 'b' });
		const given = [
			{ quantity: 2, memo: 'b' },
			{ quantity: 2, term: 3 },
		];
		expect(await run(...given)).toEqual(['updated']);
		const before = await rowsOf(id);
		expect(await run(...given)).toEqual(['unchanged']);
		expect(await rowsOf(id)).toEqual(before);
	});

	test('values are the same however they are written', async () => {
		const { id, name } = await dealWith([]);
		const customs = (text: string) => [{ dealProductDetailTypeCustomItemId: 0, value: text }];
		const [fields] = await fixture.records('productDetail.getFields', {
			authentication: 'v1ApiKey',
		});
		const withCustoms = (text: string) =>
			isObject(fields)
				? customs(text).map((each) => ({ ...each, dealProductDetailTypeCustomItemId: fields.id }))
				: [];
		const whole = (quantity: number | string, firstSales: string, text = 'Blue') => ({
			...{ Product: 'Training', quantity, unit_cost: '1.50', firstSales, memo: '007' },
			dealProductDetailCustoms: withCustoms(text),
		});
		const given = (...args: Parameters<typeof whole>) => [line(name, [whole(...args)])];
		expect((await upsert('deal', given(2, '2026-11-30'))).actions).toEqual(['updated']);
		const same = given('2.0', '2026-11-30T00:00:00.000Z');
		const UTC = { workflowSettings: { timezone: 'UTC' } };
		const again = await fixture.records('deal.createOrUpdate', {
			...{ parameters: { fieldsFrom: 'input', matchBy: 'name' }, input: same, ...UTC },
		});
		expect(again.map(({ action }) => action)).toEqual(['unchanged']);
		expect((await upsert('deal', given(2, '2026-11-30', 'Red'))).actions).toEqual(['updated']);
		const blanks = given(2, '2026-11-30', '\u00a0Red ');
		expect((await upsert('deal', blanks)).actions).toEqual(['unchanged']);
		const rows = await rowsOf(id);
		expect(rows).toHaveLength(1);
		expect(rows[0]).toMatchObject({ dealProductDetailCustoms: { detail_text: { text: 'Red' } } });
	});

	test('a choice is one by its label, and is unchanged then', async () => {
		const { id, name } = await dealWith([]);
		const fields = await fixture.records('productDetail.getFields', { authentication: 'v1ApiKey' });
		const field = fields.find(({ itemType }) => itemType === 'single_select')!;
		const customs = [{ dealProductDetailTypeCustomItemId: field.id, value: 'Silver' }];
		const given = [line(name, [{ dealProductDetailTypeId: 1, dealProductDetailCustoms: customs }])];
		expect((await upsert('deal', given)).actions).toEqual(['updated']);
		expect((await upsert('deal', given)).actions).toEqual(['unchanged']);
		expect(await rowsOf(id)).toMatchObject([
			{
				dealProductDetailCustoms: { detail_single_select: { selectedOption: { label: 'Silver' } } },
			},
		]);
	});

	test('a row with its ID is changed or removed once', async () => {
		const { id, name } = await dealWith([
			[1, 2],
			[2, 3],
		]);
		const [first, second] = await rowsOf(id);
		const input = [
			line(name, [
				{ id: first!.id, quantity: 4 },
				{ id: second!.id, deleted: true },
			]),
		];
		expect((await upsert('deal', input)).actions).toEqual(['updated']);
		expect((await upsert('deal', input)).actions).toEqual(['unchanged']);
		expect(shown(await rowsOf(id))).toEqual([[1, 4]]);
	});

	test('a line whose answer was lost is not added again, and none is left out that was refused', async () => {
		const { id, name } = await dealWith([]);
		const input = [1, 1].map(() => line(name, [row([1, 2])]));
		const match = { method: 'PATCH', path: '/v2/deal_types/1/deals/bulk' };
		await fault({ match, times: 1, status: 502, body: 'Bad gateway', after: true });
		expect((await upsert('deal', input, {}, GOES_ON)).actions).toEqual(['failed', 'updated']);
		expect(shown(await rowsOf(id))).toEqual([[1, 2]]);
		await fault({ match, times: 1, status: 400, body: { error: 'BAD_REQUEST' } });
		const refused = [1, 1].map(() => line(name, [row([2, 2])]));
		expect((await upsert('deal', refused, {}, GOES_ON)).actions).toEqual(['failed', 'updated']);
		expect(shown(await rowsOf(id))).toEqual([
			[1, 2],
			[2, 2],
		]);
	});

	test('a deal that is skipped holds what it held', async () => {
		const { id, name } = await dealWith([]);
		await fixture.write('deal', [{ id, phase: { id: 3 }, reason: 'Done' }]);
		const given = { amount: 7, phase: 3, reason: 'Done' };
		const input = [1, 1].map(() => line(name, [row([1, 2])], given));
		const { items } = await upsert('deal', input);
		expect(items.map(({ json }) => json.skipped)).toEqual([true, true]);
	});

	test('an unchanged reason goes with a changed phase (rule D-R)', async () => {
		const { id, name } = await dealWith([[1, 2]]);
		const won = { phase: 3, reason: 'Best offer' };
		await upsert('deal', [line(name, [row([1, 2])], won)]);
		const lost = await upsert('deal', [line(name, [row([1, 2])], { ...won, phase: 4 })], {
			authentication: 'teamToken',
		});
		expect([lost.said, lost.actions]).toEqual([undefined, ['updated']]);
		expect(await one(fixture, 'deal', id)).toMatchObject({
			phase: { id: 4 },
			reason: 'Best offer',
		});
	});

	test('Update goes on adding', async () => {
		const { id } = await dealWith([[1, 2]]);
		const updateFields = { dealProductDetails: [row([1, 2])] };
		await fixture.records('deal.update', { parameters: { dealId: byId(id), updateFields } });
		expect(shown(await rowsOf(id))).toEqual([
			[1, 2],
			[1, 2],
		]);
	});
});

describe('what is linked is not linked again', () => {
	const twice = async (resource: string, row: IDataObject, more: IDataObject = {}) => {
		const first = await upsert(resource, [row], more);
		await fixture.requests();
		const again = await upsert(resource, [row], more);
		expect([again.actions, await writes(fixture)]).toEqual([['unchanged'], []]);
		return { first: first.actions[0], id: textOf(first.id) };
	};

	test('related customers, linked and unlinked', async () => {
		const [a = 0, b = 0] = await fixture.write('customer', [{ name: 'Ally' }, { name: 'Bolt' }]);
		const related = (...rows: IDataObject[]) => ({
			...{ ...DEAL, name: 'Deal of many', 'Related Customers': JSON.stringify(rows) },
		});
		const link = (dealCustomerTypeId: number, customerId: number) => ({
			...{ dealCustomerTypeId, customerId },
		});
		expect((await twice('deal', related(link(1, a), link(2, b)))).first).toBe('created');
		expect((await twice('deal', related(link(1, b)))).first).toBe('updated');
		const left = await twice('deal', related({ ...link(1, a), delete: true }));
		expect(left.first).toBe('updated');
		const customers = (...ids: number[]) => ids.map((id) => ({ id }));
		expect((await one(fixture, 'deal', left.id)).dealCustomerTypes).toMatchObject([
			{ dealCustomerType: { id: 2 }, customers: customers(b) },
			{ dealCustomerType: { id: 1 }, customers: customers(b) },
		]);
	});

	test('end reasons, in whatever order', async () => {
		const row = { ...DEAL, name: 'Deal of reasons', phase: 4, endPhaseReasons: '2, 1' };
		expect((await twice('deal', row)).first).toBe('created');
		expect((await twice('deal', { ...row, endPhaseReasons: '1, 2' })).first).toBe('unchanged');
	});

	const TICKET = { customObjectDefKey: 'ticket' };
	test.each<[string, IDataObject, string, IDataObject]>([
		['customer', { name: 'Linked Works' }, 'customObjects', {}],
		['contact', { name: 'Linked Person' }, 'customObjects', {}],
		['deal', { ...DEAL, name: 'Linked deal' }, 'customObjects', {}],
		['customObject', { subject: 'Linked' }, 'deals', { ...TICKET, matchBy: 'subject' }],
	])(
		'associations of a %s, which a get by ID alone shows (v2 §2)',
		async (resource, row, key, more) => {
			const kind = key === 'deals' ? 'deal' : 'customObject';
			const [a = 0, b = 0] = await fixture.write(
				kind,
				[1, 2].map((at) =>
					kind === 'deal' ? { name: `Link ${at}` } : { ...TICKET, subject: `L${at}` },
				),
			);
			const linking = (text: string) => ({ ...row, [key]: text });
			expect((await twice(resource, linking(`${a}`), more)).first).toBe('created');
			expect((await twice(resource, linking(`${b}, ${a}`), more)).first).toBe('updated');
			expect((await twice(resource, linking(`-${a}`), more)).first).toBe('updated');
		},
	);
});

test('custom fields of contacts, whose types nobody tells without a v1 key, are told', async () => {
	const row = { name: 'Keyless Person', contact_date: '2026-11-30' };
	await upsert('contact', [row]);
	const { sandbox } = fixture;
	const credentials = {
		salesManagementPersonalTokenApi: {
			...{ baseUrl: sandbox.v2, accessToken: sandbox.credentials.personal },
			requestsPerSecond: 1000,
		},
	};
	const call = { parameters: { fieldsFrom: 'input', matchBy: 'name' }, input: [row], credentials };
	const { items, hints } = told(await fixture.run('contact.createOrUpdate', call));
	expect(items[0]?.json.action).toBe('updated');
	expect(hints).toEqual([expect.stringMatching(/^Without a V1 API Key, .* contacts/) as string]);
	expect((await upsert('contact', [row])).hints).toEqual([]);
});
