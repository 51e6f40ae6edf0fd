/** The output schemas that the editor shows before a node has run match its output of today. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import Ajv from 'ajv';
import { loadOutputSchema } from 'n8n-core/dist/nodes-loader/output-schema-resolver';
import { RESOURCES } from '../../nodes/SalesManagement/operations';
import {
	contentOf,
	fileOf,
	FOLDER,
	schemasOf,
	todaysAnswers,
	type Answers,
} from '../../scripts/output-schemas';
import { DOCUMENTED, documented } from '../support/documented';
import { askedDialects } from '../support/testSandbox';

let answers: Answers;
beforeAll(async () => {
	answers = await todaysAnswers();
});

const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
	.filter((name) => name.endsWith('.json'))
	.map((name) => join(FOLDER, name));
const operationOf = (file: string) =>
	relative(dirname(dirname(file)), file)
		.replace(/\.json$/, '')
		.replace(/[\\/]/, '.');
const operations = files.map(operationOf);

/** Customers, deals, contacts, the actions, custom objects: read and written in every way. */
const MAIN = RESOURCES.flatMap(({ id, operations: all }) =>
	all.map((operation) => `${id}.${operation.id}`),
).filter((id) =>
	/^(customer|deal|contact|customObject|(customer|deal|contact)Action)\.(get|getMany|search|create|update)$/.test(
		id,
	),
);

test('the main operations have one, and users, roles, user groups and the check of an account too', () => {
	expect(operations).toEqual(expect.arrayContaining(MAIN));
	expect(operations).toEqual(
		expect.arrayContaining(['user.getMany', 'role.getMany', 'userGroup.getMany', 'account.check']),
	);
});

test('that of a check has what only an account that differs shows', () => {
	const { properties } = JSON.parse(readFileSync(fileOf('account.check'), 'utf8')) as {
		properties: object;
	};
	const always = ['interface', 'check', 'verdict', 'evidence', 'advice', 'fingerprint', 'shapes'];
	const sometimes = ['endpointOverrides', 'changes', 'hasChanged'];
	expect(Object.keys(properties).sort()).toEqual([...always, ...sometimes].sort());
});

documented('the files are made from what the documents show, nulls included', () => {
	test('each file is the one that `npm run schemas` writes', async () => {
		const isDocumented = askedDialects().length === 0;
		const schemas = schemasOf(isDocumented ? answers : await todaysAnswers(DOCUMENTED));
		const written = operations.map((id) => [id, readFileSync(fileOf(id), 'utf8')]);
		expect(operations.length).toBeGreaterThan(30);
		expect(Object.fromEntries(written)).toEqual(
			Object.fromEntries([...schemas].map(([id, schema]) => [id, contentOf(schema)])),
		);
	});
});

test.each(operations)(
	'%s: today’s output is valid under the schema that n8n finds',
	(operation) => {
		const [resource, name] = operation.split('.');
		const schema = loadOutputSchema({
			nodeDir: dirname(FOLDER),
			version: 1,
			resource,
			operation: name,
		});
		expect(schema).toMatchObject({ type: 'object' });
		const { version: _, ...rest } = schema as Record<string, unknown>;
		const validate = new Ajv({ allErrors: true }).compile(rest);
		const records = answers.get(operation) ?? [];
		expect(records.length).toBeGreaterThan(0);
		for (const record of records) {
			validate(record);
			expect(validate.errors ?? []).toEqual([]);
		}
	},
);

test('a wrong type would be noticed', () => {
	const { version: _, ...schema } = JSON.parse(readFileSync(fileOf('deal.get'), 'utf8')) as {
		version: number;
	};
	expect(new Ajv().compile(schema)({ id: 'one' })).toBe(false);
});
