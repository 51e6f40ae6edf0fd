/** Fields from the columns of the input: which column fills which field, and what is sent of its value. */
import type { IDataObject } from 'n8n-workflow';
import tables from './columns.json';
import { listOf, runOn, sentOfEach, type Definition, type Sent } from './support/service';

const INPUT = { fieldsFrom: 'input' };
const DEFINITION = { customObjectDefKey: 'ticket' };

const id = { id: 7 };
const NONE = expect.stringContaining('No column of this item gives') as unknown;
/** Other names for fields are in test/operations/support/formats.json and fieldNames.test.ts. */
describe.each(
	Object.entries<Record<string, unknown>>({
		'contact.update': {
			...{ 'E-mail': { email: '7' }, '\ufeffphone number': { tel: '7' }, Phone: { tel: '7' } },
			...{ 'cell-phone': { mobileTel: '7' }, customerId: { customer: id } },
			...{ CUSTOMER_ID: NONE, CustomerId: NONE, 'Company ID': NONE, Zip: NONE },
			...{ createdAt: NONE, toString: NONE, '': NONE },
		},
		'customer.update': {
			...{ Company: { name: '7' }, ownerRole: { ownerRoleId: 7 }, 'Owner Role ID': NONE },
			...{ company: NONE, 'Company Number': { companyNum: '7' } },
			...{ industry: { industryId: 7 }, Industry: { industryId: 7 } },
		},
		'deal.update': {
			...{ Owner: { user: id }, 'Lost Reason': NONE, dealType: NONE },
			...{ endPhaseReasons: { endPhaseReasonIds: [7] }, 'End reasons': { endPhaseReasonIds: [7] } },
		},
		'dealAction.update': { inviteeIds: { invitees: [id] }, Invitees: { invitees: [id] } },
	}),
)('%s', (operation, fields) => {
	test.each(Object.entries(fields))('the column %j fills its field, or none', async (...row) => {
		const [column, filled] = row;
		const input = [{ id: 5, [column]: '7' }];
		const [sent] = await sentOfEach(operation, { parameters: INPUT, input });
		expect(sent).toEqual(filled);
	});
});

test('of a version that does not know a field, no column fills it', async () => {
	const input = [{ name: 'A', 'Company Number': '7' }];
	const { hints } = await runOn('customer.create', { parameters: INPUT, version: 'v1', input });
	expect(hints.map(({ message }) => message)).toEqual([
		'These columns of the input fill no field of the customer and are not sent: "Company Number".',
	]);
});

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
	const CUSTOMS: readonly Definition[] = [
		['rank', 'Rank'],
		['level_1', 'Level'],
		['level_2', 'Level'],
		['memo', 'Free Text'],
		['note', 'Memo'],
		['77', 'Visited at'],
		['a', 'Share %'],
		['b', 'Share -'],
		['email_2', 'E-Mail'],
		['__proto__', 'Odd'],
		['dashes', '--'],
	];
	const custom = (key: string) => ({
		// A key of digits is the ID of a field without a key.
		contactCustoms: [
			{ [key === '77' ? 'contactCustomItemId' : 'itemKey']: key === '77' ? 77 : key, value: 'x' },
		],
	});
	const several = (column: string, ...names: string[]) =>
		`The input column "${column}" is the name of ${names.length} fields: use ${names.join(' or ')}.`;
	const LEVELS = ['custom:level_1 (Level)', 'custom:level_2 (Level)'];

	test('go by label or key, and never by what may be another field', async () => {
		const rows: ReadonlyArray<[cells: IDataObject, sent: unknown]> = [
			[{ '--': 'x' }, custom('dashes')],
			[{ '-': 'x' }, {}],
			[{ rank: 'x' }, custom('rank')],
			[{ RANK: 'x' }, custom('rank')],
			[{ 'custom:rank': 'x' }, custom('rank')],
			[{ 77: 'x' }, custom('77')],
			[{ visited_at: 'x' }, custom('77')],
			[{ level_2: 'x' }, custom('level_2')],
			[{ 'Share %': 'x' }, custom('a')],
			[{ 'Share -': 'x' }, custom('b')],
			[{ share: 'x' }, custom('b')],
			[{ ['__proto__']: 'x' }, custom('__proto__')],
			[{ 'custom:memo': 'x' }, custom('memo')],
			[{ 'contactCustoms.memo': 'x' }, custom('memo')],
			[{ 'custom:none': 'x' }, {}],
			// The name that a field has in requests is always that field.
			[{ memo: 'x' }, { memo: 'x' }],
			[{ email: 'x' }, { email: 'x' }],
			[{ Level: 'x' }, several('Level', ...LEVELS)],
			[{ Memo: 'x' }, several('Memo', 'memo (Memo)', 'custom:note (Memo)')],
			[{ 'E-Mail': 'x' }, several('E-Mail', 'email (Email)', 'custom:email_2 (E-Mail)')],
			[
				{ MEMO: 'x' },
				several('MEMO', 'memo (Memo)', 'custom:memo (Free Text)', 'custom:note (Memo)'),
			],
		];
		const sent = await contacts(
			rows.map(([cells]) => ({ dept: 'D', ...cells })),
			CUSTOMS,
		);
		expect(sent).toEqual(
			rows.map(([, wanted]) =>
				typeof wanted === 'string' ? wanted : { dept: 'D', ...(wanted as object) },
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

	test('zero and false are given, rows are JSON, lists are separated by commas', async () => {
		const sent = await sentOfEach('deal.update', {
			parameters: INPUT,
			input: [
				{ id: 5, Amount: 0, 'From Email': false },
				{ id: '5', 'Product Details': '[{"quantity": 2, "memo": "x"}]', 'End reasons': '3, 4' },
			],
		});
		expect(sent).toEqual([
			{ amount: 0, fromEmail: false },
			{ dealProductDetails: [{ quantity: '2', memo: 'x' }], endPhaseReasonIds: [3, 4] },
		]);
	});
});

test('of two columns for one field IDs go first, then what is filled; what differs is an error', async () => {
	const customer = (id: number) => ({ customer: { id } });
	const differ = (one: string, other: string, label: string) =>
		`The input columns "${one}" and "${other}" are both for ${label}, and differ: remove one of them.`;
	const rows: ReadonlyArray<[cells: IDataObject, sent: unknown]> = [
		[{ customer: 8, 'Customer ID': '' }, customer(8)],
		[{ Customer: '', customer: 8 }, customer(8)],
		[{ customer: 8, Customer: '8' }, customer(8)],
		[{ Name: 'B', dept: 'D' }, differ('name', 'Name', 'Name')],
		[{ rank: 1, Rank: 2 }, differ('rank', 'Rank', 'Rank')],
		[{ rank: '', Rank: 2 }, { contactCustoms: [{ itemKey: 'rank', value: '2' }] }],
	];
	expect(
		await contacts(
			rows.map(([cells]) => cells),
			[['rank', 'Rank']],
		),
	).toEqual(rows.map(([, sent]) => sent));
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

	test('a change without anything to change is an error, unless something is cleared', async () => {
		const input = [{ id: 5, email: '' }];
		expect(await sentOfEach('contact.update', { parameters: INPUT, input })).toEqual([
			expect.stringContaining(
				'No column of this item gives at least one field, which each change of a contact needs.',
			),
		]);
		const parameters = { ...INPUT, fieldsToClear: ['email'] };
		expect(await sentOfEach('contact.update', { parameters, input })).toEqual([{ email: null }]);
	});

	test('the sentence on unused columns names 20 of them', async () => {
		const many = Object.fromEntries(Array.from({ length: 25 }, (_, at) => [`c${at}`, 1]));
		const input = [{ name: 'A', ...many }];
		const { hints } = await runOn('contact.create', { parameters: INPUT, input });
		expect(hints[0]?.message).toMatch(/"c19" and 5 more\.$/);
	});
});

describe('mapped one by one', () => {
	const sent = async (columns: unknown, input: IDataObject = {}) =>
		(
			await sentOfEach('contact.create', {
				parameters: { ...INPUT, columns: columns as IDataObject },
				input: [input],
			})
		)[0];

	test('the mapper’s values are taken, and not the input', async () => {
		const column = { type: 'string', required: false, defaultMatch: false, display: true };
		const schema = [{ ...column, id: 'name', displayName: 'Name' }];
		const value = { name: 'A', email: null };
		expect(await sent({ mappingMode: 'defineBelow', value, schema }, { dept: 'D' })).toEqual({
			name: 'A',
		});
		expect(await sent({ name: 'A', dept: 'Sales' })).toEqual({ name: 'A', dept: 'Sales' });
	});

	test.each([
		['defineBelow', {}],
		['autoMapInputData', { name: 'A', Score: '5' }],
	])(
		'a custom field that the editor saved is written, shown by a new record or not: %s',
		async (mappingMode, row) => {
			const column = { type: 'number', itemType: 'number', required: false, display: true };
			const schema = [{ ...column, id: 'custom:score', displayName: 'Score' }];
			const value = mappingMode === 'defineBelow' ? { name: 'A', 'custom:score': '5' } : null;
			const columns = { mappingMode, value, schema };
			expect(await sent(columns, row)).toEqual({
				name: 'A',
				contactCustoms: [{ itemKey: 'score', value: 5 }],
			});
		},
	);

	test('nothing saved is the default: automatically', async () => {
		expect(await sent(null, { name: 'A' })).toEqual({ name: 'A' });
	});

	test.each(['={{ "abc" }}', '={{ ["a"] }}', { mappingMode: 'defineBelow', value: 7 }])(
		'%j is an error that says what it must be',
		async (columns) => {
			expect(await sent(columns, { name: 'A' })).toBe(
				'Columns must be an object of values by column.',
			);
		},
	);
});

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
