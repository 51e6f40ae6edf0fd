/** Names are as good as IDs: in forms, by expressions, in lists and in searches. */
import type { IDataObject } from 'n8n-workflow';
import { textOf } from '../../nodes/SalesManagement/values';
import { startNodeFixture, type NodeFixture } from './support/nodeFixture';

let fixture: NodeFixture;
let users: IDataObject[];
beforeAll(async () => {
	fixture = await startNodeFixture();
	users = await fixture.records('user.getMany', { parameters: { returnAll: true } });
	await fixture.write('customer', [{ name: 'Acme Works' }, { name: 'Twin' }, { name: 'Twin' }]);
});
afterAll(async () => await fixture.close());
beforeEach(async () => {
	await fixture.requests();
});

const named = (value: string) => ({ __rl: true, mode: 'name', value });

const dealNamed = (parts: IDataObject = {}) => ({
	name: 'By names',
	expectedContractDate: '2026-12-24',
	customer: named('Acme Works'),
	dealType: 'New business',
	phase: 'Proposal',
	product: 'starter plan',
	probability: 'B (50%)',
	channel: 'Website',
	user: named(textOf(users[0]?.email)),
	...parts,
});

const nameOf = (value: unknown) => (value as IDataObject | undefined)?.name;

describe.each([
	['with a v1 key beside the token', 'personalToken' as const],
	['with a v1 key alone', 'v1ApiKey' as const],
])('a deal can be created without one ID %s', (_, authentication) => {
	test('each name is looked up, within the deal type', async () => {
		for (const dealType of ['New business', 'Renewal']) {
			const product = dealType === 'Renewal' ? 'MAINTENANCE' : 'starter plan';
			const [created] = await fixture.records('deal.create', {
				authentication,
				parameters: dealNamed({ dealType, product }),
			});
			const [deal] = await fixture.records('deal.get', {
				authentication,
				parameters: { dealId: { __rl: true, mode: 'id', value: created?.id } },
			});
			expect([deal?.customer, deal?.dealType, deal?.phase].map(nameOf)).toEqual([
				'Acme Works',
				dealType,
				'Proposal',
			]);
			expect(nameOf(deal?.product)).toMatch(new RegExp(product, 'i'));
			expect(nameOf(deal?.user)).toBe(users[0]?.name);
		}
	});
});

test('of many items each distinct name is looked up once, in a list that is shorter than the searches', async () => {
	const names = Array.from({ length: 700 }, (_, at) => `Customer with a name ${at}`);
	await fixture.write(
		'customer',
		names.map((name) => ({ name })),
	);
	await fixture.requests();
	const { items, error } = await fixture.run('deal.createMany', {
		parameters: dealNamed({
			customer: { __rl: true, mode: 'name', value: '={{ $json.customer }}' },
			phase: '={{ $json.phase }}',
		}),
		input: Array.from({ length: 800 }, (_, at) => ({
			customer: names[at % 700] ?? '',
			phase: at % 2 === 0 ? 'Qualified' : 'proposal',
		})),
	});
	expect(error).toBeUndefined();
	expect(items).toHaveLength(800);
	const asked = await fixture.requests();
	// 700 names would be three searches, all customers are one page.
	expect(asked.filter(({ path }) => path === '/v2/customers')).toHaveLength(1);
	// The users and what deals name are remembered for half a minute.
	expect(asked.filter(({ method }) => method === 'GET').length).toBeLessThanOrEqual(5);
	expect(asked.filter(({ method }) => method === 'POST')).toHaveLength(1);
});

test('an update finds the phase within the type of its deal, read once for many', async () => {
	const made = await fixture.records('deal.createMany', {
		parameters: dealNamed({ dealType: '={{ $json.type }}', product: '={{ $json.product }}' }),
		input: [
			{ type: 'New business', product: 'Consulting' },
			{ type: 'Renewal', product: 'Maintenance' },
		],
	});
	await fixture.requests();
	const changed = await fixture.records('deal.update', {
		parameters: {
			dealId: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
			updateFields: { phase: 'qualified' },
		},
		input: made,
	});
	expect(changed.map(({ phase }) => nameOf(phase))).toEqual(['Qualified', 'Qualified']);
	expect(changed.map(({ dealType }) => nameOf(dealType))).toEqual(['New business', 'Renewal']);
	const searches = (await fixture.requests()).filter(({ path }) => path === '/v2/deals/search');
	expect(searches).toHaveLength(1);
});

test('a search takes all phases of the name, and users by their email address', async () => {
	const search = async (conditions: IDataObject[]) =>
		await fixture.records('deal.search', {
			parameters: { conditions: { values: conditions }, returnAll: true },
		});
	const won = await search([{ field: 'phaseId', operator: 'equals', value: 'won' }]);
	expect(won.length).toBeGreaterThan(1);
	expect(new Set(won.map(({ phase }) => nameOf(phase)))).toEqual(new Set(['Won']));
	expect(new Set(won.map(({ dealType }) => nameOf(dealType))).size).toBe(2);
	const others = await search([
		{ field: 'phaseId', operator: 'notEquals', value: 'Won' },
		{
			field: 'userId',
			operator: 'isOneOf',
			value: `${textOf(users[0]?.email)}, ${textOf(users[1]?.name)}`,
		},
	]);
	expect(others.length).toBeGreaterThan(0);
	for (const { phase, user } of others) {
		expect(nameOf(phase)).not.toBe('Won');
		expect([users[0]?.name, users[1]?.name]).toContain(nameOf(user));
	}
});

describe('what no name can be found for is an error of its item, before anything is sent', () => {
	const failing = async (parts: IDataObject) => {
		const { items } = await fixture.run('deal.create', {
			parameters: dealNamed(parts),
			continueOnFail: true,
		});
		expect(
			(await fixture.requests()).filter(
				({ method, path }) => method === 'POST' && path === '/v2/deals',
			),
		).toEqual([]);
		return items[0]?.json.error;
	};

	test('nothing has the name', async () => {
		expect(await failing({ phase: 'Wonn' })).toMatch(
			/^Phase is "Wonn", which is no name in its list: it knows .*Won.*Give one of these, or an ID\./,
		);
		expect(await failing({ customer: named('Nobody') })).toContain('Customer is "Nobody"');
	});

	test('several have the name: they are listed with their IDs', async () => {
		expect(await failing({ customer: named('twin') })).toMatch(
			/^Customer is "twin", which 2 have: \d+ \(Twin\), \d+ \(Twin\)\. Give the ID\.$/,
		);
	});

	test('digits are always an ID, and a number is no name', async () => {
		expect(await failing({ phase: '1.5' })).toContain('an ID is a whole number');
	});
});

test('without a name nothing is looked up', async () => {
	await fixture.records('deal.getMany', { parameters: { limit: 1, filters: { dealTypeId: 1 } } });
	expect(await fixture.requests()).toHaveLength(1);
});
