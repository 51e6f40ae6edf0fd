import type { IDataObject } from 'n8n-workflow';
import {
	contactActionScenario,
	customerActionScenario,
	dealActionScenario,
} from './support/scenarios/actionScenarios';
import { contactScenario } from './support/scenarios/contactScenario';
import { customerScenario } from './support/scenarios/customerScenario';
import { customObjectScenario } from './support/scenarios/customObjectScenario';
import { dealScenario } from './support/scenarios/dealScenario';
import { recordFields } from './support/scenarios/formFields';
import type { RecordScenario, ScenarioBuilder } from './support/scenarios/recordScenario';
import { readRecord } from './support/scenarios/runScenario';
import { startNodeFixture, type NodeFixture } from './support/nodeFixture';

const SCENARIOS: ReadonlyArray<[string, ScenarioBuilder]> = [
	['customer', customerScenario],
	['deal', dealScenario],
	['contact', contactScenario],
	['customerAction', customerActionScenario],
	['dealAction', dealActionScenario],
	['contactAction', contactActionScenario],
	['customObject', customObjectScenario('ticket')],
];

/** Bad input, which the node finds itself, and an id that only the service knows to be unknown. */
const BAD = 'x';
const UNKNOWN = 99_999_999;

describe.each(SCENARIOS)('Continue On Fail with mixed items: %s', (resource, build) => {
	let fixture: NodeFixture;
	let scenario: RecordScenario;
	/** The ids of the records that the good items created. */
	let created: number[];

	beforeAll(async () => {
		fixture = await startNodeFixture();
		scenario = await build(fixture);
	});
	afterAll(async () => await fixture.close());

	/** One good item, two bad ones, one good one; each has exactly one result, in its place. */
	async function mixed(operation: string, parameters: IDataObject, values: unknown[]) {
		const { items, error } = await fixture.run(`${resource}.${operation}`, {
			parameters: { ...scenario.owner, ...parameters },
			input: values.map((value) => ({ value }) as IDataObject),
			continueOnFail: true,
		});
		expect(error).toBeUndefined();
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(values.map((_, item) => ({ item })));
		const failed = items.map(({ json }) => json.error !== undefined);
		expect(failed).toEqual([false, true, true, false]);
		expect(items[1]?.json.error).toContain('"x"');
		expect(items[2]?.json).toMatchObject({ details: { outcome: 'refused' } });
		return [items[0]!.json, items[3]!.json] as const;
	}

	test('create: the good ones exist', async () => {
		const { top, more } = recordFields(resource, 'create');
		const required = Object.fromEntries(
			top.map(({ name }) => [name, scenario.fields[name]!.created!.input as IDataObject]),
		);
		const given = { [scenario.reference]: '={{ $json.value }}' };
		const isOptional = more.some(({ name }) => name === scenario.reference);
		const good = scenario.fields[scenario.reference]!.created!.input;
		const results = await mixed(
			'create',
			isOptional ? { ...required, additionalFields: given } : { ...required, ...given },
			[good, BAD, UNKNOWN, good],
		);
		created = results.map(({ id }) => id as number);
		expect(new Set(created).size).toBe(2);
		for (const id of created) expect(await readRecord(fixture, scenario, id)).toMatchObject({ id });
	});

	const id = '={{ $json.value }}';
	const values = () => [created[0], BAD, UNKNOWN, created[1]];

	test('get: the good ones are read', async () => {
		const results = await mixed('get', { [scenario.idName]: id }, values());
		expect(results.map((record) => record.id)).toEqual(created);
	});

	test('update: the good ones are changed', async () => {
		const { more } = recordFields(resource, 'create');
		const { name } = more.find((each) => each.name !== scenario.reference)!;
		const { input, expected } = scenario.fields[name]!.created!;
		await mixed('update', { [scenario.idName]: id, updateFields: { [name]: input } }, values());
		for (const each of created)
			expect(await readRecord(fixture, scenario, each)).toMatchObject(expected);
	});

	test('delete: the good ones are gone', async () => {
		const results = await mixed('delete', { [scenario.idName]: id }, values());
		expect(results.map(({ deleted }) => deleted)).toEqual([true, true]);
		const { items } = await fixture.run(`${resource}.get`, {
			parameters: { ...scenario.owner, [scenario.idName]: id },
			input: created.map((value) => ({ value })),
			continueOnFail: true,
		});
		expect(items).toHaveLength(2);
		for (const { json } of items) expect(json.error).toContain('HTTP 404');
	});
});
