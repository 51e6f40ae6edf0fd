/** What operations return: the three outputs, also for AI agents. The default is in simplified.test.ts. */
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { SalesManagement } from '../../nodes/SalesManagement/SalesManagement.node.ts';
import { actionType, runNode } from '../support/harness';
import {
	contactActionScenario,
	customerActionScenario,
	dealActionScenario,
} from './support/scenarios/actionScenarios';
import { contactScenario } from './support/scenarios/contactScenario';
import { customerScenario } from './support/scenarios/customerScenario';
import { customObjectScenario } from './support/scenarios/customObjectScenario';
import { dealScenario } from './support/scenarios/dealScenario';
import type { RecordScenario, ScenarioBuilder } from './support/scenarios/recordScenario';
import { completeForm } from './support/scenarios/runScenario';
import {
	byId,
	startNodeFixture,
	unpacedCredentials,
	type NodeFixture,
} from './support/nodeFixture';
import { ordered } from '../support/ordered';

let fixture: NodeFixture;
/** The first two users, whom the scenarios enter. */
let people: Array<{ id: number; name: string }>;

beforeAll(async () => {
	fixture = await startNodeFixture();
	const users = await fixture.records('user.getMany', { parameters: { limit: 2 } });
	people = users as typeof people;
});
afterAll(async () => await fixture.close());

/** The type under which n8n runs the node for an agent. */
const toolType = `${actionType}Tool`;

async function createRecord(
	build: ScenarioBuilder,
): Promise<{ scenario: RecordScenario; get: IDataObject }> {
	const scenario = await build(fixture);
	const [created] = await fixture.records(`${scenario.resource}.create`, {
		parameters: await completeForm(fixture, scenario),
	});
	return { scenario, get: { ...scenario.owner, [scenario.idName]: byId(created!.id as number) } };
}

const read = async (scenario: RecordScenario, get: IDataObject, output: IDataObject) =>
	(await fixture.records(`${scenario.resource}.get`, { parameters: { ...get, ...output } }))[0]!;

const SIMPLIFIED = { output: 'simplified' };
const selected = (outputFields: string | string[]) => ({ output: 'selectedFields', outputFields });

/** Values of custom fields as a person reads them, by the names that the sandbox's settings have. */
const READABLE = () => ({
	Remark: 'First words',
	'Key date': expect.stringMatching(/^2026-02-28T/),
	Score: 0,
	Rate: '0.5',
	Link: 'https://notes.example/a',
	Level: 'Gold',
	Topics: ['Price', 'Service'],
	Team: people.map(({ name }) => name),
});

/** Their values have no number; labels of single choices and users are looked up (v1 §2.3). */
const OF_ACTION = () => ({ ...READABLE(), Score: '0' });

/** Each record, and its custom fields as Simplified shows them. */
const SIMPLE: ReadonlyArray<[string, ScenarioBuilder, () => IDataObject]> = [
	// Its single choices carry no label (v1 §2.3): the v1 key beside the token tells it.
	['customer', customerScenario, READABLE],
	['deal', dealScenario, () => ({ ...READABLE(), Commission: 0 })],
	// Always compact (v2 §2.7): the v1 key beside the token tells the rest.
	['contact', contactScenario, READABLE],
	['customer action', customerActionScenario, OF_ACTION],
	['deal action', dealActionScenario, OF_ACTION],
	['contact action', contactActionScenario, OF_ACTION],
	['custom object', customObjectScenario('ticket'), () => ({ subject: 'First words' })],
];

describe.each(SIMPLE)('%s', (_, build, customs) => {
	let scenario: RecordScenario;
	let get: IDataObject;
	beforeAll(async () => {
		({ scenario, get } = await createRecord(build));
	});

	test('Simplified shows custom fields by name, with readable values', async () => {
		expect(await read(scenario, get, SIMPLIFIED)).toMatchObject(customs());
	});

	test('Selected Fields returns the named fields only, in their order', async () => {
		const raw = await read(scenario, get, {});
		const picked = await read(scenario, get, selected('updatedAt, id, not.there'));
		expect(Object.entries(picked)).toEqual([
			['updatedAt', raw.updatedAt],
			['id', raw.id],
		]);
	});

	test('an agent gets what everybody gets, simplified unless it asks otherwise', async () => {
		const asked = async (output: IDataObject) => {
			const { items, error } = await runNode({
				type: toolType,
				extraNodes: { [toolType]: new SalesManagement() },
				parameters: {
					authentication: 'personalToken',
					resource: scenario.resource,
					operation: 'get',
					...get,
					...output,
				},
				credentials: unpacedCredentials(fixture.sandbox),
			});
			expect(error).toBeUndefined();
			return items[0]?.json;
		};
		const simple = await read(scenario, get, SIMPLIFIED);
		expect(ordered(await asked({}))).toEqual(ordered(simple));
		const whole = await read(scenario, get, {});
		expect(ordered(await asked({ output: 'raw' }))).toEqual(ordered(whole));
		expect(await asked(selected('id'))).toEqual({ id: whole.id });
	});
});

/** A search needs a condition. */
const EVERY_RECORD = {
	searchMode: 'builder',
	match: 'all',
	conditions: { values: [{ field: 'id', operator: 'isNotEmpty' }] },
};

describe('the same in lists, searches and responses to writes', () => {
	test.each([
		['customer.getMany', {}],
		['customer.search', EVERY_RECORD],
		['deal.getMany', {}],
		['deal.search', EVERY_RECORD],
		['contact.getMany', {}],
		['contact.search', EVERY_RECORD],
		['customerAction.getMany', { customerId: byId('all') }],
		['dealAction.getMany', {}],
		['contactAction.getMany', { contactId: byId('all') }],
		['customObject.getMany', { customObjectDefKey: 'asset' }],
		['user.getMany', {}],
		['role.getMany', {}],
		['userGroup.getMany', {}],
	])('%s', async (operation, parameters) => {
		const few = { limit: 3, ...parameters } as IDataObject;
		const records = await fixture.records(operation, {
			parameters: { ...few, ...selected('id') },
		});
		expect(records.length).toBeGreaterThan(0);
		for (const record of records) expect(Object.keys(record)).toEqual(['id']);
		const simple = await fixture.records(operation, { parameters: { ...few, ...SIMPLIFIED } });
		expect(simple.map(({ id }) => id)).toEqual(records.map(({ id }) => id));
		for (const record of simple) {
			const nested = Object.entries(record).filter(([, value]) =>
				[value].flat().some((each) => typeof each === 'object' && each !== null),
			);
			expect(nested).toEqual([]);
		}
	});

	test.each(['create', 'update'])('customer.%s', async (operation) => {
		const [id = 0] = await fixture.write('customer', [{ name: 'Shaped' }]);
		const own =
			operation === 'create'
				? { name: 'Shaped' }
				: { customerId: byId(id), updateFields: { name: 'Shaped' } };
		const [record] = await fixture.records(`customer.${operation}`, {
			parameters: { ...own, ...selected('name') },
		});
		expect(record).toEqual({ name: 'Shaped' });
	});

	test('a dot reaches into an object, and keeps its place', async () => {
		const [record] = await fixture.records('deal.getMany', {
			parameters: { limit: 1, ...selected(['customer.name', 'phase.status', 'id']) },
		});
		expect(record).toEqual({
			customer: { name: expect.any(String) },
			phase: { status: expect.any(Number) },
			id: expect.any(Number),
		});
	});
});

/** n8n's older way: the agent runs the tool itself, in a context that says so. */
class CalledByAgent extends SalesManagement {
	override async execute(this: IExecuteFunctions) {
		const inAgent = Object.create(this, {
			isToolExecution: { value: () => true },
		}) as IExecuteFunctions;
		return await SalesManagement.prototype.execute.call(inAgent);
	}
}

test('a tool that runs inside the agent is simple too', async () => {
	const { items, error } = await runNode({
		type: actionType,
		extraNodes: { [actionType]: new CalledByAgent() },
		parameters: {
			authentication: 'personalToken',
			resource: 'deal',
			operation: 'getMany',
			limit: 1,
		},
		credentials: unpacedCredentials(fixture.sandbox),
	});
	expect(error).toBeUndefined();
	expect(items[0]?.json).not.toHaveProperty('phaseStayDays');
	expect(items[0]?.json).toMatchObject({ phase: expect.any(String), phaseId: expect.any(Number) });
});
