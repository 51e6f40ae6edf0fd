/** The output schemas that the editor shows before a node has run match its output of today. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import Ajv from 'ajv';
import type { IDataObject } from 'n8n-workflow';
import { loadOutputSchema } from 'n8n-core/dist/nodes-loader/output-schema-resolver';
import { recordOf } from '../../nodes/SalesManagement/records';
import { contentOf, fileOf, FOLDER, schemas } from '../../scripts/output-schemas';
import { byId, useNodeFixture } from '../support/nodeFixture';
import { askedDialects, usual } from '../support/testSandbox';
import { WIRE } from '../support/wire';
import { freshRecords } from '../support/wire/records';

const operations = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
	.filter((name) => name.endsWith('.json'))
	.map((name) => join(FOLDER, name))
	.map((file) => relative(dirname(dirname(file)), file).replace(/\.json$/, ''))
	.map((name) => name.replace(/[\\/]/, '.'));
/** Written by hand: what it puts out is no record. */
const CHECK = 'account.check';

test('what most workflows read and write has one', () => {
	const main = ['create', 'get', 'getMany', 'search', 'update'].map((each) => `deal.${each}`);
	expect(operations).toEqual(expect.arrayContaining([...main, 'user.getMany', CHECK]));
	expect(operations.length).toBeGreaterThan(30);
});

test('each file is the one that `npm run schemas` writes', () => {
	const written = operations.map((id) => [id, readFileSync(fileOf(id), 'utf8')]);
	expect(Object.fromEntries(written.filter(([id]) => id !== CHECK))).toEqual(
		Object.fromEntries([...schemas()].map(([id, schema]) => [id, contentOf(schema)])),
	);
});

describe('the output of operations', () => {
	const fixture = useNodeFixture({ seed: 'small', set: usual });
	/** The parameters of a list that make it show all records, whatever the table asks for. */
	const ALL = { returnAll: true, filters: {}, sort: {} };
	const EVERY = { values: [{ field: 'id', operator: 'greaterThan', value: 0 }] };
	const lists: Readonly<Record<string, IDataObject>> = {
		'customerAction.getMany': { ...ALL, customerId: byId('all') },
		'contactAction.getMany': { ...ALL, contactId: byId('all') },
	};
	const output = new Map<string, IDataObject[]>();

	beforeAll(async () => {
		const rows = WIRE.v2(await freshRecords(fixture.sandbox));
		for (const { operation, parameters, input } of rows) {
			if (!operations.includes(operation)) continue;
			const more = /\.(?:getMany|search)$/.test(operation) ? { ...ALL, conditions: EVERY } : {};
			const asked = { ...parameters, ...more, ...lists[operation], output: undefined };
			output.set(operation, await fixture.records(operation, { parameters: asked, input }));
		}
		output.set(CHECK, await fixture.records(CHECK, { parameters: { output: undefined } }));
	});

	const validatorOf = (id: string) => {
		const [resource, operation] = id.split('.');
		const found = loadOutputSchema({ nodeDir: dirname(FOLDER), version: 1, resource, operation });
		const { version: _, ...schema } = found as { version: number; properties: object };
		expect(schema).toMatchObject({ type: 'object' });
		return { schema, validate: new Ajv({ allErrors: true }).compile(schema) };
	};

	test.each(operations)(
		'%s is valid under the schema that n8n finds, which names all of it',
		(id) => {
			const { schema, validate } = validatorOf(id);
			const records = output.get(id) ?? [];
			expect(records.length).toBeGreaterThan(0);
			for (const record of records) {
				validate(record);
				expect(validate.errors ?? []).toEqual([]);
			}
			const [resource = ''] = id.split('.');
			const shown = [...new Set(records.flatMap((record) => Object.keys(record)))];
			const told = Object.keys(schema.properties);
			// Custom fields are each account's own; the check proposes addresses only where some differ.
			if (recordOf(resource)?.customs) expect(shown).toEqual(expect.arrayContaining(told));
			else if (askedDialects().length === 0)
				expect(told.filter((name) => name !== 'endpointOverrides')).toEqual(shown);
			expect(validatorOf('deal.get').validate({ id: 'one' })).toBe(false);
		},
	);
});
