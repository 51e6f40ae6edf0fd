/**
 * The data of the records and of the node's own parameters: the compiler does not look into JSON, so its schemas do,
 * and each name in it is that of something. Names of shared fields, lists, types and events need no test here: without
 * them the node does not load. A parameter that is read and is not in the data does not compile.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv from 'ajv';
import tables from './records.json';
import { isOperationId } from '../../nodes/SalesManagement/api';
import type { Field } from '../../nodes/SalesManagement/fields';
import {
	CONTROLS,
	dropdowns,
	locators,
	RECORDS,
	type RecordDescription,
} from '../../nodes/SalesManagement/records';
import { MOST_ROWS } from '../../nodes/SalesManagement/shared';

const FOLDER = join(__dirname, '../../nodes/SalesManagement/records');
const [DATA, SCHEMAS] = [join(FOLDER, 'data'), join(FOLDER, 'schema')];
const files = readdirSync(DATA);
const textOf = (file: string) => readFileSync(join(DATA, file), 'utf8');

// Its strict mode finds misspelt words in the schemas themselves.
const ajv = new Ajv({ allowUnionTypes: true, strictTypes: false });
for (const file of readdirSync(SCHEMAS)) {
	ajv.addSchema(JSON.parse(readFileSync(join(SCHEMAS, file), 'utf8')), `../schema/${file}`);
}

function problemsOf(data: { $schema: string }): unknown {
	ajv.validate(data.$schema, data);
	return ajv.errors;
}

test.each(files)('%s is as its schema says', (file) => {
	expect(problemsOf(JSON.parse(textOf(file)))).toBeNull();
});

test('each file is a record of the form, or what records and forms share', () => {
	const shared = ['controls', 'events', 'lookups', 'shared', 'usual'];
	const named = [...RECORDS.map(({ id }) => id), ...shared];
	expect(files).toEqual(expect.arrayContaining(named.map((name) => `${name}.json`)));
	expect(files).toHaveLength(named.length);
});

test.each(tables.refused)('the schema refuses $what', ({ file, text, wrong }) => {
	const changed = textOf(`${file}.json`).replace(text, wrong);
	expect(problemsOf(JSON.parse(changed))).not.toBeNull();
});

const operations = RECORDS.flatMap((record) =>
	record.operations.map((operation) => ({ ...operation, path: `${record.id}.${operation.id}` })),
);

test('each operation has a route', () => {
	expect(operations.filter(({ route }) => !isOperationId(route))).toEqual([]);
	expect(operations.length).toBeGreaterThan(60);
});

test('each list that is read for names or definitions is an operation', () => {
	const named = [
		...RECORDS.flatMap(({ customs, valuesDefinedBy }) => [customs?.definitions, valuesDefinedBy]),
		...Object.values(dropdowns).flatMap(({ names }) =>
			'listedBy' in names ? names.listedBy : names.settings?.operation,
		),
	].filter((each) => each !== undefined);
	expect(named.length).toBeGreaterThan(5);
	expect(named.filter((each) => !isOperationId(each))).toEqual([]);
});

test('several are chosen from a dropdown, and all of a list that is searched', () => {
	const names = [...Object.keys(dropdowns), ...Object.keys(locators)];
	expect(new Set(names).size).toBe(names.length);
	const pairs = files
		.map(textOf)
		.join()
		.matchAll(/"type": "(\w+)",[^{}]*"from": "(\w+)"/g);
	const chosen = Array.from(
		pairs,
		([, type, from = '']) => `${type} ${from in dropdowns ? 'dropdown' : 'locator'}`,
	);
	expect(chosen).toEqual(expect.arrayContaining(['references dropdown', 'pathIdOrAll locator']));
	expect(chosen).not.toContain('references locator');
	expect(chosen).not.toContain('referenceIds locator');
	expect(chosen).not.toContain('pathIdOrAll dropdown');
});

test('each field that another one, a rule or an operation names is there', () => {
	const missing: string[] = [];
	const look = (of: string, names: readonly string[], fields: readonly Field[]) => {
		const known = fields.flatMap(({ name, key }) => [name, key]);
		missing.push(...names.filter((name) => !known.includes(name)).map((name) => `${of}: ${name}`));
	};
	for (const { id, fields, rule } of RECORDS) {
		look(id, rule?.names ?? [], fields);
		look(
			id,
			fields.map(({ sets }) => sets?.key).filter((key) => key !== undefined),
			fields,
		);
	}
	const requests = operations.filter((each) => each.kind === 'request');
	for (const { path, fields = [], changes = [] } of requests) {
		look(
			path,
			fields.flatMap(({ shownWhen = {} }) => Object.keys(shownWhen)),
			fields,
		);
		look(
			path,
			changes.flat().filter((name) => name !== 'path'),
			fields,
		);
	}
	expect(requests.length).toBeGreaterThan(5);
	expect(missing).toEqual([]);
});

test('each of the node’s own parameters is read as something', () => {
	const typed = readFileSync(join(FOLDER, 'controls.ts'), 'utf8');
	const { $schema: _, ...parts } = JSON.parse(textOf('controls.json')) as Record<
		string,
		{ fields: object }
	>;
	const names = Object.values(parts).flatMap(({ fields }) => Object.keys(fields));
	expect(names.length).toBeGreaterThan(50);
	expect(names.filter((name) => !new RegExp(`\\b${name}: `).test(typed))).toEqual([]);
});

test('the trigger shows an option for each record that it fits', () => {
	const { customFieldsByKey, relatedObjects } = CONTROLS.trigger.fields;
	const idsOf = (records: readonly RecordDescription[]) => records.map(({ id }) => id);
	const watched = RECORDS.filter(({ watch }) => watch);
	expect([customFieldsByKey, relatedObjects].map(({ shownWhen }) => shownWhen)).toEqual([
		{ '/resource': idsOf(watched.filter(({ customs }) => customs?.property)) },
		{ '/resource': idsOf(watched.filter(({ watch }) => watch?.related.length)) },
	]);
});

test('a batch takes as many rows as the service does', () => {
	const { batchSize } = CONTROLS.batches.fields;
	expect(batchSize.form).toMatchObject({
		default: MOST_ROWS,
		typeOptions: { maxValue: MOST_ROWS },
	});
});

test('each shared field is used', () => {
	const { $schema: _, ...shared } = JSON.parse(textOf('shared.json'));
	const texts = files.map(textOf).join('\n');
	// Where it is described, its name stands as a key, and often as the name of the parameter.
	const isUsed = (name: string) =>
		new RegExp(`(?:[[,]|"like":)\\s*"${name}"\\s*[\\],}]`).test(texts);
	expect(Object.keys(shared).filter((name) => !isUsed(name))).toEqual([]);
});
