/** What Simplified and Selected Fields make of records that no sandbox shows: odd names, odd values. */
import type { IDataObject } from 'n8n-workflow';
import tables from './simplified.json';
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

test.each(tables.values)('$custom is read as $shown (v1 §2.3)', async ({ custom, shown }) => {
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

	test.each(tables.choices)(
		'$itemKey $value is shown as a whole one',
		async ({ itemKey, value, expected }) => {
			expect(await shown([{ itemKey, value }])).toBe(expected);
		},
	);
	test.each(tables.byItem)(
		'$custom is known by the ID of its item before its key; what is whole, or unknown, stays',
		async ({ custom, expected }) => {
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

	test.each(tables.names)('$what', async ({ customs, shown }) => {
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

	test.each(tables.outputFields)('$outputFields', async ({ outputFields, shown }) => {
		expect((await picked(outputFields)).shown).toEqual([shown]);
	});

	test('that no record has are told', async () => {
		const { hints } = await picked('phaseId, phase.name, user.name, Est. Value, Levle, phase.nmae');
		expect(hints).toEqual([
			'No record has the output fields "Levle", "phase.nmae": check the spelling under Output Fields. A service may leave out what is empty.',
		]);
	});
});
