/** The mapper of all fields: what the editor offers, what it costs, and that it can do without it. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { SalesManagement } from '../../nodes/SalesManagement/SalesManagement.node';
import { textOf } from '../../nodes/SalesManagement/values';
import { runNode } from '../support/harness';
import { FormView } from '../unit/support/formView';
import { FILLED } from '../unit/support/filledItems';
import { mapped, startLookupFixture, type LookupFixture } from './support/lookupFixture';

let fixture: LookupFixture;
beforeAll(async () => {
	fixture = await startLookupFixture();
});
afterAll(async () => await fixture.close());

const chosen = (operation: string, more: INodeParameters = {}): INodeParameters => {
	const [resource = '', name = ''] = operation.split('.');
	const definition = resource === 'customObject' ? { customObjectDefKey: 'ticket' } : {};
	return {
		...{ authentication: 'personalToken', resource, operation: name, fieldsFrom: 'input' },
		...definition,
		...more,
	};
};

describe.each([
	['with a token alone', false],
	['with a v1 key beside it', true],
])('%s', (_, v1) => {
	test.each(FILLED.map(([name]) => name))(
		'%s: its fields and the custom ones, for two requests at most',
		async (operation) => {
			const form = { parameters: chosen(operation), credentials: await fixture.fresh({ v1 }) };
			let fields: Awaited<ReturnType<typeof mapped>>['fields'] = [];
			const asked = await fixture.requestsOf(async () => {
				fields = (await mapped(form, 'getInputColumns')).fields;
			});
			expect(asked.length).toBeLessThanOrEqual(2);
			const ids = fields.map(({ id }) => id);
			expect(new Set(ids).size).toBe(ids.length);
			const [, definition] = FILLED.find(([name]) => name === operation)!;
			const { filling } = definition.form;
			const hasCustoms = filling?.record.customs !== undefined;
			expect(ids.some((id) => id.startsWith('custom:'))).toBe(hasCustoms);
			// References and rows are text: names, IDs, JSON.
			for (const { id, options } of fields)
				if (!id.startsWith('custom:')) expect(options).toBeUndefined();
			for (const { name, is, only } of definition.form.fields) {
				if (!is.includes('required') || only === 'v1' || name === 'customObjectDefKey') continue;
				expect(fields.find(({ id }) => id === name)).toMatchObject({ required: true });
			}
		},
	);
});

test('choices are there to choose from, and what takes several values is text', async () => {
	const form = {
		parameters: chosen('contact.create'),
		credentials: await fixture.fresh({ v1: true }),
	};
	const { fields } = await mapped(form, 'getInputColumns');
	const byId = new Map(fields.map((each) => [each.id, each]));
	expect(byId.get('name')).toMatchObject({ displayName: 'Name', type: 'string', required: true });
	expect(byId.get('customer')).toMatchObject({ displayName: 'Customer', type: 'string' });
	expect(byId.get('custom:contact_single_select')).toMatchObject({
		displayName: 'Level',
		type: 'options',
	});
	expect(byId.get('custom:contact_single_select')?.options).toHaveLength(3);
	expect(byId.get('custom:contact_multi_select')).toMatchObject({ type: 'string' });
});

test('without a form that columns fill there are none', async () => {
	const credentials = await fixture.fresh();
	for (const operation of ['deal.get', 'nothing.create']) {
		const { fields } = await mapped(
			{ parameters: chosen(operation), credentials },
			'getInputColumns',
		);
		expect(fields).toEqual([]);
	}
});

test('with the list that the editor saved the fields of today are looked up once, where they matter', async () => {
	const fresh = async () => await fixture.fresh({ v1: true });
	const parameters = chosen('contact.create');
	const { fields } = await mapped({ parameters, credentials: await fresh() }, 'getInputColumns');
	const run = async (columns: IDataObject, input: IDataObject) => {
		let error: unknown;
		// For each run a credential for which nothing is remembered.
		const credentials = await fresh();
		const asked = await fixture.requestsOf(async () => {
			({ error } = await runNode({
				// What comes back raw needs no labels either.
				parameters: { ...parameters, options: { output: 'raw' }, columns } as INodeParameters,
				credentials,
				input: [input],
			}));
		});
		if (error) throw error as Error;
		return asked;
	};
	const schema = fields as unknown as IDataObject[];
	const input = { Name: 'From a list', level: 'Gold', 'Key Date': '2026-11-30', Score: '1.000' };
	expect(await run({ mappingMode: 'autoMapInputData', value: null, schema }, input)).toHaveLength(
		2,
	);
	const value = { name: '={{ $json.Name }}', 'custom:contact_single_select': '={{ $json.level }}' };
	expect(await run({ mappingMode: 'defineBelow', value, schema }, input)).toHaveLength(2);
	const plain = { name: '={{ $json.Name }}', 'custom:contact_text': 'x' };
	// A text of then may be a decimal today.
	expect(await run({ mappingMode: 'defineBelow', value: plain, schema }, input)).toHaveLength(2);
	// Columns with the names of requests need no list at all.
	expect(
		await run({ mappingMode: 'autoMapInputData', value: null }, { name: 'A', dept: 'B' }),
	).toHaveLength(1);
	// A list that was saved for another record is none for this one.
	const other = { ...fields[0], id: 'expectedContractDate' } as unknown as IDataObject;
	const stale = { mappingMode: 'autoMapInputData', value: null, schema: [other, ...schema] };
	const paths = await run(stale, { name: 'A', Level: 'Gold' });
	expect(paths.some((path) => path.includes('contact_custom_items'))).toBe(true);
});

test('custom objects of several definitions, each with its own fields', async () => {
	const credentials = await fixture.fresh();
	const object = (definition: string, input: IDataObject) => ({ definition, ...input });
	const { items, error, hints } = await runNode({
		parameters: chosen('customObject.create', { customObjectDefKey: '={{ $json.definition }}' }),
		credentials,
		input: [
			object('ticket', { Customers: '1' }),
			object('ticket', { customers: '', deals: [], contacts: '1' }),
		],
	});
	expect(error).toBeUndefined();
	expect(items).toHaveLength(2);
	expect(hints.map(({ message }) => textOf(message))).toEqual([
		'These columns of the input fill no field of the custom object and are not sent: "definition".',
	]);
});

describe('the form shows the fields or the mapper', () => {
	const { description } = new SalesManagement();
	const form = new FormView(description);
	const shown = (operation: string, fieldsFrom: string) =>
		description.properties
			.filter((each) => form.isShown(each, chosen(operation, { fieldsFrom })))
			.filter(({ type }) => type !== 'notice')
			.map(({ name }) => name);

	test.each(FILLED.map(([name]) => name))('%s', (operation) => {
		const fromForm = shown(operation, 'form');
		const fromInput = shown(operation, 'input');
		expect(fromForm).toContain('fieldsFrom');
		expect(fromForm).not.toContain('columns');
		expect(fromInput).toEqual(expect.arrayContaining(['fieldsFrom', 'columns']));
		for (const name of ['additionalFields', 'updateFields', 'customFields', 'name', 'dealId']) {
			expect(fromInput).not.toContain(name);
		}
		for (const name of ['customObjectDefKey', 'matchBy', 'fieldsToClear', 'options']) {
			expect([name, fromInput.includes(name)]).toEqual([name, fromForm.includes(name)]);
		}
		// The choice comes first, before what it decides about.
		expect(fromForm.indexOf('fieldsFrom')).toBe(fromForm.indexOf('operation') + 1);
	});
});
