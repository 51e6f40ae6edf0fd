/** Examples that keep a data table of n8n: the audit list of deletions, and the two-way sync. */
import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { createPoller, runNode } from '../support/harness';
import { beside } from '../support/speaks';
import { speak } from '../support/testSandbox';
import { exampleNodes } from './support/exampleNodes';
import { dataTable } from './support/exampleTables';
import { example, runExample } from './support/examples';
import { byId, unpacedCredentials } from './support/nodeFixture';
import { startTriggerFixture, type TriggerFixture } from './support/triggerFixture';

const HOUR = 3_600_000;
const TABLE = 'n8n-nodes-base.dataTable';

let fixture: TriggerFixture;
/** The clock by which rows of tables are changed; that of the service goes by itself. */
let tableClock: number;
beforeAll(async () => {
	fixture = await startTriggerFixture({ seed: 'small' });
});
afterAll(async () => await fixture.close());

const withTables = () => ({ ...exampleNodes(), [TABLE]: dataTable(() => tableClock) });

/** A node of the table by itself. */
async function ofTable(
	nodes: ReturnType<typeof withTables>,
	name: string,
	parameters: INodeParameters,
): Promise<IDataObject[]> {
	const { items, error } = await runNode({
		type: TABLE,
		extraNodes: nodes,
		parameters: { dataTableId: { __rl: true, mode: 'name', value: name }, ...parameters },
	});
	expect(error?.message).toBeUndefined();
	return items.map(({ json }) => json);
}

const rowsOf = async (nodes: ReturnType<typeof withTables>, name: string) =>
	await ofTable(nodes, name, { operation: 'get', filters: { conditions: [] } });

describe('Deleted records to an audit list', () => {
	const workflow = example('deleted-records-to-audit-list.json');
	const LIST = 'Deals and when they were deleted';
	afterEach(() => jest.restoreAllMocks());

	/** A trigger of the file on n8n's engine, and what follows it. */
	function watching(name: string, nodes: ReturnType<typeof withTables>) {
		const credentials = unpacedCredentials(fixture.sandbox);
		const trigger = createPoller({
			credentials,
			workflow: { ...workflow, nodes: workflow.nodes.filter((each) => each.name === name) },
		});
		const told = async (items: INodeExecutionData[] | null) => {
			const emitted = [(items ?? []).map(({ json }) => json)];
			if (items) await runExample(fixture, workflow, { from: name, emitted, nodes });
		};
		return { trigger, told };
	}

	test('a deleted deal is in the list with what it was, whatever else the trigger says', async () => {
		let now = Date.now();
		tableClock = now;
		jest.spyOn(Date, 'now').mockImplementation(() => now);
		const nodes = withTables();
		const changes = watching('New or Changed Deal', nodes);
		const deletions = watching('Deleted Deal', nodes);
		const [customer] = await fixture.write('customer', [{ name: 'Leaving' }]);
		const [id = 0] = await fixture.write('deal', [
			{ name: 'Gone soon', amount: 4500, customer: { id: customer } },
		]);
		await fixture.settle();
		now += 4_000;
		await changes.told(await changes.trigger.activate());
		await changes.told(await changes.trigger.poll());
		await deletions.told(await deletions.trigger.activate());
		const deals = await fixture.records('deal.getMany', { parameters: { returnAll: true } });
		const before = await rowsOf(nodes, LIST);
		expect(before.map((row) => row.dealId).sort()).toEqual(deals.map((deal) => deal.id).sort());
		expect(before.filter(({ deletedAt }) => deletedAt !== null)).toEqual([]);

		await fixture.records('deal.delete', { parameters: { dealId: byId(id) } });
		now += 24 * HOUR;
		await deletions.told(await deletions.trigger.poll());
		const after = await rowsOf(nodes, LIST);
		expect(after).toHaveLength(before.length);
		expect(after.filter(({ deletedAt }) => deletedAt !== null)).toEqual([
			expect.objectContaining({
				...{ dealId: id, name: 'Gone soon', customer: 'Leaving', amount: 4500 },
				deletedAt: expect.stringMatching(/^\d{4}-.*Z$/),
			}),
		]);
	});

	test('a test of the trigger, which shows a deal that exists, notes no deletion', async () => {
		const nodes = withTables();
		const deletions = watching('Deleted Deal', nodes);
		const shown = await deletions.trigger.manualTest();
		expect(shown).toHaveLength(1);
		await deletions.told(shown);
		expect(await rowsOf(nodes, LIST)).toEqual([]);
	});
});

describe('Two-way custom object sync', () => {
	const workflow = example('two-way-custom-object-sync.json');
	const asset = { customObjectDefKey: 'asset' };
	const fields = ({ serial, manual, floor, bought_on }: IDataObject) =>
		JSON.stringify([serial, manual, floor, bought_on]);
	const nodes = withTables();

	const assets = async () =>
		await fixture.records('customObject.getMany', { parameters: { ...asset, returnAll: true } });
	const rows = async () => await rowsOf(nodes, 'Assets in sync');

	/** One run; answers what it wrote to the service. */
	async function synced(): Promise<string[]> {
		await fixture.requests();
		await runExample(fixture, workflow, { nodes });
		const asked = await fixture.requests();
		expect((await rows()).map(fields).sort()).toEqual((await assets()).map(fields).sort());
		return asked.filter(({ method }) => method !== 'GET').map(({ method }) => method);
	}

	const setRow = async (serial: string, values: INodeParameters) =>
		await ofTable(nodes, 'Assets in sync', {
			operation: 'upsert',
			filters: { conditions: [{ keyName: 'serial', condition: 'eq', keyValue: serial }] },
			columns: { mappingMode: 'defineBelow', value: { serial, ...values } },
		});

	test('both sides become the same, and a run that finds nothing writes nothing', async () => {
		tableClock = Date.now();
		expect(await synced()).toEqual([]);
		expect((await rows()).length).toBeGreaterThan(50);
		expect(await synced()).toEqual([]);
	});

	test('what is new on either side is made on the other', async () => {
		await fixture.write('customObject', [{ ...asset, serial: 'S-1', floor: 3 }]);
		await setRow('T-1', { floor: 4, manual: 'https://docs.example/t1' });
		expect(await synced()).toEqual(['POST']);
		expect((await assets()).find(({ serial }) => serial === 'T-1')).toMatchObject({ floor: 4 });
		expect(await synced()).toEqual([]);
	});

	test('the later change wins, whichever side it is on, also one that empties a field', async () => {
		const [object] = (await assets()).filter(({ serial }) => serial === 'S-1');
		tableClock = Date.now() - HOUR;
		await setRow('S-1', { floor: 8 });
		await fixture.write('customObject', [{ ...asset, id: object?.id, floor: 9 }]);
		tableClock = Date.now() + HOUR;
		await setRow('T-1', { manual: null });
		expect(await synced()).toHaveLength(1);
		expect((await rows()).find(({ serial }) => serial === 'S-1')).toMatchObject({ floor: 9 });
		expect((await assets()).find(({ serial }) => serial === 'T-1')?.manual ?? null).toBeNull();
		expect(await synced()).toEqual([]);
	});

	test('a field that the service leaves out, for want of a value, is filled from the table', async () => {
		const { sandbox } = fixture;
		await speak(sandbox, beside(sandbox, ['nulls-left-out']));
		try {
			await fixture.write('customObject', [{ ...asset, serial: 'G-1' }]);
			expect(await synced()).toEqual([]);
			tableClock = Date.now() + HOUR;
			await setRow('G-1', { manual: 'https://docs.example/g1' });
			expect(await synced()).toEqual(['PATCH']);
		} finally {
			await speak(sandbox, sandbox.dialects);
		}
	});
});
