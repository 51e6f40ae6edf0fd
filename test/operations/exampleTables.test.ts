/** Examples that keep a data table of n8n: the audit list of deletions, and the two-way sync. */
import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { byId, unpacedCredentials } from '../support/nodeFixture';
import { useTriggerFixture } from '../support/triggerFixture';
import { createPoller, runNode } from '../../harness';
import { beside } from '../support/speaks';
import { speak } from '../support/testSandbox';
import { dataTable, exampleNodes } from '../../harness/exampleNodes';
import { example, runExample } from './support/examples';

const HOUR = 3_600_000;
const TABLE = 'n8n-nodes-base.dataTable';

const fixture = useTriggerFixture({ seed: 'small' });
/** The clock by which rows of tables are changed; that of the service goes by itself. */
let tableClock: number;
let nodes: ReturnType<typeof exampleNodes>;
beforeEach(() => {
	tableClock = Date.now();
	nodes = { ...exampleNodes(), [TABLE]: dataTable(() => tableClock) };
});
afterEach(() => jest.restoreAllMocks());

/** A node of the table by itself. */
async function ofTable(name: string, parameters: INodeParameters): Promise<IDataObject[]> {
	const { items, error } = await runNode({
		type: TABLE,
		extraNodes: nodes,
		parameters: { dataTableId: { __rl: true, mode: 'name', value: name }, ...parameters },
	});
	expect(error?.message).toBeUndefined();
	return items.map(({ json }) => json);
}
const rowsOf = async (name: string) =>
	await ofTable(name, { operation: 'get', filters: { conditions: [] } });

describe('Deleted records to an audit list', () => {
	const workflow = example('deleted-records-to-audit-list.json');
	const LIST = 'Deals and when they were deleted';

	/** A trigger of the file on n8n's engine, and what follows it. */
	function watching(name: string) {
		const trigger = createPoller({
			credentials: unpacedCredentials(fixture.sandbox),
			workflow: { ...workflow, nodes: workflow.nodes.filter((each) => each.name === name) },
		});
		const told = async (items: INodeExecutionData[] | null) => {
			if (items) await runExample(fixture, workflow, { from: name, emitted: items, nodes });
		};
		return { trigger, told };
	}

	test('a deleted deal is in the list with what it was, whatever else the trigger says', async () => {
		let now = Date.now();
		jest.spyOn(Date, 'now').mockImplementation(() => now);
		const changes = watching('New or Changed Deal');
		const deletions = watching('Deleted Deal');
		const customer = await fixture.writeOne('customer', { name: 'Leaving' });
		const gone = { name: 'Gone soon', amount: 4500 };
		const id = await fixture.writeOne('deal', { ...gone, customer: { id: customer } });
		await fixture.settle();
		now += 4_000;
		await changes.told(await changes.trigger.activate());
		await changes.told(await changes.trigger.poll());
		await deletions.told(await deletions.trigger.activate());
		const deals = await fixture.all('deal');
		const before = await rowsOf(LIST);
		expect(before.map((row) => row.dealId).sort()).toEqual(deals.map((deal) => deal.id).sort());
		expect(before.filter(({ deletedAt }) => deletedAt !== null)).toEqual([]);

		await fixture.records('deal.delete', { parameters: { dealId: byId(id) } });
		now += 24 * HOUR;
		await deletions.told(await deletions.trigger.poll());
		const after = await rowsOf(LIST);
		expect(after).toHaveLength(before.length);
		const deletedAt = expect.stringMatching(/^\d{4}-.*Z$/) as string;
		expect(after.filter((row) => row.deletedAt !== null)).toEqual([
			expect.objectContaining({ dealId: id, ...gone, customer: 'Leaving', deletedAt }),
		]);
	});

	test('a test of the trigger, which shows a deal that exists, notes no deletion', async () => {
		const deletions = watching('Deleted Deal');
		const shown = await deletions.trigger.manualTest();
		expect(shown).toHaveLength(1);
		await deletions.told(shown);
		expect(await rowsOf(LIST)).toEqual([]);
	});
});

test('Two-way custom object sync: both sides become the same, the later change wins', async () => {
	const workflow = example('two-way-custom-object-sync.json');
	const asset = { customObjectDefKey: 'asset' };
	const parameters = { ...asset, returnAll: true };
	const assets = async () => await fixture.records('customObject.getMany', { parameters });
	const rows = async () => await rowsOf('Assets in sync');
	const fields = ({ serial, manual, floor, bought_on }: IDataObject) =>
		JSON.stringify([serial, manual, floor, bought_on].map((value) => value ?? null));

	/** One run; answers what it wrote to the service. */
	async function synced(): Promise<string[]> {
		await fixture.requests();
		await runExample(fixture, workflow, { nodes });
		const sent = await fixture.requests();
		expect((await rows()).map(fields).sort()).toEqual((await assets()).map(fields).sort());
		return sent.filter(({ method }) => method !== 'GET').map(({ method }) => method);
	}
	const setRow = async (serial: string, values: INodeParameters) =>
		await ofTable('Assets in sync', {
			operation: 'upsert',
			filters: { conditions: [{ keyName: 'serial', condition: 'eq', keyValue: serial }] },
			columns: { mappingMode: 'defineBelow', value: { serial, ...values } },
		});
	const found = (all: IDataObject[], wanted: string) =>
		all.find(({ serial }) => serial === wanted) ?? {};

	expect(await synced()).toEqual([]);
	expect((await rows()).length).toBeGreaterThan(50);
	expect(await synced()).toEqual([]);

	// What is new on either side is made on the other.
	await fixture.writeOne('customObject', { ...asset, serial: 'S-1', floor: 3 });
	await setRow('T-1', { floor: 4, manual: 'https://docs.example/t1' });
	expect(await synced()).toEqual(['POST']);
	expect(found(await assets(), 'T-1').floor).toBe(4);
	expect(await synced()).toEqual([]);

	// The later change wins, whichever side it is on, also one that empties a field.
	tableClock = Date.now() - HOUR;
	await setRow('S-1', { floor: 8 });
	await fixture.writeOne('customObject', {
		...asset,
		id: found(await assets(), 'S-1').id,
		floor: 9,
	});
	tableClock = Date.now() + HOUR;
	await setRow('T-1', { manual: null });
	expect(await synced()).toHaveLength(1);
	expect(found(await rows(), 'S-1').floor).toBe(9);
	expect(found(await assets(), 'T-1').manual ?? null).toBeNull();
	expect(await synced()).toEqual([]);

	// A field that the service leaves out, for want of a value, is filled from the table.
	const { sandbox } = fixture;
	await speak(sandbox, beside(sandbox, ['nulls-left-out']));
	await fixture.writeOne('customObject', { ...asset, serial: 'G-1' });
	expect(await synced()).toEqual([]);
	tableClock = Date.now() + HOUR;
	await setRow('G-1', { manual: 'https://docs.example/g1' });
	expect(await synced()).toEqual(['PATCH']);
	await speak(sandbox, sandbox.dialects);
});
