/** Fields from the columns of the input: which column fills which field, and what is sent of its value. */
import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { SalesManagement } from '../../nodes/SalesManagement/SalesManagement.node';
import { ROUTES } from '../../nodes/SalesManagement/api';
import { FormView } from '../support/formView';
import {
	listOf,
	rowsIn,
	runOn,
	sentOfEach,
	type Definition,
	type Given,
	type Sent,
} from './support/service';

const { description } = new SalesManagement();
const view = new FormView(description);
const INPUT = { fieldsFrom: 'input' };
const DEFINITION = { customObjectDefKey: 'ticket' };

/** The operations of a resource that columns can fill. */
const filled = (resource: string): string[] =>
	view
		.entries('operation', { authentication: 'personalToken', resource })
		.map(({ value }) => String(value))
		.filter((operation) => view.entries('fieldsFrom', { resource, operation }).length > 0);

const OPERATIONS = view
	.entries('resource', { authentication: 'personalToken' })
	.flatMap(({ value }) => filled(String(value)).map((each) => `${String(value)}.${each}`));

/** The fields of an operation that the form shows where they don't come from columns. */
function fieldsOf(operation: string, authentication: string): INodeProperties[] {
	const [resource = '', name = ''] = operation.split('.');
	const shown = (fieldsFrom: string) => {
		const chosen = { authentication, resource, operation: name, fieldsFrom, ...DEFINITION };
		const isShown = (each: INodeProperties) => view.isShown(each, chosen);
		return description.properties
			.filter((each) => each.type !== 'notice' && isShown(each))
			.map((each) => ({
				...each,
				inner: ((each.options ?? []) as INodeProperties[]).filter(isShown),
			}));
	};
	const always = new Set(shown('input').map((each) => each.name));
	return shown('form')
		.filter((each) => !always.has(each.name) && each.type !== 'resourceMapper')
		.flatMap(({ inner, ...each }) =>
			each.type === 'collection' && !each.typeOptions?.multipleValues ? inner : [each],
		);
}

/** A cell that the field can read. */
function cellFor({ type, options = [] }: INodeProperties): string {
	if (type === 'dateTime') return '2026-11-10';
	if (type === 'boolean') return 'TRUE';
	if (type === 'multiOptions') return '3, 4';
	if (type === 'json') return '[{"id": 1}]';
	if (type !== 'collection') return '7';
	// Of a custom value one of its identifiers is given.
	const columns = (options as INodeProperties[]).filter(
		({ name, type: kind }) => /string|number|Locator/.test(kind) && !/^id$|ItemId$/.test(name),
	);
	return JSON.stringify([Object.fromEntries(columns.map(({ name }) => [name, '7']))]);
}

const rowOf = (fields: readonly INodeProperties[], nameOf = (each: INodeProperties) => each.name) =>
	Object.fromEntries(fields.map((each) => [nameOf(each), cellFor(each)]));

/** What is sent of each row, the ID of the record aside; of one that can't be sent its error. */
async function sentRows(operation: string, given: Given): Promise<unknown[]> {
	if (!operation.endsWith('Many')) return await sentOfEach(operation, given);
	const { requests } = await runOn(operation, { continueOnFail: true, ...given });
	const rows = requests.flatMap(({ path, body }) => (path.endsWith('/bulk') ? rowsIn(body)! : []));
	return rows.map(({ id: _, ...row }) => row);
}

const withId =
	(suffix: string) =>
	(label: string, { type }: INodeProperties) =>
		type === 'resourceLocator' ? `${label.replace(/ ID$/, '')}${suffix}` : label;
const SPELLINGS: ReadonlyArray<(label: string, field: INodeProperties) => string> = [
	(label) => label,
	(label) => label.toUpperCase(),
	(label) => ` ${label.toLowerCase()} `,
	(label) => label.replace(/ /g, '_'),
	(label) => label.replace(/ /g, '-'),
	withId(' ID'),
	withId('_id'),
];

/** What says which record is changed. */
const identityOf = (operation: string): string | undefined => {
	const [resource = '', name = ''] = operation.split('.');
	if (!name.startsWith('update')) return undefined;
	return resource.endsWith('Action') ? 'actionId' : `${resource}Id`;
};

describe.each(['v1', 'v2'] as const)('in %s', (version) => {
	const known = OPERATIONS.filter(
		(each) => each in ROUTES[version] && !each.endsWith('.createOrUpdate'),
	);
	test.each(known)(
		'%s: each field is found by its name and its label, however they are written',
		async (operation) => {
			const all = fieldsOf(operation, version === 'v1' ? 'v1ApiKey' : 'personalToken');
			const identity = all.find(({ name }) => name === identityOf(operation));
			const fields = all.filter((each) => each !== identity);
			expect(fields.length).toBeGreaterThan(0);
			const names = [(_label: string, { name }: INodeProperties) => name, ...SPELLINGS];
			const input = names.map((spell, at) => ({
				...rowOf(fields, (each) => {
					const { name, displayName, type } = each;
					// Customers have one industry that overrides the other: what shows it is its whole label.
					if (name === 'industry') return displayName;
					// The form calls a list “Names or IDs”, as n8n wants it; no column is called so.
					return spell(type === 'multiOptions' ? name : displayName, each);
				}),
				...(identity && { [['id', 'ID', identity.name, identity.displayName][at % 4]!]: 1 + at }),
			}));
			const given = { parameters: { ...INPUT, ...DEFINITION }, version, input };
			const sent = await sentRows(operation, given);
			expect(sent).toEqual(names.map((): unknown => expect.any(Object)));
			expect(new Set(sent.map((each) => JSON.stringify(each))).size).toBe(1);
		},
	);
});

/** What an item of the operation needs at least, and something to change. */
function needed(operation: string): IDataObject {
	const fields = fieldsOf(operation, 'personalToken');
	const identity = identityOf(operation);
	const isNeeded = ({ name, required }: INodeProperties) => required === true || name === identity;
	const all = fields.filter(isNeeded);
	const more = fields.filter((each) => !isNeeded(each)).slice(0, identity === undefined ? 0 : 1);
	return rowOf([...all, ...more]);
}

describe.each(
	Object.entries<ReadonlyArray<[column: string, field: string | undefined]>>({
		'contact.create': [
			['E-mail', 'email'],
			['\ufeffphone number', 'tel'],
			['customerId', 'customer'],
			['CUSTOMER_ID', 'customer'],
			['Phone', 'tel'],
			['cell-phone', 'mobileTel'],
			['Company ID', undefined],
			['Zip', undefined],
			['createdAt', undefined],
			['toString', undefined],
			['', undefined],
		],
		'customer.create': [
			['Company', 'name'],
			['company', undefined],
			['ownerRole', 'ownerRoleId'],
			['Owner Role ID', 'ownerRoleId'],
			['Company Number', 'companyNum'],
		],
		'customer.update': [
			['Customer', 'customerId'],
			['industry', 'industryId'],
			['Industry', 'industryId'],
			['industry (overriding)', 'Industry (Overriding)'],
		],
		'deal.create': [
			['Owner', 'user'],
			['Lost Reason', undefined],
			['expectedContractDate', 'expectedContractDate'],
			['expected contract date', 'expectedContractDate'],
			['endPhaseReasons', 'endPhaseReasonIds'],
			['End reasons', 'endPhaseReasonIds'],
		],
		'deal.update': [['dealType', undefined]],
		'deal.createMany': [['dealTypeId', 'dealType']],
		'dealAction.create': [
			['inviteeIds', 'invitees'],
			['Invitees', 'invitees'],
		],
		'customerAction.createMany': [['Customer', 'customer']],
		'customerAction.create': [['customer', 'customerId']],
	}),
)('%s', (operation, rows) => {
	test('columns by other names fill the same fields, or none', async () => {
		const base = needed(operation);
		const input = rows.flatMap(([column, field]) => {
			const { [field ?? '']: _, ...others } = base;
			const cell = /Date|date/.test(column) ? '2026-11-10' : '7';
			return [
				{ ...base, ...(field !== undefined && { [field]: cell }) },
				{ ...others, [column]: cell },
			];
		});
		const sent = await sentRows(operation, { parameters: INPUT, input });
		expect(sent).toHaveLength(2 * rows.length);
		const pairs = rows.map(([column], at) => [column, sent[2 * at], sent[2 * at + 1]] as const);
		for (const [column, wanted, got] of pairs) {
			expect(wanted).toEqual(expect.any(Object));
			expect([column, got]).toEqual([column, wanted]);
		}
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
	const several = (column: string, all: string) =>
		`The input column "${column}" is the name of several fields, ${all}. Rename the column to what is in brackets after the one that is meant.`;
	const LEVELS = 'Level (custom:level_1) and Level (custom:level_2)';

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
			[{ Level: 'x' }, several('Level', LEVELS)],
			[{ Memo: 'x' }, several('Memo', 'Memo (memo) and Memo (custom:note)')],
			[{ 'E-Mail': 'x' }, several('E-Mail', 'Email (email) and E-Mail (custom:email_2)')],
			[
				{ MEMO: 'x' },
				several('MEMO', 'Memo (memo) and Free Text (custom:memo) and Memo (custom:note)'),
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
		const columns = ['Commission', 'custom:sum', 'sum', 'commission', 'COMMISSION'];
		const cells = columns.map((column) => ({ dept: 'D', [column]: 'x' }));
		const own = { dept: 'D', contactCustoms: [{ itemKey: 'own', value: 'x' }] };
		const none = { dept: 'D' };
		expect(await contacts(cells, customs)).toEqual([none, none, none, own, own]);
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

test('what Simplified returns is given back, its custom fields by label', async () => {
	const { requests, hints } = await runOn('contact.update', {
		parameters: INPUT,
		customs: [
			['rank', 'Rank'],
			['topics', 'Topics', 'multi_select', ['Price']],
			['empty', 'Empty'],
		],
		input: [
			{
				...{ id: 5, email: 'a@host.example', tel: null, memo: '' },
				...{ Rank: 'High', Topics: ['Price'], Empty: null },
				...{ createdAt: '2026-11-01T00:00:00Z', updatedAt: '2026-11-01T00:00:00Z' },
			},
		],
	});
	const [write] = requests.filter(({ method }) => method === 'PATCH');
	expect(write?.body).toEqual({
		email: 'a@host.example',
		contactCustoms: [
			{ itemKey: 'rank', value: 'High' },
			{ itemKey: 'topics', value: [1] },
			{ itemKey: 'empty', value: null },
		],
	});
	expect(hints.map(({ message }) => message)).toEqual([
		'These columns of the input fill no field of the contact and are not sent: "createdAt" and "updatedAt".',
	]);
});

describe('what is missing', () => {
	test.each(OPERATIONS.filter((each) => /\.(create|update)(Many)?$/.test(each)))(
		'%s: each required field is named at once, and nothing is asked for',
		async (operation) => {
			const version = operation in ROUTES.v2 ? 'v2' : 'v1';
			const given = { parameters: { ...INPUT, ...DEFINITION }, version, input: [{ Nonsense: 1 }] };
			const { error, requests } = await runOn(operation, { ...given, version: version as 'v2' });
			const all = fieldsOf(operation, version === 'v2' ? 'personalToken' : 'v1ApiKey');
			for (const { displayName, required } of all) {
				if (required) expect(error?.message).toContain(`${displayName} (`);
			}
			expect(error?.message).toContain('fill no field');
			expect(error?.message).toContain('"Nonsense"');
			expect(requests.filter(({ method }) => method !== 'GET')).toEqual([]);
		},
	);

	test('a change without anything to change is an error, unless something is cleared', async () => {
		const input = [{ id: 5, email: '' }];
		expect(await sentOfEach('contact.update', { parameters: INPUT, input })).toEqual([
			expect.stringContaining(
				'Nothing to change in the contact: no column of this item gives a value for one of its fields.',
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

	test('nothing saved is the default: automatically', async () => {
		for (const none of [null, {}]) expect(await sent(none, { name: 'A' })).toEqual({ name: 'A' });
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

describe('a property that the service or the node adds is no custom field of such a name', () => {
	test.each<[operation: string, property: string, value: unknown, label: string]>([
		['deal.update', 'createdAt', '2026-11-22T22:49:32.011Z', 'Created At'],
		['deal.update', 'dealType', 'New business', 'Deal-Type'],
		['deal.update', 'dealTypeId', 1, 'Deal Type ID'],
		['deal.update', 'dealType', { id: 1, name: 'New business' }, 'DEAL TYPE'],
		['deal.update', 'totalCost', '12.5', 'Total cost'],
		['contact.update', 'updatedAt', '2026-11-22T22:49:32.011Z', 'Updated At'],
		['customer.update', 'memo', 'of the service', 'Memo'],
		['customer.update', 'action', 'updated', 'Action'],
		['customer.update', 'action', 'updated', 'action'],
		['customer.update', 'success', true, 'Success'],
		['deal.update', 'skipped', true, 'Skipped'],
		['deal.update', 'error', 'locked', 'ERROR'],
		['customer.update', 'dryRun', true, 'Dry run'],
		['deal.update', '_event', { type: 'created' }, 'Event'],
		['deal.update', '_next', { startCursor: 'c' }, 'Next'],
		['customerAction.update', 'files', [{ name: 'a' }], 'Files'],
	])('%s: %s', async (operation, property, value, label) => {
		const item = { ...needed(operation), [property]: value } as IDataObject;
		const customs: Definition[] = [['own', label]];
		// Beside it the field keeps its own name, as it is written.
		const input = [item, ...(label === property ? [] : [{ ...item, [label]: 'Mine' }])];
		const [alone, both] = await sentOfEach(operation, { parameters: INPUT, customs, input });
		expect(alone).toEqual(expect.any(Object));
		expect(JSON.stringify(alone)).not.toContain('own');
		if (input.length > 1)
			expect(JSON.stringify(both)).toContain('{"itemKey":"own","value":"Mine"}');
	});
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
