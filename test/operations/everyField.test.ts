/** Custom fields of every type, wherever a field can be named; by what names, fieldNames.test.ts tells. */
import type { IDataObject } from 'n8n-workflow';
import { SalesManagement } from '../../nodes/SalesManagement/SalesManagement.node.ts';
import { RECORDS } from '../../nodes/SalesManagement/records';
import { startCustomsFixture, type CustomsFixture } from '../support/customsFixture';
import { entriesOf } from './support/editorOpening';
import { FROM_INPUT } from './support/names';
import { searchById } from './support/records';

let fixture: CustomsFixture;
beforeAll(async () => {
	fixture = await startCustomsFixture();
});
afterAll(async () => await fixture.close());

const KINDS = ['deal', 'customer', 'contact'] as const;

/** Custom fields of every type (S3) by their labels, with what a record shows, and what a search compares. */
const CUSTOMS: ReadonlyArray<[type: string, label: string, shown: unknown, searched: unknown]> = [
	['text', 'Remark', 'First words', 'First words'],
	['date', 'Key date', /^2026-02-28/, '2026-02-28'],
	['number', 'Score', 0, 0],
	['decimal_number', 'Rate', '0.5', '0.5'],
	['single_select', 'Level', 'Bronze', 'Bronze'],
	['multi_select', 'Topics', ['Price', 'Service'], 'Service'],
	['user', 'Team', [expect.any(String), expect.any(String)], undefined],
];

const CASES = KINDS.flatMap((kind) => CUSTOMS.map((each) => [kind, ...each] as const));

describe.each(CASES)('%s: a custom field of type %s', (kind, type, label, value, searched) => {
	const shown = value instanceof RegExp ? expect.stringMatching(value) : value;
	const key = `${kind}_${type}`;
	let id: number;
	let record: IDataObject;
	beforeAll(async () => {
		id = await fixture.make(kind);
		const found = { parameters: { ...searchById(id), output: undefined } };
		[record = {}] = await fixture.records(`${kind}.search`, found);
	});

	test('is shown by its label, as raw and selected records show it', async () => {
		expect(record[label]).toEqual(shown);
		const output = { output: 'selectedFields', outputFields: label };
		const parameters = { ...searchById(id), ...output };
		const [selected] = await fixture.records(`${kind}.search`, { parameters });
		expect(selected).toEqual({ [label]: record[label] });
	});

	test.each([label, `custom:${key}`])('is compared by a search as %s', async (field) => {
		const [, user] = (record.Team ?? []) as string[];
		const conditions = [
			{ field: 'id', operator: 'equals', value: id },
			{ field, operator: 'equals', value: searched ?? user },
		];
		const parameters = { conditions: { values: conditions } };
		expect(await fixture.records(`${kind}.search`, { parameters })).toHaveLength(1);
	});

	test('is grouped by, with each interface', async () => {
		for (const authentication of ['personalToken', 'v1ApiKey'] as const) {
			const parameters = {
				output: 'summary',
				groupBy: { values: [{ field: label, unit: 'day' }] },
			};
			const groups = await fixture.records(`${kind}.getMany`, { authentication, parameters });
			const held = groups.map((each) => Object.values(each).find((one) => one !== each.count));
			expect(held.filter((each) => each !== null && each !== undefined)).not.toEqual([]);
		}
	});

	test('is filled by a column, and emptied', async () => {
		const write = async (cell: unknown) => {
			const call = {
				parameters: { ...FROM_INPUT, output: undefined },
				input: [{ id, [label]: cell }],
			};
			return (await fixture.records(`${kind}.update`, call as never))[0]?.[label];
		};
		expect(await write(null)).toBeNull();
		expect(await write(record[label])).toEqual(record[label]);
	});
});

describe.each(RECORDS.filter(({ operations }) => operations.some(({ id }) => id === 'update')))(
	'$one',
	({ id, fields }) => {
		const node = new SalesManagement();

		test.each(['v1ApiKey', 'personalToken'])(
			'%s: Fields to Clear offers what it takes',
			(authentication) => {
				const version = authentication === 'v1ApiKey' ? 'v1' : 'v2';
				const form = { resource: id, operation: 'update', authentication };
				const offered = entriesOf(node, 'fieldsToClear', form);
				const taken = fields
					.filter(({ is, on = ['update'] }) => is.includes('clearable') && on.includes('update'))
					.filter(({ only = version }) => only === version);
				expect(offered.sort()).toEqual(taken.map(({ key }) => key).sort());
			},
		);
	},
);
