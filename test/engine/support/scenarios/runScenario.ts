/** Tells a record's life on the real engine against the sandbox, one test a chapter. */
import type { IDataObject, ResourceMapperFields } from 'n8n-workflow';
import { callMethod } from '../../../support/harness';
import { byId, startKit, unhurried, type Kit } from '../nodeFixture';
import { clearableNames, columnsOf, fieldNames, mapperMethod, recordFields } from './formFields';
import type { Chapter, Entry, Life, LifeOf } from './recordScenario';

const entryOf = (entry: Chapter['updated'], record: IDataObject): Entry => {
	const found = typeof entry === 'function' ? entry(record) : entry;
	if (!found) throw new Error('the story has no value for this field');
	return found;
};

/** The mapper's content, with the columns that the editor loads for it. */
export async function mapped(
	kit: Kit,
	{ resource, owner }: Life,
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
		credentials: unhurried(kit.sandbox),
	})) as ResourceMapperFields;
	return { mappingMode: 'defineBelow', value, schema: fields };
}

/** The whole create form, every field filled. */
export async function wholeForm(kit: Kit, life: Life): Promise<IDataObject> {
	const { top, more } = recordFields(life.resource, 'create');
	const entered = (fields: typeof top) =>
		Object.fromEntries(
			fields.map(({ name }) => [name, life.story[name]?.created?.enter]),
		) as IDataObject;
	const first = entered(top);
	const customs = Object.fromEntries(life.customs.map(({ key, created }) => [key, created.enter]));
	return {
		...life.owner,
		...first,
		...(life.customs.length > 0
			? { customFields: await mapped(kit, life, customs as IDataObject, first) }
			: {}),
		additionalFields: entered(more),
	};
}

export const readRecord = async (kit: Kit, life: Life, id: number): Promise<IDataObject> =>
	(
		await kit.records(`${life.resource}.get`, {
			parameters: { ...life.owner, [life.idName]: byId(id), options: life.readOptions },
		})
	)[0]!;

/** The properties in which two readings of a record differ, beside the time of the update. */
const changesBetween = (before: IDataObject, after: IDataObject) =>
	[...new Set([...Object.keys(before), ...Object.keys(after)])]
		.filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]))
		.filter((key) => key !== 'updatedAt');

/** Runs the life of a record: all tests share it, and each goes on from the one before. */
export function tellLife(resource: string, title: string, lifeOf: LifeOf): void {
	describe(`the life of ${title}`, () => {
		let kit: Kit;
		let life: Life;
		let id: number;
		const read = async () => await readRecord(kit, life, id);

		/** Updates the record, and answers it before and after. */
		async function updated(parameters: IDataObject): Promise<[IDataObject, IDataObject]> {
			const before = await read();
			await kit.records(`${resource}.update`, {
				parameters: { ...life.owner, [life.idName]: byId(id), ...parameters },
			});
			return [before, await read()];
		}

		beforeAll(async () => {
			kit = await startKit();
			life = await lifeOf(kit);
		});
		afterAll(async () => await kit.close());

		test('the story has a value for every field of the forms, and for every column of rows', () => {
			const told = (part: 'created' | 'updated') =>
				Object.keys(life.story).filter((name) => life.story[name]?.[part] !== undefined);
			expect(told('created').sort()).toEqual(fieldNames(resource, 'create').sort());
			expect(told('updated').sort()).toEqual(fieldNames(resource, 'update').sort());
			for (const field of recordFields(resource, 'create').all) {
				const rows = life.story[field.name]?.created?.enter;
				const entered = Array.isArray(rows) ? rows.flatMap((row) => Object.keys(row)) : [];
				// Rows that do not exist yet can be neither changed nor removed.
				const columns = columnsOf(field).filter((name) => !/^(id|deleted?)$/.test(name));
				expect(entered).toEqual(expect.arrayContaining(columns));
			}
		});

		test('create with every field: each value reads back', async () => {
			const parameters = await wholeForm(kit, life);
			const [created] = await kit.records(`${resource}.create`, { parameters });
			id = created!.id as number;
			const record = await read();
			for (const name of fieldNames(resource, 'create')) {
				expect(record).toMatchObject(life.story[name]!.created!.shows);
			}
			for (const custom of life.customs) {
				expect({ [custom.key]: custom.read(record) }).toEqual({
					[custom.key]: custom.created.shows,
				});
			}
		});

		test.each(fieldNames(resource, 'update'))('an update of %s alone', async (name) => {
			const chapter = life.story[name]!;
			const { enter, shows } = entryOf(chapter.updated, await read());
			const [before, after] = await updated({ updateFields: { [name]: enter } });
			expect(after).toMatchObject(shows);
			const others = changesBetween(before, after).filter((key) => !chapter.changes.includes(key));
			expect(others).toEqual([]);
		});

		test('an update of each custom field alone leaves the other fields as they are', async () => {
			for (const custom of life.customs) {
				const value = { [custom.key]: custom.updated.enter } as IDataObject;
				const [before, after] = await updated({ customFields: await mapped(kit, life, value) });
				for (const each of life.customs) {
					const expected = each === custom ? custom.updated.shows : each.read(before);
					expect({ [each.key]: each.read(after) }).toEqual({ [each.key]: expected });
				}
				const changed = changesBetween(before, after);
				expect(changed).toEqual(life.customsIn.length > 0 ? life.customsIn : [custom.key]);
			}
		});

		test('Fields to Clear empties every clearable field, and nothing else', async () => {
			const names = clearableNames(resource);
			if (names.length === 0) return;
			const [before, after] = await updated({ fieldsToClear: names });
			for (const name of names) expect(after).toMatchObject(life.story[name]!.cleared!);
			const allowed = names.flatMap((name) => life.story[name]!.changes);
			expect(changesBetween(before, after).filter((key) => !allowed.includes(key))).toEqual([]);
		});

		test('an empty value in the mapper clears a custom field', async () => {
			if (life.customs.length === 0) return;
			const nothing = Object.fromEntries(
				life.customs.map(({ key, itemType }) => [key, itemType === 'text' ? '' : null]),
			);
			const [, after] = await updated({ customFields: await mapped(kit, life, nothing) });
			for (const { key, read: value } of life.customs) {
				expect({ [key]: value(after) }).toEqual({ [key]: null });
			}
		});

		test('lists and searches find it, and it alone', async () => {
			for (const { operation, parameters } of life.found(await read())) {
				const records = await kit.records(operation, {
					parameters: { returnAll: true, ...parameters },
				});
				expect({ [operation]: records.map((record) => record.id) }).toEqual({ [operation]: [id] });
			}
		});

		test('once deleted, a get of it is a 404', async () => {
			const parameters = { ...life.owner, [life.idName]: byId(id) };
			const [answer] = await kit.records(`${resource}.delete`, { parameters });
			expect(answer).toMatchObject({ deleted: true });
			const { error } = await kit.run(`${resource}.get`, { parameters });
			expect(error?.message).toMatch(/HTTP 404/);
		});
	});
}
