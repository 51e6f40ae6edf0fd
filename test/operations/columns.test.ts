/** Fields from the columns of the input: which column fills which field, and what is sent of its value. */
import { holdRunsOn } from './support/runs';
import type { IDataObject } from 'n8n-workflow';
import tables from './columns.json';
import { table } from '../support/table';
import { filled } from '../support/written';
import { listOf, runOn, sentOfEach, type Definition, type Sent } from './support/service';

const INPUT = { fieldsFrom: 'input' };
const DEFINITION = { customObjectDefKey: 'ticket' };

/** Other names for fields are in test/operations/support/formats.json and fieldNames.test.ts. */
describe.each(Object.entries(filled(tables.fields, {}) as Record<string, Record<string, unknown>>))(
	'%s',
	(operation, fields) => {
		test.each(Object.entries(fields))('the column %j fills its field, or none', async (...row) => {
			const [column, body] = row;
			const input = [{ id: 5, [column]: '7' }];
			const [sent] = await sentOfEach(operation, { parameters: INPUT, input });
			expect(sent).toEqual(body);
		});
	},
);

holdRunsOn(tables.runs);

/** The cells of an item, and what is sent of them: a body, or an error. */
interface Cells {
	readonly cells: IDataObject;
	readonly sent: IDataObject | string;
}

/** One item a case, each a contact; of what is sent its name aside. */
async function contacts(
	cells: readonly IDataObject[],
	customs: readonly Definition[] = [],
	operation = 'contact.create',
) {
	const input = cells.map((each) => ({ name: 'A', id: 5, ...each }));
	const sent = await sentOfEach(operation, { parameters: INPUT, customs, input });
	return sent.map((each) => {
		if (typeof each === 'string') return each;
		const { name: _, ...rest } = each as IDataObject;
		return rest;
	});
}

describe('custom fields', () => {
	test('go by label or key, and never by what may be another field', async () => {
		const rows = table<Cells>(tables.customs);
		const sent = await contacts(
			rows.map(({ cells }) => ({ dept: 'D', ...cells })),
			tables.definitions as unknown as Definition[],
		);
		expect(sent).toEqual(
			rows.map(({ sent: wanted }) =>
				typeof wanted === 'string' ? wanted : { dept: 'D', ...wanted },
			),
		);
	});

	test('what the service calculates is not entered', async () => {
		const customs: Definition[] = [
			['sum', 'Commission', 'calculation'],
			['own', 'commission'],
		];
		const columns = ['Commission', 'custom:sum', 'sum', 'commission'];
		const cells = columns.map((column) => ({ dept: 'D', [column]: 'x' }));
		const own = { dept: 'D', contactCustoms: [{ itemKey: 'own', value: 'x' }] };
		const none = { dept: 'D' };
		expect(await contacts(cells, customs)).toEqual([none, none, none, own]);
	});
});

describe('what a cell may be', () => {
	test('an empty one gives nothing, but clears a custom field', async () => {
		const cells = ['', null, []].map((empty) => ({ dept: empty, rank: empty, memo: 'M' }));
		const cleared = (value: unknown) => ({
			...{ memo: 'M', contactCustoms: [{ itemKey: 'rank', value }] },
		});
		expect(await contacts(cells, [['rank', 'Rank', 'multi_select', ['High']]])).toEqual(
			['', null, null].map(cleared),
		);
	});
});

test('of two columns for one field IDs go first, then what is filled; what differs is an error', async () => {
	const rows = table<Cells>(tables.twoColumns);
	const cells = rows.map((row) => row.cells);
	expect(await contacts(cells, [['rank', 'Rank']])).toEqual(rows.map(({ sent }) => sent));
});

describe('what is missing', () => {
	test.each(tables.required)(
		'$operation: each required field is named at once, and nothing is sent',
		async ({ operation, labels }) => {
			const { error, requests } = await runOn(operation, {
				parameters: INPUT,
				input: [{ Odd: 1 }],
			});
			for (const label of labels) expect(error?.message).toContain(`${label} (`);
			expect(error?.message).toContain('fill no field');
			expect(requests.filter(({ method }) => method !== 'GET')).toEqual([]);
		},
	);

	test('the sentence on unused columns names 20 of them', async () => {
		const many = Object.fromEntries(Array.from({ length: 25 }, (_, at) => [`c${at}`, 1]));
		const input = [{ name: 'A', ...many }];
		const { hints } = await runOn('contact.create', { parameters: INPUT, input });
		expect(hints[0]?.message).toMatch(/"c19" and 5 more\.$/);
	});
});

describe('mapped one by one', () => holdRunsOn(tables.mapped));

test('fields of a custom object are given back beside what the node adds', async () => {
	const customs: readonly Definition[] = [
		['created_at', 'created_at'],
		['action', 'action'],
	];
	const record = { createdAt: 'then', updatedAt: 'now', created_at: 'mine', action: 'call' };
	const respond = ({ method, path }: Sent) =>
		path.endsWith('/1') && method === 'GET'
			? { body: { id: 1, ...record } }
			: listOf([{ id: 1, ...record }]);
	const parameters = { ...DEFINITION, customObjectId: 1, output: 'simplified' };
	const { items } = await runOn('customObject.get', { parameters, customs, respond });
	const shown = items[0]!.json;
	expect(shown).toEqual({
		...{ id: 1, createdAt: 'then', updatedAt: 'now', created_at: 'mine', 'field.action': 'call' },
	});
	const input = [{ ...shown, action: 'updated', _event: { type: 'updated' } }];
	const update = { parameters: { ...INPUT, ...DEFINITION }, customs, input };
	const { requests } = await runOn('customObject.update', {
		...update,
		respond: ({ method }) => (method === 'GET' ? listOf([{ id: 1, ...record }]) : undefined),
	});
	const [write] = requests.filter(({ method }) => method === 'PATCH');
	expect(write?.body).toEqual({ created_at: 'mine', action: 'call' });
});
