import type { IDataObject } from 'n8n-workflow';
import {
	contactActionLife,
	customerActionLife,
	dealActionLife,
} from './support/scenarios/actionScenarios';
import { contactLife } from './support/scenarios/contactScenario';
import { customerLife } from './support/scenarios/customerScenario';
import { customObjectLife } from './support/scenarios/customObjectScenario';
import { dealLife } from './support/scenarios/dealScenario';
import { recordFields } from './support/scenarios/formFields';
import type { Life, LifeOf } from './support/scenarios/recordScenario';
import { readRecord } from './support/scenarios/runScenario';
import { startKit, type Kit } from './support/nodeFixture';

const LIVES: ReadonlyArray<[string, LifeOf]> = [
	['customer', customerLife],
	['deal', dealLife],
	['contact', contactLife],
	['customerAction', customerActionLife],
	['dealAction', dealActionLife],
	['contactAction', contactActionLife],
	['customObject', customObjectLife('ticket')],
];

/** Bad input, which the node finds itself, and an id that only the service knows to be unknown. */
const BAD = 'x';
const UNKNOWN = 99_999_999;

describe.each(LIVES)('Continue On Fail with mixed items: %s', (resource, lifeOf) => {
	let kit: Kit;
	let life: Life;
	/** The ids of the records that the good items created. */
	let created: number[];

	beforeAll(async () => {
		kit = await startKit();
		life = await lifeOf(kit);
	});
	afterAll(async () => await kit.close());

	/** One good item, two bad ones, one good one; each has exactly one result, in its place. */
	async function mixed(operation: string, parameters: IDataObject, values: unknown[]) {
		const { items, error } = await kit.run(`${resource}.${operation}`, {
			parameters: { ...life.owner, ...parameters },
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
			top.map(({ name }) => [name, life.story[name]!.created!.enter as IDataObject]),
		);
		const given = { [life.reference]: '={{ $json.value }}' };
		const isOptional = more.some(({ name }) => name === life.reference);
		const good = life.story[life.reference]!.created!.enter;
		const results = await mixed(
			'create',
			isOptional ? { ...required, additionalFields: given } : { ...required, ...given },
			[good, BAD, UNKNOWN, good],
		);
		created = results.map(({ id }) => id as number);
		expect(new Set(created).size).toBe(2);
		for (const id of created) expect(await readRecord(kit, life, id)).toMatchObject({ id });
	});

	const id = '={{ $json.value }}';
	const values = () => [created[0], BAD, UNKNOWN, created[1]];

	test('get', async () => {
		const results = await mixed('get', { [life.idName]: id }, values());
		expect(results.map((record) => record.id)).toEqual(created);
	});

	test('update: the good ones are changed', async () => {
		const { more } = recordFields(resource, 'create');
		const { name } = more.find((each) => each.name !== life.reference)!;
		const { enter, shows } = life.story[name]!.created!;
		await mixed('update', { [life.idName]: id, updateFields: { [name]: enter } }, values());
		for (const each of created) expect(await readRecord(kit, life, each)).toMatchObject(shows);
	});

	test('delete: the good ones are gone', async () => {
		const results = await mixed('delete', { [life.idName]: id }, values());
		expect(results.map(({ deleted }) => deleted)).toEqual([true, true]);
		const { items } = await kit.run(`${resource}.get`, {
			parameters: { ...life.owner, [life.idName]: id },
			input: created.map((value) => ({ value })),
			continueOnFail: true,
		});
		expect(items).toHaveLength(2);
		for (const { json } of items) expect(json.error).toContain('HTTP 404');
	});
});
