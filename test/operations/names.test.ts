/** Names are as good as IDs: in forms, by expressions, in columns, lists and searches. */
import type { IDataObject } from 'n8n-workflow';
import tables from './names.json';
import { textOf } from '../../nodes/SalesManagement/shared';
import { byId, tokenAlone, useNodeFixture } from '../support/nodeFixture';
import { skipWaits } from '../support/timeTravel';
import { expectNoWrites } from './support/importing';
import { dealNamed, FROM_INPUT, idOf, named, nameOf } from './support/names';
import { holdRuns } from './support/runs';

const fixture = useNodeFixture();
let users: IDataObject[];
let deals: IDataObject[];
beforeAll(async () => {
	skipWaits();
	users = await fixture.all('user');
	deals = await fixture.all('deal');
	const names = ['Acme Works', 'Shop @ Home', 'Twin', 'Twin', '1&1', '100%', '#1'];
	await fixture.write(
		'customer',
		names.map((name) => ({ name })),
	);
});

const searches = async () => (await fixture.sent()).filter((each) => each.endsWith('/search'));

describe.each(['personalToken', 'v1ApiKey'] as const)('with a v1 key, %s', (authentication) => {
	test('a deal of the type Renewal is created without one ID', async () => {
		const [dealType, product] = ['Renewal', 'MAINTENANCE'];
		const user = named(users[0]!.email as string);
		const [created] = await fixture.records('deal.create', {
			authentication,
			parameters: dealNamed({ dealType, product, user }),
		});
		const [deal] = await fixture.records('deal.get', {
			authentication,
			parameters: { dealId: byId(created?.id as number) },
		});
		const shown = [deal?.customer, deal?.dealType, deal?.phase, deal?.user].map(nameOf);
		expect(shown).toEqual(['Acme Works', dealType, 'Proposal', users[0]!.name]);
		expect(nameOf(deal?.product)).toMatch(new RegExp(product, 'i'));
	});
});

describe('an update of deals by the name of a phase', () => {
	const update = async (input: IDataObject[]) =>
		(
			await fixture.records('deal.update', {
				parameters: { dealId: byId('={{ $json.id }}'), updateFields: { phase: 'qualified' } },
				input,
			})
		).map(({ dealType, phase }) => [nameOf(dealType), nameOf(phase)]);

	test('finds it within the type of each, read once for all', async () => {
		const made = await fixture.records('deal.createMany', {
			parameters: dealNamed({ dealType: '={{ $json.type }}', product: '={{ $json.product }}' }),
			input: [
				{ type: 'New business', product: 'Consulting' },
				{ type: 'Renewal', product: 'Maintenance' },
			],
		});
		await fixture.requests();
		expect(await update(made)).toEqual([
			['New business', 'Qualified'],
			['Renewal', 'Qualified'],
		]);
		expect(await searches()).toEqual(['POST /v2/deals/search']);
	});

	test('finds it for a deal that the search does not show yet', async () => {
		await fixture.options({ searchLagMs: 600_000 });
		const made = await fixture.records('deal.create', {
			parameters: dealNamed({ customer: byId(1) }),
		});
		expect(await update(made)).toEqual([['New business', 'Qualified']]);
		await fixture.options({ searchLagMs: null });
	});
});

describe('a search', () => {
	const SELECT = 'custom:deal_single_select:single_select';
	const level = ({ dealCustoms }: IDataObject) => {
		const held = (dealCustoms as IDataObject[]).find(
			({ itemKey }) => itemKey === 'deal_single_select',
		);
		return (held?.selectedOption as IDataObject | null | undefined)?.label;
	};
	const isGold = (deal: IDataObject) => level(deal) === 'Gold';
	const isLevel = (deal: IDataObject) => ['Gold', 'Silver'].includes(level(deal) as string);
	const isOfUsers = ({ user }: IDataObject) => [users[0]!.id, users[1]!.id].includes(idOf(user));
	const customer = () => deals[0]!.customer as IDataObject;
	const ofCustomer = (deal: IDataObject) => idOf(deal.customer) === customer().id;
	const found = async (field: string, operator: string, value: unknown, input?: IDataObject[]) =>
		await fixture.run('deal.search', {
			parameters: {
				conditions: { values: [{ field, operator, value }] } as never,
				returnAll: true,
			},
			...(input && { input }),
		});

	test.each([
		[SELECT, 'equals', () => 'Gold', isGold],
		['level', 'equals', () => ' gold ', isGold],
		['Level', 'isOneOf', () => 'Gold, silver', isLevel],
		['phaseId', 'equals', () => 'won', ({ phase }) => nameOf(phase) === 'Won'],
		['phaseId', 'notEquals', () => 'Won', ({ phase }) => nameOf(phase) !== 'Won'],
		[SELECT, 'equals', () => ['Gold', 'Silver'], isLevel],
		[SELECT, 'notEquals', () => ['1', '2'], (deal) => !isLevel(deal)],
		['userId', 'equals', () => [users[0]!.id, users[1]!.name], isOfUsers],
		['userId', 'notEquals', () => [users[0]!.name, users[1]!.email], (deal) => !isOfUsers(deal)],
		['customer', 'equals', () => named(customer().name as string), ofCustomer],
		['customerId', 'equals', () => byId(customer().id as number), ofCustomer],
		[
			'userId',
			'isOneOf',
			() => `${users[0]!.email as string}, ${users[1]!.name as string}`,
			isOfUsers,
		],
	])('%s %s a name or several', async (field, operator, value, expected) => {
		const { items, error } = await found(field, operator, value());
		expect(error).toBeUndefined();
		const ids = deals.filter(expected).map(({ id }) => id as number);
		expect(ids.length).toBeGreaterThan(0);
		// Other tests have made deals of their own.
		const known = new Set(deals.map(({ id }) => id));
		const shown = items.map(({ json }) => json.id).filter((id) => known.has(id));
		expect(shown.sort()).toEqual(ids.sort());
	});

	test('by a number nothing is looked up, and names once a run for however many items', async () => {
		await found(SELECT, 'equals', 1);
		expect(await fixture.requests()).toHaveLength(1);
		const input = Array.from({ length: 6 }, (_, at) => ({ level: at % 2 ? 'Gold' : 'Silver' }));
		const { error } = await found('Level', 'equals', '={{ $json.level }}', input);
		expect(error).toBeUndefined();
		const asked = await fixture.requests();
		expect(asked.filter(({ path }) => !path.endsWith('/search')).length).toBeLessThanOrEqual(1);
	});
});

test.each(tables.otherCase)(
	'a $kind $record is found as $given',
	async ({ kind, record, given }) => {
		const id = await fixture.writeOne(kind, record);
		const [found] = await fixture.records(`${kind}.get`, {
			parameters: { [`${kind}Id`]: named(given) },
		});
		expect(found?.id).toBe(id);
	},
);

describe('product details', () => {
	const authentication = 'v1ApiKey';
	const all = async () =>
		await fixture.records('productDetail.getMany', {
			...{ authentication, parameters: { returnAll: true } },
		});
	const write = async (operation: string, input: IDataObject[]) =>
		await fixture.run(`productDetail.${operation}`, {
			authentication,
			parameters: FROM_INPUT,
			input,
		});

	test('how they are billed and rounded is told by name, in any case', async () => {
		const [some] = await all();
		const { error, hints } = await write('createMany', [
			{
				...{ name: 'By name', dealTypeIds: [1], billingType: nameOf(some?.billingType) },
				roundType: textOf(nameOf(some?.roundType)).toUpperCase(),
				'Unit Cost Rounding': nameOf(some?.unitCostRoundType),
			},
		]);
		expect(error).toBeUndefined();
		expect(hints.map(({ message }) => message)).toEqual([
			expect.stringMatching(/^Read as IDs of this service: "dealTypeIds"/),
		]);
		const created = (await all()).find(({ name }) => name === 'By name');
		const { billingType, roundType, unitCostRoundType } = some!;
		expect(created).toMatchObject({ billingType, roundType, unitCostRoundType });
	});

	test('a run goes by the names of now, not by what an earlier run has read', async () => {
		const [first, second] = (await all()) as Array<{ id: number; name: string }>;
		const byName = async () => await write('updateMany', [{ id: first!.name, memo: 'named' }]);
		expect((await byName()).items[0]?.json.id).toBe(first!.id);
		await write('updateMany', [
			{ id: first!.id, name: 'Renamed' },
			{ id: second!.id, name: first!.name },
		]);
		expect((await byName()).items[0]?.json.id).toBe(second!.id);
		await write('createMany', [{ name: first!.name }]);
		expect((await byName()).error?.message).toContain('which 2 have');
	});
});

test('without a v1 key names come from the newest records, and a message says so', async () => {
	const create = async (parts: IDataObject) =>
		await fixture.run('deal.create', {
			parameters: dealNamed(parts),
			credentials: tokenAlone(fixture.sandbox),
		});
	expect(nameOf((await create({})).items[0]?.json.phase)).toBe('Proposal');
	expect((await fixture.sent()).join()).not.toContain('/v1');
	expect((await create({ phase: 'Propsal' })).error?.message).toContain(
		'Without a V1 API Key in the credential, only names in the newest records are known.',
	);
});

/** Names that can't be told for certain: nothing is written for them, and nothing else is taken for them. */
const settingsAre = async (body: unknown) =>
	await fixture.fault('/v1/domains/settings', { status: 200, body });

holdRuns(fixture, tables.forms, () => ({ $deal: dealNamed }));

describe('the error of a search', () => {
	const search = async (field: string, operator: string, value: string) =>
		await fixture.run('deal.search', {
			parameters: { conditions: { values: [{ field, operator, value }] } },
		});
	const SELECT = 'custom:deal_single_select:single_select';

	test.each([
		['Level', 'equals', 'Platinum', /^Level has no choice "Platinum"; its choices are .*Gold/],
		[
			'productId',
			'isOneOf',
			'[EU] Plan, Consulting',
			/^Product is "\[EU\] Plan", which is no name/,
		],
	])('%s %s %s', async (field, operator, value, message) => {
		const { error } = await search(field, operator, value);
		expect(error?.message).toMatch(message);
		expect(await searches()).toEqual([]);
	});

	test('a phase that two deal types have is told by its deal type, as lists show it', async () => {
		const found = async (value: string) => {
			const conditions = { values: [{ field: 'phase', operator: 'equals', value }] };
			const parameters = { conditions, returnAll: true };
			const deals = await fixture.records('deal.search', { parameters });
			return new Set(deals.map(({ dealType }) => nameOf(dealType)));
		};
		expect(await found('Won')).toEqual(new Set(['New business', 'Renewal']));
		expect(await found('Renewal: Won')).toEqual(new Set(['Renewal']));
	});

	test('a label that two options have', async () => {
		const customItemOptions = [7, 8].map((value) => ({ value, label: 'Same' }));
		const item = { id: 1, itemKey: 'deal_single_select', name: 'Level', itemType: 'single_select' };
		const dealCustomItems = [{ ...item, customItemOptions }];
		await settingsAre({ dealTypes: [{ id: 1, name: 'x', dealCustomItems }] });
		const other = await search(SELECT, 'equals', 'Same');
		expect(other.error?.message).toContain('is "Same", which may be "Same (7)" or "Same (8)"');
	});
});

test('a name that belongs to another deal type is not taken where the deal can’t be read', async () => {
	const deals = await fixture.all('deal');
	const deal = deals.find(({ dealType }) => nameOf(dealType) === 'New business')!;
	await fixture.fault('POST /v2/deals/search', { status: 403 });
	expect(
		await fixture.fails('deal.update', {
			parameters: { dealId: byId(deal.id as number), updateFields: { product: 'Maintenance' } },
		}),
	).toContain('HTTP 403');
	await expectNoWrites(fixture);
});

test.each(['1%', '100.', '+100', '1 & 1', 'N/A', '2026-11-30', '#', 'twin'])(
	'%j deletes no record that is not called so',
	async (name) => {
		const { error } = await fixture.run('customer.delete', {
			parameters: { customerId: named(name) },
		});
		expect(error).toBeDefined();
		await expectNoWrites(fixture);
	},
);
