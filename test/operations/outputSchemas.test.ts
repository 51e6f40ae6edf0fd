/** The output schemas that the editor shows before a node has run match its output of today. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import Ajv from 'ajv';
import { loadOutputSchema } from 'n8n-core/dist/nodes-loader/output-schema-resolver';
import {
	contentOf,
	fileOf,
	FOLDER,
	schemasOf,
	todaysAnswers,
	type Answers,
} from '../../scripts/output-schemas';
import { DOCUMENTED } from '../support/documented';
import { askedDialects } from '../support/testSandbox';

let answers: Answers;
beforeAll(async () => {
	answers = await todaysAnswers();
});

const operations = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
	.filter((name) => name.endsWith('.json'))
	.map((name) => join(FOLDER, name))
	.map((file) => relative(dirname(dirname(file)), file).replace(/\.json$/, ''))
	.map((name) => name.replace(/[\\/]/, '.'));

test('what most workflows read and write has one', () => {
	const main = ['create', 'get', 'getMany', 'search', 'update'].map((each) => `deal.${each}`);
	expect(operations).toEqual(expect.arrayContaining([...main, 'user.getMany', 'account.check']));
	expect(operations.length).toBeGreaterThan(30);
});

describe('the files are made from what the documents show, nulls included', () => {
	test('each file is the one that `npm run schemas` writes', async () => {
		const isDocumented = askedDialects().length === 0;
		const schemas = schemasOf(isDocumented ? answers : await todaysAnswers(DOCUMENTED));
		const written = operations.map((id) => [id, readFileSync(fileOf(id), 'utf8')]);
		expect(Object.fromEntries(written)).toEqual(
			Object.fromEntries([...schemas].map(([id, schema]) => [id, contentOf(schema)])),
		);
	});
});

const validatorOf = (id: string) => {
	const [resource, operation] = id.split('.');
	const found = loadOutputSchema({ nodeDir: dirname(FOLDER), version: 1, resource, operation });
	const { version: _, ...schema } = found as Record<string, unknown>;
	expect(schema).toMatchObject({ type: 'object' });
	return new Ajv({ allErrors: true }).compile(schema);
};

test.each(operations)(
	'%s: today’s output is valid under the schema that n8n finds',
	(operation) => {
		const validate = validatorOf(operation);
		const records = answers.get(operation) ?? [];
		expect(records.length).toBeGreaterThan(0);
		for (const record of records) {
			validate(record);
			expect(validate.errors ?? []).toEqual([]);
		}
		expect(validatorOf('deal.get')({ id: 'one' })).toBe(false);
	},
);
