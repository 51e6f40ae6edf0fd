/** The sandbox with another envelope, or with other codes: each operation comes to what it came to before. */
import type { IDataObject } from 'n8n-workflow';
import { ordered } from '../support/ordered';
import { beside } from '../support/speaks';
import { speak as speakIn } from '../support/testSandbox';
import { byId, type Call } from './support/nodeFixture';
import { events, startTriggerFixture, type TriggerFixture } from './support/triggerFixture';

let fixture: TriggerFixture;
beforeAll(async () => {
	fixture = await startTriggerFixture({ seed: 'small' });
});
afterAll(async () => await fixture.close());

/** How the sandbox answers from now on. */
const speak = async (names: readonly string[]) =>
	await speakIn(fixture.sandbox, beside(fixture.sandbox, names));

const DIALECTS: readonly string[][] = [
	...['lists-in-data', 'records-in-data', 'bulk-answers-objects', 'creates-answer-id'],
	...['deletes-answer-body', 'missing-record-410'],
].map((one) => [one]);

const READS: ReadonlyArray<[string, Call]> = [
	['deal.getMany', { parameters: { returnAll: true } }],
	['deal.getMany', { parameters: { returnAll: true }, authentication: 'v1ApiKey' }],
	['customer.getMany', { parameters: { returnAll: true, output: 'simplified' } }],
	['userGroup.getMany', { parameters: { returnAll: true } }],
	['dealAction.getMany', { parameters: { returnAll: true } }],
	['customObject.getMany', { parameters: { customObjectDefKey: 'ticket', returnAll: true } }],
	[
		'contact.search',
		{
			parameters: {
				searchMode: 'builder',
				conditions: { values: [{ field: 'id', operator: 'lessThan', value: 20 }] },
				returnAll: true,
			},
		},
	],
	['deal.get', { parameters: { dealId: byId(1) } }],
	[
		'customer.get',
		{
			parameters: { customerId: byId('={{ $json.id }}'), options: { batchLookup: true } },
			input: [{ id: 2 }, { id: '1' }],
		},
	],
	['user.getCurrent', {}],
];

const usual = new Map<string, unknown>();

beforeAll(async () => {
	for (const [at, [operation, call]] of READS.entries()) {
		const records = await fixture.records(operation, call);
		expect(records.length).toBeGreaterThan(0);
		usual.set(String(at), ordered(records));
	}
});

let run = 0;

/** Deals that this test made, so that what it writes is no part of what the reads are compared by. */
async function dealsOfType(dealType: number): Promise<IDataObject[]> {
	const ids = await fixture.write('deal', [
		{ name: 'one', dealType: { id: dealType } },
		{ name: 'two', dealType: { id: dealType } },
	]);
	return ids.map((id) => ({ id }));
}

describe.each(DIALECTS.map((names) => [names.join(', '), names] as const))('%s', (_name, names) => {
	beforeAll(async () => await speak(names));
	afterAll(async () => await speak([]));

	// What the first dialects write is no part of what the reads are compared by.
	test('reads are the same', async () => {
		for (const [at, [operation, call]] of READS.entries()) {
			const known = usual.get(String(at)) as IDataObject[];
			const ids = new Set(known.map(({ id }) => id));
			const read = ordered(await fixture.records(operation, call));
			expect(read.filter(({ id }) => ids.has(id as never))).toEqual(known);
		}
	});

	test('Create or Update, bulk and single writes give each item its own id', async () => {
		const name = `Once ${++run}`;
		const upsert = async (...given: IDataObject[]) =>
			await fixture.records('customer.createOrUpdate', {
				parameters: { matchBy: 'name', name: '={{ $json.name }}' },
				input: given,
			});
		const [first] = await upsert({ name });
		expect(first).toMatchObject({ action: 'created', id: expect.any(Number) });
		expect(await upsert({ name }, { name: `${name} too` })).toMatchObject([
			{ action: 'updated', id: first!.id },
			{ action: 'created', id: expect.any(Number) },
		]);
		const created = await fixture.records('customer.createMany', {
			parameters: { name: '={{ $json.name }}' },
			input: [{ name: `${name} A` }, { name: `${name} B` }],
		});
		expect(new Set(created.map(({ id }) => id)).size).toBe(2);
		expect(created.every(({ id }) => Number.isInteger(id))).toBe(true);
		const changed = await fixture.records('deal.updateMany', {
			parameters: { dealType: 1, dealId: byId('={{ $json.id }}'), updateFields: { memo: name } },
			input: await dealsOfType(1),
		});
		expect(changed).toMatchObject([{ id: expect.any(Number) }, { id: expect.any(Number) }]);
		const [contact] = await fixture.records('contact.create', { parameters: { name: 'C' } });
		expect(contact).toMatchObject({ id: expect.any(Number) });
		await fixture.records('contact.delete', {
			parameters: { contactId: byId(Number(contact!.id)) },
		});
	});

	test('a trigger emits each version once, and what is gone', async () => {
		const changes = fixture.watch();
		const deletions = fixture.watch({ parameters: { event: 'deleted' } });
		expect(await changes.activate()).toBeNull();
		const [kept, lost] = (await fixture.write('deal', [{ name: 'a' }, { name: 'b' }])) as [
			number,
			number,
		];
		await deletions.activate();
		await fixture.settle();
		expect(events(await changes.poll())).toEqual([
			['created', kept],
			['created', lost],
		]);
		await fixture.write('deal', [{ id: kept, name: 'a, changed' }]);
		await fixture.records('deal.delete', { parameters: { dealId: byId(lost) } });
		await fixture.settle();
		expect(events(await changes.poll())).toEqual([['updated', kept]]);
		// A sweep is due by the clock of n8n.
		const due = Date.now() + 24 * 3_600_000;
		const clock = jest.spyOn(Date, 'now').mockReturnValue(due);
		expect(events(await deletions.poll())).toEqual([['deleted', lost]]);
		clock.mockRestore();
		// From now on the service answers as it did before, and nothing is news for that.
		await speak([]);
		expect(await changes.poll()).toBeNull();
		await speak(names);
	});
});

describe('an error tells the service’s own message', () => {
	afterEach(async () => await speak([]));
	const messageNow = async () => {
		const { error } = await fixture.run('customer.get', {
			parameters: { customerId: byId(987_654) },
		});
		return error?.message ?? '';
	};

	test.each([
		...['errors-code-message', 'errors-nested', 'errors-list', 'errors-problem-json'],
		...['errors-plain-text', 'error-messages-as-text'],
	])('%s', async (dialect) => {
		const [, detail = ''] = /^(?:[A-Z_]+: )?([^(]+) \(/.exec(await messageNow()) ?? [];
		expect(detail).toContain('987654');
		await speak([dialect]);
		expect(await messageNow()).toContain(detail);
	});
});
