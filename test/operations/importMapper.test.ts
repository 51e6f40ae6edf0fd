/** The mapper of all columns: what the editor offers, what it costs, and that it takes what the form takes. */
import fc from 'fast-check';
import type { IDataObject, INodeParameters, INodeProperties } from 'n8n-workflow';
import tables from './importMapper.json';
import { SalesManagement } from '../../nodes/SalesManagement/SalesManagement.node';
import { trimmed } from '../../nodes/SalesManagement/shared';
import { CELLS } from '../property/support/given';
import { FormView } from '../support/formView';
import { requestsByPath } from './support/importing';
import { holdRuns } from './support/runs';
import { mapped, useLookupFixture } from './support/lookupFixture';
import { runOn } from './support/service';
import { runs } from '../support/random';

const fixture = useLookupFixture();

const INPUT = { fieldsFrom: 'input' };

describe('the mapper that lists all columns', () => {
	const { description } = new SalesManagement();
	const view = new FormView(description);
	const chosen = (operation: string, more: IDataObject = {}) => {
		const [resource, name] = operation.split('.');
		const definition = resource === 'customObject' && { customObjectDefKey: 'ticket' };
		return {
			...{ authentication: 'personalToken', resource, operation: name, fieldsFrom: 'input' },
			...{ ...definition, ...more },
		} as INodeParameters;
	};
	const OPERATIONS = view
		.entries('resource', { authentication: 'personalToken' })
		.flatMap(({ value }) => {
			const resource = String(value);
			return view
				.entries('operation', { authentication: 'personalToken', resource })
				.map((each) => `${resource}.${String(each.value)}`);
		})
		.filter((operation) => view.entries('fieldsFrom', chosen(operation)).length > 0);
	const shown = (operation: string, fieldsFrom: string) =>
		description.properties
			.filter((each) => view.isShown(each, chosen(operation, { fieldsFrom })))
			.filter(({ type }) => type !== 'notice');

	test('is in the place of the fields of the form, behind the choice', () => {
		expect(OPERATIONS).toHaveLength(29);
		for (const operation of OPERATIONS) {
			const [form, input] = ['form', 'input'].map((from) => shown(operation, from));
			const names = (input ?? []).map(({ name }) => name);
			expect([operation, names]).toEqual([operation, expect.arrayContaining(['columns'])]);
			expect(form!.map(({ name }) => name)).not.toContain('columns');
			for (const name of ['additionalFields', 'updateFields', 'customFields', 'name', 'dealId'])
				expect([operation, names]).not.toEqual([operation, expect.arrayContaining([name])]);
		}
	});

	test.each([false, true])(
		'has all fields, with a v1 key: %s, for two requests at most',
		async (v1) => {
			const CUSTOMS = /^(customer|contact|deal|customObject|\w+Action)\./;
			for (const operation of OPERATIONS) {
				const credentials = await fixture.fresh({ v1 });
				await fixture.requests();
				const { fields } = await mapped(
					{ parameters: chosen(operation), credentials },
					'getInputColumns',
				);
				expect((await fixture.requests()).length).toBeLessThanOrEqual(2);
				const ids = fields.map(({ id }) => id);
				expect(new Set(ids).size).toBe(ids.length);
				const customs = fields.filter(({ id }) => id.startsWith('custom:'));
				expect([operation, customs.length > 0]).toEqual([operation, CUSTOMS.test(operation)]);
				// References and rows are text: names, IDs, JSON.
				for (const each of fields)
					if (!customs.includes(each)) expect(each.options).toBeUndefined();
				const always = new Set(shown(operation, 'input').map(({ name }) => name));
				for (const { name, required } of shown(operation, 'form')) {
					if (!required || always.has(name)) continue;
					expect([operation, fields]).toEqual([
						...[
							operation,
							expect.arrayContaining([expect.objectContaining({ id: name, required })]),
						],
					]);
				}
			}
		},
	);

	test.each(['deal.get', 'nothing.create'])(
		'has none where there is no such form: %s',
		async (operation) => {
			const form = { parameters: chosen(operation), credentials: await fixture.fresh() };
			expect((await mapped(form, 'getInputColumns')).fields).toEqual([]);
		},
	);

	test('as it was saved costs a request where the fields of today matter, and else none', async () => {
		const parameters = chosen('contact.create');
		const form = { parameters, credentials: await fixture.fresh({ v1: true }) };
		const { fields } = await mapped(form, 'getInputColumns');
		const auto = { mappingMode: 'autoMapInputData', value: null };
		const row = { Name: 'From a list', level: 'Gold', 'Key Date': '2026-11-30', Score: '1.000' };
		const value = {
			name: '={{ $json.Name }}',
			'custom:contact_single_select': '={{ $json.level }}',
		};
		const list = '/v1/contact_custom_items';
		const cases: ReadonlyArray<[columns: object, row: IDataObject, reads: object]> = [
			[{ ...auto, schema: fields }, row, { [list]: 1 }],
			[{ mappingMode: 'defineBelow', value, schema: fields }, row, { [list]: 1 }],
			[auto, { name: 'A', dept: 'B' }, {}],
		];
		for (const [columns, input, reads] of cases) {
			const credentials = await fixture.fresh({ v1: true });
			await fixture.requests();
			const call = { parameters: { ...INPUT, columns: columns as IDataObject }, credentials };
			await fixture.records('contact.create', { ...call, input: [input] });
			expect(await requestsByPath(fixture)).toEqual({ reads, written: { '/v2/contacts': 1 } });
		}
	});

	/** Text, numbers and the like that people type and spreadsheets hold; what is empty has its own tests. */
	const odd = fc.constantFrom(
		...CELLS.filter(
			(each) =>
				trimmed(each) !== '' && (/string|boolean/.test(typeof each) || Number.isFinite(each)),
		),
	);
	/** A cell that the field can read, so that requests come about; and one that it may not. */
	const cellOf = ({ type }: INodeProperties) => {
		const number = fc.integer({ min: 1, max: 1000 });
		const day = fc.integer({ min: 10, max: 29 }).map((each) => `2026-11-${each}`);
		const good: fc.Arbitrary<unknown> =
			type === 'dateTime' ? day : type === 'boolean' ? fc.constantFrom('TRUE', 0) : number;
		return fc.oneof({ weight: 5, arbitrary: good }, { weight: 1, arbitrary: odd });
	};
	test.each(OPERATIONS.filter((each) => !each.endsWith('.createOrUpdate')))(
		'takes what the form takes, and refuses what it refuses: %s',
		async (operation) => {
			const always = new Set(shown(operation, 'input').map(({ name }) => name));
			const form = shown(operation, 'form').filter(({ name }) => !always.has(name));
			const more = form.find(({ name }) => /^(additional|update)Fields$/.test(name))?.name ?? '';
			const inside = view.entries(more, chosen(operation, { fieldsFrom: 'form' }));
			// Of rows n8n drops what one expression gives.
			// A column may name an industry that nobody knows; a form may not.
			const isOne = ({ type, name }: INodeProperties) =>
				!/ollection|Mapper/.test(type) && name !== 'industryId';
			const top = form.filter(isOne);
			const rest = (inside as unknown as INodeProperties[]).filter(isOne);
			const outcome = async (parameters: IDataObject, input: IDataObject[]) => {
				const given = { parameters: { customObjectDefKey: 'ticket', ...parameters }, input };
				const { items, requests } = await runOn(operation, { ...given, continueOnFail: true });
				const sent = requests.filter(
					({ method, path }) => method !== 'GET' && !path.endsWith('/search'),
				);
				// Only an error of a column can name it in the expression that it shows.
				const told = items.map(({ json }) =>
					JSON.stringify(json).replace(/\$json(?:\.column|\[\\"\w+\\"\])/g, '$json'),
				);
				return [told, sent.map((each) => JSON.stringify(each)).sort()];
			};
			// A column that says ID takes no name such as 24/7, as an expression without a mode does.
			const columnOf = ({ name, type }: INodeProperties) =>
				/Locator|multi/.test(type) ? name.replace(/Ids?$/, '') : name;
			const expressions = (fields: readonly INodeProperties[]) =>
				Object.fromEntries(
					fields.map((each) => [each.name, `={{ $json[${JSON.stringify(columnOf(each))}] }}`]),
				);
			await fc.assert(
				fc.asyncProperty(
					fc.subarray(rest, { minLength: Math.min(1, rest.length) }),
					fc.gen(),
					async (some, draw) => {
						const rows = Array.from({ length: 10 }, () =>
							Object.fromEntries(
								[...top, ...some].map((each) => [columnOf(each), draw(cellOf, each)]),
							),
						) as IDataObject[];
						const byForm = { ...expressions(top), ...(more && { [more]: expressions(some) }) };
						expect(await outcome(INPUT, rows)).toEqual(await outcome(byForm, rows));
					},
				),
				{ numRuns: runs(1) },
			);
		},
	);
});

holdRuns(fixture, tables.runs);
