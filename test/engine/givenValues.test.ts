/** What people, spreadsheets and expressions give: the documented request, or an error that names the field. */
import type { IDataObject } from 'n8n-workflow';
import { byId, startNodeFixture, type NodeFixture } from './support/nodeFixture';

let fixture: NodeFixture;
beforeAll(async () => {
	fixture = await startNodeFixture();
});
afterAll(async () => await fixture.close());
beforeEach(async () => {
	await fixture.requests();
});

/** Expects a call to fail with this message before any request. */
async function expectRefused(
	operation: string,
	parameters: IDataObject,
	message: string | RegExp,
	authentication: 'personalToken' | 'v1ApiKey' = 'personalToken',
): Promise<void> {
	// n8n itself refuses a required parameter that is empty, before it runs the node.
	const { error } = await fixture
		.run(operation, { parameters, authentication })
		.catch((error: unknown) => ({ error: error as Error }));
	expect(error?.message).toMatch(message);
	expect(await fixture.requests()).toEqual([]);
}

const readOne = async (operation: string, parameters: IDataObject) =>
	(await fixture.records(operation, { parameters }))[0]!;

describe('an id is digits, or an address whose path names the resource', () => {
	test.each([
		'2026/11/30',
		'../5',
		'1e3',
		'0x10',
		'12.0',
		'1.5',
		'-3',
		'007',
		'9007199254740993',
		'１２',
		'1,000',
		true,
		1.5,
		[12],
		'https://host.example/v2/deals/12',
		'https://host.example/v2/customers/12/actions/30',
		'https://host.example/v2/search?from=/customers/12',
	])('Delete refuses %j, and deletes nothing', async (given) => {
		const customerId = `={{ ${JSON.stringify(given)} }}`;
		await expectRefused('customer.delete', { customerId }, /^Customer is /);
	});

	test.each(['N/A', 'abc', '1/2'])(
		'%j may be a name: that of no customer deletes nothing',
		async (given) => {
			const { error } = await fixture.run('customer.delete', {
				parameters: { customerId: byId(given) },
			});
			expect(error?.message).toBe(
				`Customer is "${given}", but no customer has this name: correct it, or give an ID.`,
			);
			expect((await fixture.requests()).filter(({ method }) => method === 'DELETE')).toEqual([]);
		},
	);

	test.each(['https://host.example/v1/customers/12/?tab=1', 'http://h/v2/customers/12'])(
		'%s names a customer',
		async (address) => {
			await fixture.run('customer.get', {
				parameters: { customerId: { __rl: true, mode: 'url', value: address } },
			});
			expect((await fixture.requests())[0]?.path).toBe('/v2/customers/12');
		},
	);

	test('an object of another definition is refused by its address', async () => {
		const objectAt = (key: string) => ({
			customObjectDefKey: 'ticket',
			customObjectId: `https://host.example/v2/custom_object_defs/${key}/custom_objects/12`,
		});
		await expectRefused('customObject.delete', objectAt('asset'), /^Custom Object is /);
		await fixture.run('customObject.get', { parameters: objectAt('ticket') });
		expect((await fixture.requests())[0]?.path).toMatch(/\/ticket\/custom_objects\/12$/);
	});
});

describe('Industry (Overriding) is unset by choice only', () => {
	test.each(['', ' ', 0, '0', false, null])('%j is an error', async (industry) => {
		await expectRefused(
			'customer.update',
			{ customerId: byId(1), updateFields: { industry: `={{ ${JSON.stringify(industry)} }}` } },
			/^Industry \(Overriding\) /,
		);
	});
});

describe('a list is emptied by choice only', () => {
	test.each([[[]], [''], [' , '], [null], ['[]']])(
		'Replace Members with %j is an error, and the members stay',
		async (userIds) => {
			await expectRefused(
				'userGroup.replaceMembers',
				{ userGroupId: 1, userIds: `={{ ${JSON.stringify(userIds)} }}` },
				/^Users is (empty|required)/,
			);
		},
	);

	test('Replace Members untouched is an error', async () => {
		await expectRefused('userGroup.replaceMembers', { userGroupId: 1 }, /User .*is required/);
	});

	test('Remove All Members empties the group, whatever the hidden list holds', async () => {
		const [group] = await fixture.write('userGroup', [{ name: 'Leaving' }]);
		const [user] = await fixture.write('user', [{ name: 'Last', groupId: group }]);
		const replace = async (more: IDataObject) =>
			await readOne('userGroup.replaceMembers', { userGroupId: group, ...more });
		expect(await replace({ userIds: [user] })).toMatchObject({ users: [{ id: user }] });
		expect(await replace({ removeAllMembers: true, userIds: [user] })).toMatchObject({ users: [] });
	});

	test.each([[[]], ['']])('Invitees %j is an error', async (invitees) => {
		const updateFields = { invitees } as IDataObject;
		await expectRefused(
			'dealAction.update',
			{ actionId: byId(1), updateFields },
			/^Invitees is empty/,
		);
	});

	test('Fields to Clear empties the invitees', async () => {
		const [id = 0] = await fixture.write('dealAction', [{ invitees: [{ id: 1 }, { id: 2 }] }]);
		const parameters = { actionId: byId(id), fieldsToClear: ['invitees'] };
		expect(await readOne('dealAction.update', parameters)).toMatchObject({ invitees: [] });
	});
});

describe('a part of an address is told by its label', () => {
	test.each([
		[' ', 'Definition Key is empty.'],
		['../deals', 'Definition Key can\'t be "../deals".'],
		['a\ud800', "Definition Key contains half a character, which can't be sent."],
	])('Definition Key %j', async (given, message) => {
		const customObjectDefKey = `={{ ${JSON.stringify(given)} }}`;
		await expectRefused(
			'customObject.get',
			{ customObjectDefKey, customObjectId: byId(1) },
			message,
		);
		await expectRefused('customObject.createMany', { customObjectDefKey }, message);
		await expectRefused('customObject.getMany', { customObjectDefKey }, message);
	});
});

describe('days and times that do not exist', () => {
	test.each([
		'2026-02-29',
		'2026-02-30T10:00',
		'2026-02-30T10:00:00+09:00',
		'2026-11-31',
		'2026-00-10',
		'2026-11-30T24:00',
		'2026-11-30T10:60',
		'2026-11-30T25:61:00Z',
		'46356',
		46356,
		'30/11/2026',
	])('Start refuses %j', async (startDatetime) => {
		await expectRefused(
			'dealAction.update',
			{ actionId: byId(1), updateFields: { startDatetime } },
			/^Start is /,
		);
	});

	test.each(['2026-02-30', '2026-02-30T00:00', '2026-11-30T25:00'])(
		'Expected Contract Date refuses %j',
		async (expectedContractDate) => {
			await expectRefused(
				'deal.update',
				{ dealId: byId(1), updateFields: { expectedContractDate } },
				/^Expected Contract Date is /,
			);
		},
	);

	test('so does a custom date', async () => {
		const schema = [{ id: 'visited', displayName: 'Visited', type: 'dateTime' }];
		const customFields = { mappingMode: 'autoMapInputData', value: null, schema };
		const { error } = await fixture.run('deal.update', {
			parameters: { dealId: byId(1), customFields },
			input: [{ visited: '2026-02-30' }],
		});
		expect(error?.message).toMatch(/^Visited is "2026-02-30"/);
		expect(await fixture.requests()).toEqual([]);
	});
});

describe('nothing is found or changed by accident', () => {
	test.each([
		['the builder untouched', {}],
		['conditions by an expression', { conditions: '={{ { values: [] } }}' }],
		['an empty group', { groups: { values: [{ match: 'any', conditions: {} }] } }],
		['a filter without conditions', { searchMode: 'json', filterJson: '{}' }],
		[
			'a filter with an empty group',
			{ searchMode: 'json', filterJson: '{"compositeFilter":{"subFilters":[]}}' },
		],
	])('a search with %s is an error', async (_, parameters) => {
		await expectRefused('customer.search', parameters, /no condition/);
	});

	test('a search without any condition points at Get Many', async () => {
		await expectRefused('customer.search', {}, /use Get Many/);
	});

	test.each([
		['customer.update', { customerId: byId(1), updateFields: '={{ { "name": "x" } }}' }],
		['userGroup.update', { userGroupId: 1, updateFields: '={{ { "name": "x" } }}' }],
		['actionField.update', { itemKey: 'a', updateFields: {} }],
	])('%s with nothing says that n8n drops a whole collection', async (operation, parameters) => {
		await expectRefused(operation, parameters, /^Nothing to change .* by one expression/);
	});

	test('and names only what the form has', async () => {
		const parameters = { userGroupId: 1, updateFields: {} };
		const { error } = await fixture.run('userGroup.update', { parameters });
		expect(error?.message).toContain('at least one field under Update Fields.');
	});

	test.each([
		['an expression without a value', '={{ $json.nope }}'],
		['null', '={{ null }}'],
		['empty text', ''],
	])('a filter with %s would find everything: it is an error', async (_, searchWord) => {
		await expectRefused('customer.getMany', { filters: { searchWord } }, /^Search Word /);
	});

	test('so is a list without entries', async () => {
		await expectRefused('dealAction.getMany', { filters: { users: [] } }, /^Users is empty/);
	});

	test('so is an option without a value, which would notify people', async () => {
		const parameters = { actionId: byId(1), options: { skipNotice: '={{ $json.nope }}' } };
		await expectRefused('dealAction.delete', parameters, /^Skip Notifications has no value/);
	});
});

describe('v1 asks for the deal of an action (v1 §4)', () => {
	test('an update without it is an error', async () => {
		await expectRefused(
			'dealAction.update',
			{ actionId: byId(1), updateFields: { active: true } },
			/"Deal" is required/,
			'v1ApiKey',
		);
	});

	test('an update with it succeeds, in v2 without it too', async () => {
		const [id = 0] = await fixture.write('dealAction', [{}]);
		const action = await readOne('dealAction.get', { actionId: byId(id) });
		const { id: deal } = action.deal as { id: number };
		const more = { actionId: byId(id), updateFields: { preNote: 'Seen' } };
		const { error } = await fixture.run('dealAction.update', {
			authentication: 'v1ApiKey',
			parameters: { ...more, deal: byId(deal) },
		});
		expect(error).toBeUndefined();
		expect(await readOne('dealAction.update', more)).toMatchObject({ preNote: 'Seen' });
	});
});

test.each(['personalToken', 'v1ApiKey'] as const)(
	'Closing Lead Time is stored as given, and computed where it is not (v2 §2.6, S5): %s',
	async (authentication) => {
		const [id = 0] = await fixture.write('deal', [{ name: 'Slow' }]);
		const parameters = { dealId: byId(id) };
		const before = await readOne('deal.get', parameters);
		expect(before.closingLeadtime).toBe(0);
		await fixture.run('deal.update', {
			authentication,
			parameters: { ...parameters, updateFields: { closingLeadtime: 12 } },
		});
		expect(await readOne('deal.get', parameters)).toMatchObject({ closingLeadtime: 12 });
	},
);

describe('custom values of a deal by the three identifiers (v2 §4.6)', () => {
	const text = async (id: number) => {
		const { dealCustoms } = await readOne('deal.get', { dealId: byId(id) });
		return (dealCustoms as IDataObject[]).find(({ itemType }) => itemType === 'text')!;
	};

	test.each(['id', 'dealCustomItemId', 'itemKey'])('by %s', async (identifier) => {
		const [id = 0] = await fixture.write('deal', [{ name: 'Three ways' }]);
		const { [identifier]: named } = await text(id);
		for (const form of ['rows', 'json']) {
			const rows = [{ [identifier]: named, value: `by ${identifier} in ${form}` }];
			await fixture.records('deal.update', {
				parameters: {
					dealId: byId(id),
					updateFields: { dealCustoms: form === 'json' ? JSON.stringify(rows) : rows },
				},
			});
			expect((await text(id)).text).toBe(`by ${identifier} in ${form}`);
		}
	});

	test.each([
		[[{ value: 'x' }], /^Custom Values by ID: /],
		[[{ id: 1, itemKey: 'a', value: 'x' }], /^Custom Values by ID: /],
		[[{ id: 1 }], /^Custom Values by ID: /],
		[[{ id: '1/2', value: 'x' }], /^Value ID is /],
	])('%j is an error', async (dealCustoms, message) => {
		const updateFields = { dealCustoms } as IDataObject;
		await expectRefused('deal.update', { dealId: byId(1), updateFields }, message);
	});

	test('together with the mapper they are an error', async () => {
		await expectRefused(
			'deal.update',
			{
				dealId: byId(1),
				customFields: { mappingMode: 'defineBelow', value: { a: 'x' } },
				updateFields: { dealCustoms: [{ id: 1, value: 'x' }] },
			},
			'is given twice',
		);
	});
});
