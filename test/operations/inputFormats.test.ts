/** What people, spreadsheets and expressions give: the documented request, or an error that names the field. */
import type { IDataObject } from 'n8n-workflow';
import { byId, useNodeFixture, type Call } from '../support/nodeFixture';
import { mapperOf } from './support/matching';
import { FROM_INPUT } from './support/names';

const fixture = useNodeFixture();

const one = async (operation: string, parameters: IDataObject) =>
	(await fixture.records(operation, { parameters }))[0]!;
async function expectRefused(operation: string, call: Call, message: string | RegExp) {
	// n8n itself refuses a required parameter that is empty, before it runs the node.
	const { error } = await fixture
		.run(operation, call)
		.catch((refusal: unknown) => ({ error: refusal as Error }));
	expect(error?.message).toMatch(message);
	expect(await fixture.requests()).toEqual([]);
}

/** As an expression gives it: a value of any type. */
const given = (value: unknown) => `={{ ${JSON.stringify(value)} }}`;

const TICKET = { customObjectDefKey: 'ticket' };
const updating = (updateFields: IDataObject): IDataObject => ({
	...{ customerId: byId(1), dealId: byId(1), actionId: byId(1), userGroupId: 1, itemKey: 'a' },
	updateFields,
});
const NOTHING_TO_CHANGE =
	/^Nothing to change .*at least one field under Update Fields.* by one expression/s;

const REFUSED: Array<[operation: string, message: string | RegExp, parameters: IDataObject[]]> = [
	// An id is digits.
	[
		'customer.delete',
		/^Customer is /,
		[
			...['2026/11/30', '../5', '1e3', '-3', '007', '9007199254740993', true, 1.5, [12]],
			'https://host.example/v2/customers/12',
		].map((each) => ({ customerId: given(each) })),
	],
	[
		'customObject.getMany',
		/^Definition Key (is required|is empty|can't be|contains half)/,
		[' ', '../deals', 'a\ud800'].map((each) => ({ customObjectDefKey: given(each) })),
	],
	// A field or a list is emptied by choice only.
	[
		'customer.update',
		/^Industry /,
		['', ' ', 0, '0', false].map((each) => updating({ industryId: given(each) })),
	],
	[
		'userGroup.replaceMembers',
		/^Users is (empty|required)|User .*is required/,
		[
			...[[], '', ' , ', null, '[]'].map((each) => ({ userGroupId: 1, userIds: given(each) })),
			{ userGroupId: 1 },
		],
	],
	[
		'dealAction.update',
		/^Invitees is empty/,
		[[], ''].map((each) => updating({ invitees: given(each) })),
	],
	// Days and times that do not exist; all forms of them are in test/values/dates.test.ts.
	[
		'dealAction.update',
		/^Start is /,
		['2026-02-29', '2026-11-30T24:00', 46356].map((each) => updating({ startDatetime: each })),
	],
	[
		'deal.update',
		/^Expected Contract Date is /,
		[updating({ expectedContractDate: '2026-02-30' })],
	],
	// Nothing is found or changed by accident.
	[
		'customer.search',
		/no condition/,
		[
			{ conditions: '={{ { values: [] } }}' },
			{ groups: { values: [{ match: 'any', conditions: {} }] } },
			{ options: { filterJson: '{}' } },
			{ options: { filterJson: '{"compositeFilter":{"subFilters":[]}}' } },
		],
	],
	['customer.search', /no condition.*use Get Many/s, [{}]],
	[
		'customer.update',
		NOTHING_TO_CHANGE,
		[{ ...updating({}), updateFields: '={{ { "name": "x" } }}' }],
	],
	['userGroup.update', NOTHING_TO_CHANGE, [updating({})]],
	['actionField.update', NOTHING_TO_CHANGE, [updating({})]],
	[
		'customer.getMany',
		/^Search Word /,
		['={{ $json.nope }}', '={{ null }}', ''].map((searchWord) => ({ filters: { searchWord } })),
	],
	['dealAction.getMany', /^Users is empty/, [{ filters: { users: [] } }]],
	// Which would notify people.
	[
		'dealAction.delete',
		/^Skip Notifications has no value/,
		[{ actionId: byId(1), options: { skipNotice: '={{ $json.nope }}' } }],
	],
	// The list would not be filtered (v2 §4.11).
	[
		'customObject.getMany',
		/the service reads this word as one of its own/,
		['limit', 'sort', 'cursor'].map((itemKey) => ({
			...{ ...TICKET, filters: { equals: { values: [{ itemKey, value: '5' }] } } },
		})),
	],
	[
		'deal.update',
		/^(Custom Values by ID: |Value ID is )/,
		[{ value: 'x' }, { id: 1, itemKey: 'a', value: 'x' }, { id: 1 }, { id: '1/2', value: 'x' }].map(
			(each) => updating({ dealCustoms: [each] }),
		),
	],
	[
		'deal.update',
		'is given twice',
		[
			{
				...updating({ dealCustoms: [{ id: 1, value: 'x' }] }),
				customFields: mapperOf({ a: 'x' }),
			},
		],
	],
];
const ROWS = REFUSED.flatMap(([operation, message, all]) =>
	all.map((parameters) => [operation, parameters, message] as const),
);

test.each(ROWS)(
	'%s of %j is refused before any request',
	async (operation, parameters, message) => {
		await expectRefused(operation, { parameters }, message);
	},
);

test.each(['id', 'dealCustomItemId', 'itemKey'])(
	'a custom value of a deal by its %s, as rows and as JSON (v2 §4.6)',
	async (identifier) => {
		const [id = 0] = await fixture.write('deal', [{ name: 'Three ways' }]);
		const held = async () => {
			const { dealCustoms } = await one('deal.get', { dealId: byId(id) });
			return (dealCustoms as IDataObject[]).find(({ itemType }) => itemType === 'text')!;
		};
		const { [identifier]: named } = await held();
		for (const form of ['rows', 'json']) {
			const rows = [{ [identifier]: named, value: `in ${form}` }];
			const dealCustoms = form === 'json' ? JSON.stringify(rows) : rows;
			await one('deal.update', { dealId: byId(id), updateFields: { dealCustoms } });
			expect((await held()).text).toBe(`in ${form}`);
		}
	},
);

/** The website of a registered company sets the industry whenever it is sent (v2 §2.4). */
describe('a customer of a registered company whose industry was overridden', () => {
	const webUrl = 'https://registered-works.example';
	let id: number;
	beforeEach(async () => {
		[id = 0] = await fixture.write('customer', [{ name: `Registered ${Math.random()}`, webUrl }]);
		await one('customer.update', { customerId: byId(id), updateFields: { industryId: 2 } });
		await fixture.requests();
	});
	const record = async (output = 'raw') =>
		await one('customer.get', { customerId: byId(id), output });
	const industry = async () => ((await record()).industry as IDataObject).id;
	const update = async (input: IDataObject, operation = 'update', more = {}) =>
		await fixture.records(`customer.${operation}`, {
			parameters: { ...FROM_INPUT, ...more },
			input: [{ id, ...input }],
		});
	const sent = async () => (await fixture.requests()).map(({ method }) => method);

	test.each([
		['update', {}],
		['createOrUpdate', { matchBy: 'name' }],
	])('%s with its own item leaves that alone', async (operation, more) => {
		const item = await record('simplified');
		await update({ ...item, address: 'New street 1' }, operation, more);
		expect(await record()).toMatchObject({ address: 'New street 1', webUrl: item.webUrl });
		expect(await industry()).toBe(2);
	});

	test('a website that changes is sent, and so is one from the form', async () => {
		await update({ webUrl: 'https://another.example' });
		expect((await record()).webUrl).toBe('https://another.example');
		await one('customer.update', { customerId: byId(id), updateFields: { webUrl } });
		expect(await industry()).not.toBe(2);
	});

	test('without a website nothing is read, with nothing else to change nothing is sent', async () => {
		await update({ address: 'A' });
		expect(await sent()).toEqual(['PATCH']);
		expect(await update({ webUrl })).toMatchObject([{ id, webUrl }]);
		expect(await sent()).not.toContain('PATCH');
	});
});
