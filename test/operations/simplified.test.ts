/** What Simplified and Selected Fields make of records that no sandbox shows: odd names, odd values. */
import type { IDataObject } from 'n8n-workflow';
import { listOf, runOn, type Definition, type Sent } from './support/service';

const USERS = [{ id: 7, name: 'Ann' }];

/** A list of these records, as the node puts it out: what each shows in its order, its ID aside. */
async function shownOf(
	records: readonly IDataObject[],
	{
		resource = 'deal',
		output = 'simplified',
		customs = [],
		...more
	}: { resource?: string; output?: string; customs?: readonly Definition[] } & IDataObject = {},
) {
	const numbered = records.map((each, at) => ({ id: at + 1, ...each }));
	const respond = ({ version, path }: Sent) => {
		if (path === '/users') return listOf(USERS);
		return version === 'v2' ? listOf(numbered) : undefined;
	};
	const { items, error, hints } = await runOn(`${resource}.getMany`, {
		parameters: { output, returnAll: true, customObjectDefKey: 'ticket', ...more },
		...{ customs, respond },
	});
	if (error) throw error;
	const shown = items.map(({ json: { id: _, ...json } }) =>
		Object.entries(json)
			.map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
			.join(', '),
	);
	return { shown, hints: hints.map(({ message }) => message) };
}

/** The same of deals with these custom values each. */
async function customsShown(all: unknown[], customs: Definition[] = []) {
	const deals = all.map((dealCustoms) => ({ dealCustoms }));
	const { shown } = await shownOf(deals as IDataObject[], { customs });
	return shown;
}

const option = (value: number, label: string) => ({ id: value, value, label });

test.each([
	[{ itemType: 'text', value: 'a', text: 'a' }, '"a"'],
	[{ itemType: 'number', value: '3', number: 3 }, '3'],
	[{ itemType: 'number', number: 0 }, '0'],
	[{ itemType: 'decimal_number', decimalNumber: '1.50' }, '"1.5"'],
	[{ itemType: 'date', datetime: '2026-11-30T00:00:00Z' }, '"2026-11-30T00:00:00Z"'],
	[{ itemType: 'single_select', selectedOptions: [option(1, 'Gold')] }, '"Gold"'],
	[{ selectedOption: option(1, 'Gold') }, '"Gold"'],
	[{ itemType: 'multi_select', selectedOptions: [option(1, 'A'), option(2, 'B')] }, '["A","B"]'],
	[{ itemType: 'user', selectedUsers: [{ id: 1, name: ' Ada (2)' }] }, '[" Ada (2)"]'],
	[{ itemType: 'user', selectedUsers: [{ id: 1 }] }, '[1]'],
	[{ value: 'raw' }, '"raw"'],
	[{ itemType: 'text', value: null, text: null }, 'null'],
	[{ itemType: 'multi_select', selectedOptions: [] }, 'null'],
])('%j is read as %s (v1 §2.3)', async (custom, shown) => {
	const named = { itemKey: 'k', name: 'Field', ...custom };
	expect(await customsShown([[named]])).toEqual([`Field: ${shown}`]);
});

describe('a compact value (S3), once its field is known', () => {
	const CHOICES = ['Gold', 'Silver'];
	const FIELDS: Definition[] = [
		['level', 'Level', 'single_select', CHOICES],
		['topics', 'Topics', 'multi_select', CHOICES],
		['team', 'Team', 'user'],
		['due', 'Due', 'date'],
		['score', 'Score', 'number'],
		['share', 'Share', 'calculation'],
		['note', 'Note', 'text'],
		['__proto__', '__proto__', 'text'],
	];
	const shown = async (custom: unknown) => (await customsShown([custom], FIELDS))[0];

	test.each([
		['level', '1', 'Level: "Gold"'],
		['level', 1, 'Level: "Gold"'],
		['level', '9', 'Level: 9'],
		['level', null, 'Level: null'],
		['topics', '1,2', 'Topics: ["Gold","Silver"]'],
		['topics', '9, 1', 'Topics: ["Gold",9]'],
		['topics', '', 'Topics: null'],
		['team', '8,7', 'Team: [8,"Ann"]'],
		['due', '2026-02-28T00:00:00.000Z', 'Due: "2026-02-28T00:00:00.000Z"'],
		['due', '2026-02-28', 'Due: "2026-02-28"'],
		['due', 'soonZ', 'Due: "soonZ"'],
		['score', '0', 'Score: 0'],
		['score', 'many', 'Score: "many"'],
		['share', '1.50', 'Share: 1.5'],
		['note', '007', 'Note: "007"'],
	])('%s %j is shown as a whole one', async (itemKey, value, expected) => {
		expect(await shown([{ itemKey, value }])).toBe(expected);
	});

	const rank = { itemKey: 'level', name: 'Rank', itemType: 'single_select' };
	test.each([
		[{ dealCustomItemId: 106, itemKey: 'level', value: '1' }, 'Note: "1"'],
		// Left out, since nothing is entered.
		[{ dealCustomItemId: 106, itemKey: 'note' }, 'Note: null'],
		[{ dealCustomItemId: 99, itemKey: 'other', value: '1,2' }, 'other: "1,2"'],
		[{ ...rank, selectedOption: { value: 1, label: 'First' } }, 'Rank: "First"'],
		// A choice without its label, as in customers (v1 §2.3).
		[{ ...rank, value: '1' }, 'Rank: "Gold"'],
		[{ ...rank, selectedValue: 1 }, 'Rank: "Gold"'],
		[{ ...rank, value: '1', selectedOption: null }, 'Rank: "Gold"'],
		// Users without their names, as in actions.
		[{ itemKey: 'team', name: 'Crew', itemType: 'user', value: '8,7' }, 'Crew: [8,"Ann"]'],
	])(
		'%j is known by the ID of its item before its key; what is whole, or unknown, stays',
		async (custom, expected) => {
			expect(await shown([custom])).toBe(expected);
		},
	);

	test('by key they keep their keys, and none reaches a prototype', async () => {
		const byKey: unknown = JSON.parse(
			'{"__proto__": {"dealCustomItemId": 107, "value": "x"}, "level": {"itemKey": "level", "value": "1"}}',
		);
		expect(await shown(byKey)).toBe('__proto__: "x", level: "Gold"');
		expect(({} as IDataObject).value).toBeUndefined();
	});
});

const custom = (name: string | undefined, itemKey: string, text = itemKey) => ({
	...(name === undefined ? {} : { name }),
	...{ itemType: 'text', itemKey, text },
});

describe('two custom fields have no name in common, nor one with a field of the record', () => {
	test.each(['name', 'phase', 'phaseId', 'amount', 'customObjects', '_event', '_next'])(
		'a field called %s goes by its key',
		async (label) => {
			expect(await customsShown([[custom(label, 'rank')]])).toEqual(['dealCustoms.rank: "rank"']);
		},
	);

	test.each([
		[
			'of two with one label each has its key, in whatever order',
			[custom('Rank', 'b'), custom('Rank', 'a')],
			'dealCustoms.b: "b", dealCustoms.a: "a"',
		],
		[
			'the key of another field would be taken for that one where it is given back',
			[custom('b', 'x1'), custom('c', 'b')],
			'dealCustoms.x1: "x1", c: "b"',
		],
		[
			'so would one with the name of the property',
			[custom('dealCustoms.name', 'a'), custom('phase', 'name')],
			'dealCustoms.a: "a", dealCustoms.name: "name"',
		],
		[
			'without a label it is the key',
			[custom(undefined, 'rank', 'x'), custom('', 'level', 'y')],
			'rank: "x", level: "y"',
		],
		['or the ID', [{ dealCustomItemId: 7, itemType: 'text', text: 'z' }], '7: "z"'],
		[
			'names are data: none reaches or finds a prototype',
			[custom('__proto__', 'a'), custom('toString', 'b'), custom('constructor', 'c')],
			'__proto__: "a", toString: "b", constructor: "c"',
		],
		['what is no custom value is left out', [null, 5, 'x', [], custom('A', 'a')], 'A: "a"'],
	])('%s', async (_what, customs, shown) => {
		// What other records of the list have changes nothing.
		expect(await customsShown([customs, [custom('Rank', 'a')]])).toEqual([shown, 'Rank: "a"']);
	});
});

describe('a record', () => {
	test('is its main fields, references as pairs, then custom fields', async () => {
		const phase = { id: 2, name: 'Won', status: 2 };
		const { shown } = await shownOf([
			{
				...{ phaseStayDays: [1], name: 'A', amount: 0, phase, customer: { id: 3 }, user: null },
				dealCustoms: [{ name: 'Level', itemKey: 'level', selectedOption: option(1, 'Gold') }],
			},
			{ phase: 4 },
		]);
		expect(shown).toEqual([
			'name: "A", customer: null, customerId: 3, phase: "Won", phaseId: 2, user: null, userId: null, amount: 0, Level: "Gold"',
			'phase: null, phaseId: 4',
		]);
	});

	test('has a list of references as names, or IDs where there are none', async () => {
		const invitees = [{ id: 1, name: 'Ann' }, { id: 2 }, null];
		const { shown } = await shownOf([{ invitees }], { resource: 'dealAction' });
		expect(shown).toEqual(['invitees: ["Ann",2,null]']);
	});

	test('of a custom object has its fields as properties, whatever their names', async () => {
		const record = { subject: 'A', tags: ['x', 'y'], deals: [{ id: 3 }], updatedAt: 't' };
		const { shown } = await shownOf([record], { resource: 'customObject' });
		expect(shown).toEqual(['updatedAt: "t", subject: "A", tags: ["x","y"]']);
	});
});

describe('Selected Fields', () => {
	const record = {
		...{ memo: null, phase: { id: 3, name: 'A' }, user: null },
		dealCustoms: [custom('Est. Value', 'value', '12'), custom('reason', 'why', 'x')],
	};
	const picked = async (outputFields: string) =>
		await shownOf([record], { output: 'selectedFields', outputFields });

	test.each([
		['memo, phase.name, other.x', 'memo: null, phase: {"name":"A"}'],
		// Properties of the raw record first, then simplified names, in their order.
		[
			'phaseId, why, phase, Est. Value',
			'phaseId: 3, why: "x", phase: {"id":3,"name":"A"}, Est. Value: "12"',
		],
		['userId, dealCustoms', `userId: null, dealCustoms: ${JSON.stringify(record.dealCustoms)}`],
		['__proto__.polluted, constructor.name, __proto__, id', ''],
	])('%s', async (outputFields, shown) => {
		expect((await picked(outputFields)).shown).toEqual([shown]);
	});

	test('that no record has are told', async () => {
		const { hints } = await picked('phaseId, phase.name, user.name, Est. Value, Levle, phase.nmae');
		expect(hints).toEqual([
			'No record has the output fields "Levle", "phase.nmae": check the spelling under Output Fields. A service may leave out what is empty.',
		]);
	});
});
