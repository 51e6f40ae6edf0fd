/** Runs a record's scenario on the real engine against the sandbox, one test per field. */
import type { IDataObject, ResourceMapperFields } from 'n8n-workflow';
import { callMethod } from '../../../support/harness';
import { byId, startNodeFixture, unpacedCredentials, type NodeFixture } from '../nodeFixture';
import { clearableNames, columnsOf, fieldNames, mapperMethod, recordFields } from './formFields';
import type { FieldScenario, FieldStep, RecordScenario, ScenarioBuilder } from './recordScenario';
import { shownAs } from './shownAs';
import { ordered } from '../../../support/ordered';

const stepOf = (entry: FieldScenario['updated'], record: IDataObject): FieldStep => {
	const found = typeof entry === 'function' ? entry(record) : entry;
	if (!found) throw new Error('the scenario has no value for this field');
	return found;
};

/** The mapper's content, with the columns that the editor loads for it. */
export async function mapperValue(
	fixture: NodeFixture,
	{ resource, owner }: RecordScenario,
	value: IDataObject,
	more: IDataObject = {},
): Promise<IDataObject> {
	const { fields } = (await callMethod({
		kind: 'resourceMapping',
		method: mapperMethod(resource) ?? '',
		parameters: {
			authentication: 'personalToken',
			resource,
			operation: 'create',
			...owner,
			...more,
		},
		credentials: unpacedCredentials(fixture.sandbox),
	})) as ResourceMapperFields;
	return { mappingMode: 'defineBelow', value, schema: fields };
}

/** The whole create form, every field filled. */
export async function completeForm(
	fixture: NodeFixture,
	scenario: RecordScenario,
): Promise<IDataObject> {
	const { top, more } = recordFields(scenario.resource, 'create');
	const entered = (fields: typeof top) =>
		Object.fromEntries(
			fields.map(({ name }) => [name, scenario.fields[name]?.created?.input]),
		) as IDataObject;
	const first = entered(top);
	const customs = Object.fromEntries(
		scenario.customFields.map(({ key, created }) => [key, created.input]),
	);
	return {
		...scenario.owner,
		...first,
		...(scenario.customFields.length > 0
			? { customFields: await mapperValue(fixture, scenario, customs as IDataObject, first) }
			: {}),
		additionalFields: entered(more),
	};
}

export const readRecord = async (
	fixture: NodeFixture,
	scenario: RecordScenario,
	id: number,
): Promise<IDataObject> =>
	(
		await fixture.records(`${scenario.resource}.get`, {
			parameters: { ...scenario.owner, [scenario.idName]: byId(id), options: scenario.readOptions },
		})
	)[0]!;

/** The properties in which two readings of a record differ, besides the time of the update. */
const changesBetween = (before: IDataObject, after: IDataObject) =>
	[...new Set([...Object.keys(before), ...Object.keys(after)])]
		.filter((key) => JSON.stringify(ordered(before[key])) !== JSON.stringify(ordered(after[key])))
		.filter((key) => key !== 'updatedAt');

/** Runs the scenario of a record: all tests share it, and each continues from the one before. */
export function runScenario(resource: string, title: string, build: ScenarioBuilder): void {
	describe(`the scenario of ${title}`, () => {
		let fixture: NodeFixture;
		let scenario: RecordScenario;
		let id: number;
		const read = async () => await readRecord(fixture, scenario, id);
		const shows = (record: IDataObject, expected: IDataObject) =>
			expect(shownAs(expected, record, fixture.sandbox)).toMatchObject(expected);

		/** Updates the record, and returns it before and after. */
		async function updated(parameters: IDataObject): Promise<[IDataObject, IDataObject]> {
			const before = await read();
			await fixture.records(`${resource}.update`, {
				parameters: { ...scenario.owner, [scenario.idName]: byId(id), ...parameters },
			});
			return [before, await read()];
		}

		beforeAll(async () => {
			fixture = await startNodeFixture();
			scenario = await build(fixture);
		});
		afterAll(async () => await fixture.close());

		test('the scenario has a value for every field of the forms, and for every column of rows', () => {
			const withStep = (part: 'created' | 'updated') =>
				Object.keys(scenario.fields).filter((name) => scenario.fields[name]?.[part] !== undefined);
			expect(withStep('created').sort()).toEqual(fieldNames(resource, 'create').sort());
			expect(withStep('updated').sort()).toEqual(fieldNames(resource, 'update').sort());
			for (const field of recordFields(resource, 'create').all) {
				const rows = scenario.fields[field.name]?.created?.input;
				const entered = Array.isArray(rows) ? rows.flatMap((row) => Object.keys(row)) : [];
				// Rows that do not exist yet can be neither changed nor removed.
				const columns = columnsOf(field).filter((name) => !/^(id|deleted?)$/.test(name));
				expect(entered).toEqual(expect.arrayContaining(columns));
			}
		});

		test('create with every field: each value reads back', async () => {
			const parameters = await completeForm(fixture, scenario);
			const [created] = await fixture.records(`${resource}.create`, { parameters });
			id = created!.id as number;
			const record = await read();
			for (const name of fieldNames(resource, 'create')) {
				shows(record, scenario.fields[name]!.created!.expected);
			}
			for (const custom of scenario.customFields) {
				expect({ [custom.key]: custom.read(record) }).toEqual({
					[custom.key]: custom.created.expected,
				});
			}
		});

		test.each(fieldNames(resource, 'update'))('an update of %s alone', async (name) => {
			const field = scenario.fields[name]!;
			const { input, expected } = stepOf(field.updated, await read());
			const [before, after] = await updated({ updateFields: { [name]: input } });
			shows(after, expected);
			const others = changesBetween(before, after).filter((key) => !field.changes.includes(key));
			expect(others).toEqual([]);
		});

		test('an update of each custom field alone leaves the other fields as they are', async () => {
			for (const custom of scenario.customFields) {
				const value = { [custom.key]: custom.updated.input } as IDataObject;
				const [before, after] = await updated({
					customFields: await mapperValue(fixture, scenario, value),
				});
				for (const each of scenario.customFields) {
					const expected = each === custom ? custom.updated.expected : each.read(before);
					expect({ [each.key]: each.read(after) }).toEqual({ [each.key]: expected });
				}
				const changed = changesBetween(before, after);
				expect(changed).toEqual(
					scenario.customFieldsProperty.length > 0 ? scenario.customFieldsProperty : [custom.key],
				);
			}
		});

		const clearable = clearableNames(resource);
		if (clearable.length > 0) {
			test('Fields to Clear empties every clearable field, and nothing else', async () => {
				const [before, after] = await updated({ fieldsToClear: clearable });
				for (const name of clearable) {
					shows(after, scenario.fields[name]!.cleared!);
				}
				const allowed = clearable.flatMap((name) => scenario.fields[name]!.changes);
				expect(changesBetween(before, after).filter((key) => !allowed.includes(key))).toEqual([]);
			});
		}

		test('an empty value in the mapper clears a custom field', async () => {
			expect(scenario.customFields.length).toBeGreaterThan(0);
			const nothing = Object.fromEntries(
				scenario.customFields.map(({ key, itemType }) => [key, itemType === 'text' ? '' : null]),
			);
			const [, after] = await updated({
				customFields: await mapperValue(fixture, scenario, nothing),
			});
			for (const { key, read: value } of scenario.customFields) {
				const left = shownAs(null, value(after), fixture.sandbox);
				expect({ [key]: left }).toEqual({ [key]: null });
			}
		});

		test('lists and searches find it, and it alone', async () => {
			for (const { operation, parameters } of scenario.findings(await read())) {
				const records = await fixture.records(operation, {
					parameters: { returnAll: true, ...parameters },
				});
				expect({ [operation]: records.map((record) => record.id) }).toEqual({ [operation]: [id] });
			}
		});

		test('once deleted, a get of it is a 404', async () => {
			const parameters = { ...scenario.owner, [scenario.idName]: byId(id) };
			const [answer] = await fixture.records(`${resource}.delete`, { parameters });
			expect(answer).toMatchObject({ deleted: true });
			const { error } = await fixture.run(`${resource}.get`, { parameters });
			expect(error?.message).toMatch(/HTTP 404/);
		});
	});
}
