/** v1 refuses responses above 10 MB (v1 §7, §8; S2): lists are read whole all the same. */
import type { IDataObject } from 'n8n-workflow';
import { documented } from '../support/documented';
import { asDocumented } from '../support/testSandbox';
import { startNodeFixture, type NodeFixture } from './support/nodeFixture';

const DEALS = 1_500;
const BATCH = 500;

/** Both hold 8,000 characters; the second ones take 24 kB each, so that pages of 1,000 are refused. */
describe.each([
	{ what: 'deals of 8 kB each', letter: 'M', refused: false },
	{ what: 'deals of 8,000 Japanese characters each', letter: '案', refused: true },
])('1,500 $what, on a sandbox that refuses responses over 10 MB', ({ letter, refused }) => {
	const memo = letter.repeat(8_000);
	let fixture: NodeFixture;
	let written: number[];

	beforeAll(async () => {
		fixture = await startNodeFixture({
			seed: 'empty',
			set: { rateLimit: 0, maxResponseBytes: 10_485_760 },
		});
		written = [];
		for (let from = 0; from < DEALS; from += BATCH) {
			const rows = Array.from({ length: BATCH }, (_, index) => ({
				name: `Large ${from + index}`,
				memo,
			}));
			written = written.concat(await fixture.write('deal', rows));
		}
	}, 300_000);
	afterAll(async () => await fixture.close());
	beforeEach(async () => {
		await fixture.requests();
	});

	const sorted = (records: Array<{ id?: unknown }>) =>
		records.map(({ id }) => id as number).sort((a, b) => a - b);

	/** Refusals stay few: the smaller page size is remembered. */
	async function expectRefusals() {
		const statuses = (await fixture.requests()).map(({ status }) => status);
		const large = statuses.filter((status) => status === 500);
		expect(large.length > 0).toBe(refused);
		expect(large.length).toBeLessThanOrEqual(20);
		expect(statuses.filter((status) => status !== 200 && status !== 500)).toEqual([]);
	}

	test('the list is read whole, without loss or repetition', async () => {
		const records = await fixture.records('deal.getMany', {
			authentication: 'v1ApiKey',
			parameters: { returnAll: true },
		});
		expect(sorted(records)).toEqual(written);
		expect(records.every((record) => record.memo === memo)).toBe(true);
		await expectRefusals();
	}, 300_000);

	test('a search for them is read whole too', async () => {
		const records = await fixture.records('deal.search', {
			authentication: 'v1ApiKey',
			parameters: {
				returnAll: true,
				searchMode: 'builder',
				match: 'all',
				conditions: { values: [{ field: 'name', operator: 'contains', value: 'Large' }] },
				output: 'selectedFields',
				outputFields: 'id',
			},
		});
		expect(sorted(records)).toEqual(written);
		await expectRefusals();
	}, 300_000);
});

describe('bulkErrors with `massages` reach the right items (v1 §4)', () => {
	let fixture: NodeFixture;
	beforeAll(async () => {
		fixture = await startNodeFixture();
	});
	afterAll(async () => await fixture.close());

	const names = Array.from({ length: 12 }, (_, index) => `Massage ${index}`);
	const guilty = [3, 7];

	const call = (continueOnFail: boolean) =>
		fixture.run('customer.createMany', {
			authentication: 'v1ApiKey',
			continueOnFail,
			parameters: {
				name: '={{ $json.name }}',
				additionalFields: { ownerRoleId: '={{ $json.role }}' },
			},
			input: names.map((name, index) => ({
				name,
				...(guilty.includes(index) ? { role: 900_000 + index } : {}),
			})),
		});

	const found = async () => {
		const records = await fixture.records('customer.getMany', {
			authentication: 'v1ApiKey',
			parameters: { returnAll: true, filters: { searchWord: 'Massage' } },
		});
		return records.map(({ name }) => name as string);
	};

	documented('the spelling is the one that the document shows', () => {
		test('the sandbox spells the property as the document does', async () => {
			const { sandbox } = fixture;
			const response = await asDocumented(
				sandbox,
				async () =>
					await fetch(`${sandbox.v1}/customers/bulk`, {
						method: 'POST',
						headers: { 'X-Api-Key': sandbox.credentials.v1, 'Content-Type': 'application/json' },
						body: JSON.stringify({
							customers: [{ name: 'Good' }, { name: 'Bad', ownerRoleId: 900_003 }],
						}),
					}),
			);
			expect(response.status).toBe(500);
			expect(await response.json()).toMatchObject({
				bulkErrors: [{ index: 1, massages: [expect.stringContaining('900003')] }],
			});
		});
	});

	test('without Continue On Fail nothing is written, and the first guilty item is named', async () => {
		const { error } = await call(false);
		expect(error?.message).toContain('HTTP 500');
		expect(error).toMatchObject({ context: { itemIndex: guilty[0] } });
		expect(await found()).toEqual([]);
	});

	test('with Continue On Fail each guilty item has its own message, and the others go through once', async () => {
		await fixture.requests();
		const { items, error } = await call(true);
		expect(error).toBeUndefined();
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(names.map((_, item) => ({ item })));
		items.forEach(({ json }, index) => {
			if (!guilty.includes(index))
				expect(json).toEqual({ id: expect.any(Number), name: names[index] });
			else expect(JSON.stringify(json)).toContain(String(900_000 + index));
		});
		const good = names.filter((_, index) => !guilty.includes(index));
		expect((await found()).sort()).toEqual([...good].sort());
		const bulk = (await fixture.requests()).filter(({ path }) => path === '/v1/customers/bulk');
		expect(bulk.map(({ status }) => status)).toEqual([500, 200]);
	});

	test('groups of several deal types: the rows named are the input items', async () => {
		const deals = await fixture.records('deal.getMany', { parameters: { returnAll: true } });
		const typeOf = (deal: IDataObject) => (deal.dealType as { id: number }).id;
		const one = deals.filter((deal) => typeOf(deal) === 1).slice(0, 2);
		const two = deals.filter((deal) => typeOf(deal) === 2).slice(0, 2);
		const input = [one[0]!, two[0]!, one[1]!, two[1]!].map((deal, index) => ({
			id: deal.id,
			type: typeOf(deal),
			user: index === 3 ? 900_003 : 1,
		}));
		const { error } = await fixture.run('deal.updateMany', {
			authentication: 'v1ApiKey',
			parameters: {
				dealType: '={{ $json.type }}',
				dealId: '={{ $json.id }}',
				updateFields: { user: '={{ $json.user }}' },
			},
			input: input,
		});
		expect(error).toMatchObject({ context: { itemIndex: 3 } });
		expect(error?.message).toMatch(/Item 3 \(ID \d+\): .*900003/);
	});
});
