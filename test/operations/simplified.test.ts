/** What Simplified and Selected Fields make of records that no sandbox shows: odd names, odd values. */
import type { IDataObject } from 'n8n-workflow';
import { listOf, runOn, type Definition, type Sent } from './support/service';

const USERS = [{ id: 7, name: 'Ann' }];

/** A list of these records, as the node puts it out: the entries of each, its ID aside. */
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
	const shown = items.map(({ json }) => Object.entries(json).filter(([name]) => name !== 'id'));
	return { shown, hints: hints.map(({ message }) => message) };
}

/** The same of deals with these custom values each. */
async function customsShown(all: unknown[], customs: Definition[] = []) {
	const deals = all.map((dealCustoms) => ({ dealCustoms }));
	const { shown } = await shownOf(deals as IDataObject[], { customs });
	return shown;
}

const option = (value: number, label: string) => ({ id: value, value, label });

test('a custom value is what a person reads of it (v1 §2.3)', async () => {
	const rows: ReadonlyArray<[custom: IDataObject, shown: unknown]> = [
		[{ itemType: 'text', value: 'a', text: 'a' }, 'a'],
		[{ itemType: 'number', value: '3', number: 3 }, 3],
		[{ itemType: 'number', number: 0 }, 0],
		[{ itemType: 'decimal_number', decimalNumber: '1.50' }, '1.5'],
		[{ itemType: 'date', datetime: '2026-11-30T00:00:00Z' }, '2026-11-30T00:00:00Z'],
		[{ itemType: 'single_select', selectedOptions: [option(1, 'Gold')] }, 'Gold'],
		[{ selectedOption: option(1, 'Gold') }, 'Gold'],
		[
			{ itemType: 'multi_select', selectedOptions: [option(1, 'Red'), option(2, 'Blue')] },
			['Red', 'Blue'],
		],
		[
			{
				itemType: 'user',
				selectedUsers: [
					{ id: 1, name: ' Ada (2)' },
					{ id: 2, name: '7' },
				],
			},
			[' Ada (2)', '7'],
		],
		[{ itemType: 'user', selectedUsers: [{ id: 1 }] }, [1]],
		[{ value: 'raw' }, 'raw'],
		[{ itemType: 'text', value: null, text: null }, null],
		[{ itemType: 'multi_select', selectedOptions: [] }, null],
	];
	const named = rows.map(([custom]) => [{ itemKey: 'k', name: 'Field', ...custom }]);
	expect(await customsShown(named)).toEqual(rows.map(([, shown]) => [['Field', shown]]));
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
	const shown = async (customs: unknown[]) => await customsShown(customs, FIELDS);

	test('is shown as a whole one', async () => {
		const rows: ReadonlyArray<[key: string, value: unknown, shown: unknown]> = [
			['level', '1', 'Gold'],
			['level', 1, 'Gold'],
			['level', '9', 9],
			['level', null, null],
			['topics', '1,2', ['Gold', 'Silver']],
			['topics', '9, 1', ['Gold', 9]],
			['topics', '', null],
			['team', '7', ['Ann']],
			['team', '8,7', [8, 'Ann']],
			['due', '2026-02-28T00:00:00.000Z', '2026-02-28T00:00:00.000Z'],
			['due', '2026-02-28', '2026-02-28'],
			['due', 'soonZ', 'soonZ'],
			['score', '0', 0],
			['score', 'many', 'many'],
			['share', '1.50', 1.5],
			['note', '007', '007'],
		];
		const labels = new Map(FIELDS.map(([key, label]) => [key, label]));
		expect(await shown(rows.map(([itemKey, value]) => [{ itemKey, value }]))).toEqual(
			rows.map(([key, , value]) => [[labels.get(key), value]]),
		);
	});

	test('is known by the ID of its item before its key; what is whole, or unknown, stays', async () => {
		const own = { itemKey: 'level', name: 'Rank', itemType: 'single_select' };
		const rows: ReadonlyArray<[custom: IDataObject, name: string, shown: unknown]> = [
			[{ dealCustomItemId: 106, itemKey: 'level', value: '1' }, 'Note', '1'],
			// Left out, since nothing is entered.
			[{ dealCustomItemId: 106, itemKey: 'note' }, 'Note', null],
			[{ dealCustomItemId: 99, itemKey: 'other', value: '1,2' }, 'other', '1,2'],
			[{ ...own, selectedOption: { value: 1, label: 'First' } }, 'Rank', 'First'],
			// A choice without its label, as in customers (v1 §2.3).
			[{ ...own, value: '1' }, 'Rank', 'Gold'],
			[{ ...own, selectedValue: 1 }, 'Rank', 'Gold'],
			[{ ...own, value: '1', selectedOption: null }, 'Rank', 'Gold'],
			// Users without their names, as in actions.
			[{ itemKey: 'team', name: 'Crew', itemType: 'user', value: '8,7' }, 'Crew', [8, 'Ann']],
		];
		expect(await shown(rows.map(([custom]) => [custom]))).toEqual(
			rows.map(([, name, value]) => [[name, value]]),
		);
	});

	test('by key they keep their keys, and none reaches a prototype', async () => {
		const byKey: unknown = JSON.parse(
			'{"__proto__": {"dealCustomItemId": 107, "value": "x"}, "level": {"itemKey": "level", "value": "1"}}',
		);
		expect(await shown([byKey])).toEqual([
			[
				['__proto__', 'x'],
				['level', 'Gold'],
			],
		]);
		expect(({} as IDataObject).value).toBeUndefined();
	});
});

const custom = (name: string | undefined, itemKey: string, text = itemKey) => ({
	...(name === undefined ? {} : { name }),
	...{ itemType: 'text', itemKey, text },
});

test('two custom fields have no name in common, nor one with a field of the record', async () => {
	const rows: ReadonlyArray<[customs: unknown[], shown: Array<[string, unknown]>]> = [
		// Of two with one label each has its key, in whatever order.
		[
			[custom('Rank', 'b'), custom('Rank', 'a')],
			[
				['dealCustoms.b', 'b'],
				['dealCustoms.a', 'a'],
			],
		],
		// What other records of the list have changes nothing.
		[[custom('Rank', 'a')], [['Rank', 'a']]],
		...['name', 'phase', 'phaseId', 'amount', 'customObjects', '_event', '_next'].map(
			(label): [unknown[], Array<[string, unknown]>] => [
				[custom(label, 'rank', 'x')],
				[['dealCustoms.rank', 'x']],
			],
		),
		// The key of another field would be taken for that one where it is given back.
		[
			[custom('b', 'x1'), custom('c', 'b')],
			[
				['dealCustoms.x1', 'x1'],
				['c', 'b'],
			],
		],
		[
			[custom('dealCustoms.name', 'a'), custom('phase', 'name')],
			[
				['dealCustoms.a', 'a'],
				['dealCustoms.name', 'name'],
			],
		],
		[
			[custom(undefined, 'rank', 'x'), custom('', 'level', 'y')],
			[
				['rank', 'x'],
				['level', 'y'],
			],
		],
		[[{ dealCustomItemId: 7, itemType: 'text', text: 'z' }], [['7', 'z']]],
		// They are data: none reaches or finds a prototype.
		[
			[custom('__proto__', 'a'), custom('toString', 'b'), custom('constructor', 'c')],
			[
				['__proto__', 'a'],
				['toString', 'b'],
				['constructor', 'c'],
			],
		],
		// What is no custom value is left out.
		[[null, 5, 'x', [], custom('A', 'a')], [['A', 'a']]],
	];
	expect(await customsShown(rows.map(([customs]) => customs))).toEqual(
		rows.map(([, shown]) => shown),
	);
});

describe('a record', () => {
	test('is its main fields, references as pairs, then custom fields', async () => {
		const phase = { id: 2, name: 'Won', status: 2 };
		const {
			shown: [all, bare],
		} = await shownOf([
			{
				...{ phaseStayDays: [1], name: 'A', amount: 0, phase, customer: { id: 3 }, user: null },
				dealCustoms: [{ name: 'Level', itemKey: 'level', selectedOption: option(1, 'Gold') }],
			},
			{ phase: 4 },
		]);
		expect(all).toEqual([
			['name', 'A'],
			['customer', null],
			['customerId', 3],
			['phase', 'Won'],
			['phaseId', 2],
			['user', null],
			['userId', null],
			['amount', 0],
			['Level', 'Gold'],
		]);
		expect(bare).toEqual([
			['phase', null],
			['phaseId', 4],
		]);
	});

	test('has a list of references as names, or IDs where there are none', async () => {
		const invitees = [{ id: 1, name: 'Ann' }, { id: 2 }, null];
		const { items } = await runOn('dealAction.get', {
			parameters: { actionId: 1, output: 'simplified' },
			respond: () => ({ body: { id: 1, invitees } }),
		});
		expect(items[0]?.json).toMatchObject({ invitees: ['Ann', 2, null] });
	});

	test('of a custom object has its fields as properties, whatever their names', async () => {
		const record = { subject: 'A', tags: ['x', 'y'], deals: [{ id: 3 }], updatedAt: 't' };
		const { shown } = await shownOf([record], { resource: 'customObject' });
		expect(shown).toEqual([
			[
				['updatedAt', 't'],
				['subject', 'A'],
				['tags', ['x', 'y']],
			],
		]);
	});
});

describe('Selected Fields', () => {
	const record = {
		...{ memo: null, phase: { id: 3, name: 'A' }, user: null },
		dealCustoms: [custom('Est. Value', 'value', '12'), custom('reason', 'why', 'x')],
	};
	const picked = async (outputFields: string, records: readonly IDataObject[] = [record]) =>
		await shownOf(records, { output: 'selectedFields', outputFields });

	test.each<[string, Array<[string, unknown]>]>([
		[
			'memo, phase.name, other.x',
			[
				['memo', null],
				['phase', { name: 'A' }],
			],
		],
		// Properties of the raw record first, then simplified names, in their order.
		[
			'phaseId, why, phase, Est. Value',
			[
				['phaseId', 3],
				['why', 'x'],
				['phase', { id: 3, name: 'A' }],
				['Est. Value', '12'],
			],
		],
		[
			'userId, dealCustoms',
			[
				['userId', null],
				['dealCustoms', record.dealCustoms],
			],
		],
		['__proto__.polluted, constructor.name, __proto__, id', []],
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
