/** Create or Update of rows that share a record, as order lines do: what a run wrote is what the record holds. */
import type { IDataObject } from 'n8n-workflow';
import tables from './orderLines.json';
import { textOf } from '../../nodes/SalesManagement/shared';
import { byId, tokenAlone, useNodeFixture } from '../support/nodeFixture';
import { DEAL, LOST, one, told, expectNoWrites, writes } from './support/importing';
import { holdRunsOn } from './support/runs';

const fixture = useNodeFixture();

const GOES_ON = { continueOnFail: true };

/** What became of each item, and what was said. */
async function upsert(
	resource: string,
	input: readonly IDataObject[],
	more: IDataObject = {},
	call: object = {},
) {
	const parameters = { fieldsFrom: 'input', matchBy: 'name', ...more };
	const { items, said, hints } = told(
		await fixture.run(`${resource}.createOrUpdate`, { parameters, input, ...call }),
	);
	const actions = items.map(({ json }) => textOf(json.action ?? json.error));
	return { items, actions, said, hints, id: items.find(({ json }) => json.id)?.json.id };
}

describe('customers', () => {
	test('many lines of few companies: each company is written once, and not again', async () => {
		const input = Array.from({ length: 60 }, (_, at) => ({
			...{ name: `Line Works ${at % 3}`, employee: '1,200', order: at },
			webUrl: 'https://registered-works.example',
		}));
		const { actions } = await upsert('customer', input);
		expect(actions).toEqual(input.map((_, at) => (at < 3 ? 'created' : 'unchanged')));
		expect(await writes(fixture)).toHaveLength(1);
		expect((await upsert('customer', input)).actions).toEqual(input.map(() => 'unchanged'));
		await expectNoWrites(fixture);
	});

	test('a line that differs is written, and one that gives back what was as well', async () => {
		const rows = ['1', '2', '2', '1', '1'].map((employee) => ({ name: 'Line Changes', employee }));
		const { actions, id } = await upsert('customer', rows);
		expect(actions).toEqual(['created', 'updated', 'unchanged', 'updated', 'unchanged']);
		expect(await one(fixture, 'customer', id)).toMatchObject({ employee: 1 });
	});

	test('a website is sent once: it replaces the industry each time (v2 §2.4)', async () => {
		const row = { name: 'Line Site', webUrl: 'https://registered-works.example' };
		const lines = [row, { ...row, Industry: 'Retail' }, { ...row, address: 'Kyoto' }];
		const { actions, id } = await upsert('customer', lines);
		expect(actions).toEqual(['created', 'updated', 'updated']);
		expect(await one(fixture, 'customer', id)).toMatchObject({ industry: { name: 'Retail' } });
	});

	test('an industry that the website has replaced is written again, and told', async () => {
		const webUrl = 'https://registered-works.example';
		const run = async () => {
			const input = [{ name: 'Line Known', webUrl, Industry: 'Retail' }];
			const { actions, hints } = await upsert('customer', input);
			return [...actions, ...hints];
		};
		expect(await run()).toEqual(['created']);
		const written = expect.stringMatching(/^Industry is written again .* Website is the same/);
		expect(await run()).toEqual(['updated', written]);
		expect(await run()).toEqual(['unchanged']);
	});

	test('empty text clears what it can, once; a company number it does not (v2 §2.4)', async () => {
		const actions: string[] = [];
		for (const text of ['123', '', '']) {
			const additionalFields = { address: text, telNo: text, webUrl: text, companyNum: text };
			const form = { fieldsFrom: 'form', name: 'Line Number', additionalFields };
			actions.push(...(await upsert('customer', [{}], form)).actions);
		}
		expect(actions).toEqual(['created', 'updated', 'unchanged']);
	});

	test.each([
		['was refused', 400],
		['nobody knows to be written', 502],
	])('what %s is written by the next line, and then unchanged', async (what, status) => {
		const id = await fixture.writeOne('customer', { name: what, employee: 1 });
		await fixture.fault(`PATCH /v2/customers/${id}`, { status, body: { error: 'BAD_REQUEST' } });
		const row = { name: what, employee: 2 };
		const { actions } = await upsert('customer', [row, row, row], {}, GOES_ON);
		expect(actions).toEqual([expect.any(String), 'updated', 'unchanged']);
		expect(await one(fixture, 'customer', id)).toMatchObject({ employee: 2 });
	});

	test('a plan says what would happen, with no ID of what isn’t there', async () => {
		const row = { name: 'Line Plan', employee: 1 };
		const changed = { ...row, employee: 2 };
		const input = [row, row, changed, changed, { name: 'Line Other' }];
		const { items, actions } = await upsert('customer', input, { options: { dryRun: true } });
		expect(actions).toEqual(['create', 'unchanged', 'update', 'unchanged', 'create']);
		expect(items[2]?.json.data).toEqual(changed);
		await expectNoWrites(fixture);
	});
});

describe('the rows of a deal with its products (v2 §2.6)', () => {
	const rowsOf = async (id: unknown) =>
		(await one(fixture, 'deal', id)).dealProductDetails as IDataObject[];
	/** Rows in short, each a product and its quantity: `1×2, 2×5`. */
	const rows = (short: string, more: IDataObject = {}): IDataObject[] =>
		short
			.split(', ')
			.filter(Boolean)
			.map((each) => each.split('×').map(Number))
			.map(([product, quantity]) => ({ dealProductDetailTypeId: product!, quantity, ...more }));
	const inShort = (held: readonly IDataObject[]) =>
		held.map((row) => `${textOf(row.dealProductDetailTypeId)}×${Number(row.quantity)}`).join(', ');
	const shown = async (id: unknown) => inShort(await rowsOf(id));
	const line = (name: string, given: readonly IDataObject[], more: IDataObject = {}) => ({
		...{ ...DEAL, name, ...more, 'Product Details': JSON.stringify(given) },
	});
	let deals = 0;
	/** A deal with these rows, and Create or Update of it, an item for each of the lines. */
	const dealWith = async (short: string) => {
		const name = `Deal of lines ${++deals}`;
		const [{ id } = {}] = await fixture.records('deal.create', {
			parameters: { fieldsFrom: 'input' },
			input: [{ ...DEAL, name, ...(short !== '' && { dealProductDetails: rows(short) }) }],
		});
		await fixture.requests();
		const run = async (...lines: IDataObject[][]) => {
			const input = lines.map((each) => line(name, each));
			return (await upsert('deal', input, {}, GOES_ON)).actions.join(', ');
		};
		return { id: id as number, name, run };
	};
	const REMOVAL = 'Product Details: a row to remove needs its Row ID, or it would be added.';

	test.each(tables.rows)('$what: $held', async ({ held, lines, left, actions }) => {
		const { id, run } = await dealWith(held);
		const before = (await rowsOf(id)).map((each) => each.id);
		const given = lines.map((each) => rows(each));
		expect(await run(...given)).toBe(actions);
		const after = await rowsOf(id);
		expect(inShort(after)).toBe(left);
		expect(after.slice(0, before.length).map((each) => each.id)).toEqual(before);
		await fixture.requests();
		expect(await run(...given)).toBe(given.map(() => 'unchanged').join(', '));
		await expectNoWrites(fixture);
	});

	test('new deals of one run: each line once, whatever was given', async () => {
		const input = [2, 3, 2].map((quantity) => line('Deal of new lines', rows(`1×${quantity}`)));
		const { actions, id } = await upsert('deal', input);
		expect(actions).toEqual(['created', 'updated', 'unchanged']);
		expect(await shown(id)).toBe('1×2, 1×3');
	});

	test('rows that give different columns meet as many as can be', async () => {
		const { id, run } = await dealWith('1×2');
		const product = { dealProductDetailTypeId: 1 };
		const given = [
			...[rows('1×7', { memo: 'a' }), rows('1×8', { memo: 'b' }), [{ ...product, memo: 'a' }]],
			[product, { ...product, quantity: 8 }],
		];
		await run(...given);
		const before = await shown(id);
		expect(await run(...given)).toBe('unchanged, unchanged, unchanged, unchanged');
		expect(await shown(id)).toBe(before);
	});

	test('a row that equals two gives way to one that equals only the first', async () => {
		const { id, run } = await dealWith('');
		await run(rows('1×1, 1×2', { memo: 'b' }));
		const given = [...rows('1×2', { memo: 'b' }), ...rows('1×2', { term: 3 })];
		expect(await run(given)).toBe('updated');
		const before = await rowsOf(id);
		expect(await run(given)).toBe('unchanged');
		expect(await rowsOf(id)).toEqual(before);
	});

	test('custom values are the same however they are written: a text, a choice by its label', async () => {
		const { id, run } = await dealWith('');
		const fields = await fixture.records('productDetail.getFields', { authentication: 'v1ApiKey' });
		const given = (text: string) => {
			const values = { text, single_select: 'Silver' } as IDataObject;
			const customs = fields
				.filter(({ itemType }) => textOf(itemType) in values)
				.map(({ id: item, itemType }) => ({
					...{ dealProductDetailTypeCustomItemId: item, value: values[textOf(itemType)] },
				}));
			return rows('1×2', { dealProductDetailCustoms: customs });
		};
		expect(await run(given('Blue'))).toBe('updated');
		expect(await run(given('\u00a0Blue '))).toBe('unchanged');
		expect(await run(given('Red'))).toBe('updated');
		const silver = { selectedOption: { label: 'Silver' } };
		expect(await rowsOf(id)).toMatchObject([
			{ dealProductDetailCustoms: { detail_text: { text: 'Red' }, detail_single_select: silver } },
		]);
	});

	test('a row with its ID is changed or removed once', async () => {
		const { id, run } = await dealWith('1×2, 2×3');
		const [first, second] = (await rowsOf(id)).map((row) => row.id);
		const given = [
			{ id: first, quantity: 4 },
			{ id: second, deleted: true },
		];
		expect(await run(given)).toBe('updated');
		expect(await run(given)).toBe('unchanged');
		expect(await shown(id)).toBe('1×4');
	});

	test('Remove Row removes the row that it describes, and adds none', async () => {
		const { id, run } = await dealWith('1×2, 1×3');
		const removal = rows('1×2', { deleted: true });
		expect(await run(removal)).toBe('updated');
		expect(await shown(id)).toBe('1×3');
		expect(await run(removal)).toBe('unchanged');
		expect(await shown(id)).toBe('1×3');
	});

	test('what is to be removed is not added to a new deal', async () => {
		const given = [line('Removed before', [...rows('1×2', { deleted: true }), ...rows('1×3')])];
		const { actions, id } = await upsert('deal', given);
		expect([actions, await shown(id)]).toEqual([['created'], '1×3']);
		expect((await upsert('deal', given)).actions).toEqual(['unchanged']);
	});

	test('a row that an earlier item of the run has added can’t be removed without its ID', async () => {
		const { id, run } = await dealWith('');
		const removal = [...rows('1×2', { deleted: true }), ...rows('1×4')];
		expect(await run(rows('1×2'), removal)).toBe(`updated, ${REMOVAL}`);
		expect(await shown(id)).toBe('1×2');
	});

	test.each(tables.removals)(
		'$operation never adds a row that is to be removed',
		async ({ operation, key }) => {
			const { id, name } = await dealWith('');
			const dealProductDetails = JSON.stringify(rows('1×2', { deleted: true }));
			const row = { ...DEAL, name: 'Never', ...(key && { [key]: id }), dealProductDetails };
			const parameters = { fieldsFrom: 'input' };
			const error = await fixture.fails(`deal.${operation}`, { parameters, input: [row] });
			expect(error).toContain(REMOVAL);
			await expectNoWrites(fixture);
			expect(await one(fixture, 'deal', id)).toMatchObject({ name });
		},
	);

	test('a line whose answer was lost is not added again, and none is left out that was refused', async () => {
		const { id, run } = await dealWith('');
		const write = 'PATCH /v2/deal_types/1/deals/bulk';
		await fixture.fault(write, LOST);
		expect(await run(rows('1×2'), rows('1×2'))).toMatch(/not known.*, updated$/s);
		expect(await shown(id)).toBe('1×2');
		await fixture.fault(write, { status: 400, body: { error: 'BAD_REQUEST' } });
		expect(await run(rows('2×2'), rows('2×2'))).toMatch(/HTTP 400.*, updated$/s);
		expect(await shown(id)).toBe('1×2, 2×2');
	});

	test('a deal that is skipped holds what it held', async () => {
		const { id, name } = await dealWith('');
		const closed = { phase: 3, reason: 'Done' };
		await fixture.writeOne('deal', { id, ...closed, phase: { id: 3 } });
		const given = line(name, rows('1×2'), { amount: 7, ...closed });
		const { items } = await upsert('deal', [given, given]);
		expect(items.map(({ json }) => json.skipped)).toEqual([true, true]);
	});

	test('an unchanged reason goes with a changed phase (rule D-R)', async () => {
		const { id, name } = await dealWith('1×2');
		const closed = (phase: number) => [line(name, rows('1×2'), { phase, reason: 'Best offer' })];
		await upsert('deal', closed(3));
		const lost = await upsert('deal', closed(4), { authentication: 'teamToken' });
		expect([lost.said, lost.actions]).toEqual([undefined, ['updated']]);
		const record = await one(fixture, 'deal', id);
		expect(record).toMatchObject({ phase: { id: 4 }, reason: 'Best offer' });
	});

	holdRunsOn(tables.unseen);

	test('Update goes on adding', async () => {
		const { id } = await dealWith('1×2');
		const updateFields = { dealProductDetails: rows('1×2') };
		await fixture.records('deal.update', { parameters: { dealId: byId(id), updateFields } });
		expect(await shown(id)).toBe('1×2, 1×2');
	});
});

describe('what is linked is not linked again', () => {
	/** What the first of two runs did, and to which record; the second does nothing. */
	const twice = async (resource: string, row: IDataObject, more: IDataObject = {}) => {
		const first = await upsert(resource, [row], more);
		await fixture.requests();
		const again = await upsert(resource, [row], more);
		expect([again.actions, await writes(fixture)]).toEqual([['unchanged'], []]);
		return [first.actions[0], first.id];
	};

	test('related customers, linked and unlinked', async () => {
		const [a = 0, b = 0] = await fixture.write('customer', [{ name: 'Ally' }, { name: 'Bolt' }]);
		const linked = async (...rows: Array<readonly [relation: number, id: number, more?: object]>) =>
			await twice('deal', {
				...{ ...DEAL, name: 'Deal of many' },
				'Related Customers': JSON.stringify(
					rows.map(([Relation, Customer, more]) => ({ Relation, Customer, ...more })),
				),
			});
		const [made, id] = await linked([1, a], [2, b]);
		expect([made, await linked([1, b])]).toEqual(['created', ['updated', id]]);
		expect(await linked([1, a, { delete: true }])).toEqual(['updated', id]);
		expect((await one(fixture, 'deal', id)).dealCustomerTypes).toMatchObject(
			[2, 1].map((type) => ({ dealCustomerType: { id: type }, customers: [{ id: b }] })),
		);
	});

	test('end reasons, in whatever order', async () => {
		const row = { ...DEAL, name: 'Deal of reasons', phase: 4, endPhaseReasons: '2, 1' };
		const [made, id] = await twice('deal', row);
		expect(made).toBe('created');
		expect(await twice('deal', { ...row, endPhaseReasons: '1, 2' })).toEqual(['unchanged', id]);
	});

	const TICKET = { customObjectDefKey: 'ticket' };
	test.each(tables.associations)(
		'associations of a $resource, which a get by ID alone shows (v2 §2)',
		async ({ resource, row, key, more }) => {
			const kind = key === 'deals' ? 'deal' : 'customObject';
			const [a, b] = await fixture.write(
				kind,
				[1, 2].map(() => (kind === 'deal' ? {} : TICKET)),
			);
			const linked = async (text: string) =>
				(await twice(resource, { ...row, [key]: text }, more))[0];
			expect(await linked(`${a}, ${a}`)).toBe('created');
			expect(await linked(`${b}, ${a}`)).toBe('updated');
			expect(await linked(`-${a}`)).toBe('updated');
		},
	);
});

test('custom fields of contacts, whose types nobody tells without a v1 key, are told', async () => {
	const row = { name: 'Keyless Person', contact_date: '2026-11-30' };
	await upsert('contact', [row]);
	const credentials = tokenAlone(fixture.sandbox);
	const { actions, hints } = await upsert('contact', [row], {}, { credentials });
	expect(actions).toEqual(['updated']);
	expect(hints).toEqual([expect.stringMatching(/^Without a V1 API Key, .* contacts/)]);
	expect((await upsert('contact', [row])).hints).toEqual([]);
});
