/** Compact custom values (S3) as Simplified shows them once their fields are known. */
import type { IDataObject } from 'n8n-workflow';
import { KnownFields } from '../../../nodes/SalesManagement/lookups';
import { shaper, type Known } from '../../../nodes/SalesManagement/operations/output';
import { deal } from '../../../nodes/SalesManagement/records/deal';

const FIELDS = [
	{ key: 'level', itemId: 3, name: 'Level', itemType: 'single_select' },
	{ key: 'topics', itemId: 4, name: 'Topics', itemType: 'multi_select' },
	{ key: 'team', itemId: 5, name: 'Team', itemType: 'user' },
	{ key: 'due', itemId: 6, name: 'Due', itemType: 'date' },
	{ key: 'score', itemId: 7, name: 'Score', itemType: 'number' },
	{ key: 'share', itemId: 8, name: 'Share', itemType: 'calculation' },
	{ key: 'note', itemId: 9, name: 'Note', itemType: 'text' },
	{ key: '__proto__', itemId: 10, name: '__proto__', itemType: 'text' },
];
const options = [
	{ value: 2, name: 'Silver' },
	{ value: 1, name: 'Gold' },
];
const known: Known = {
	fields: new KnownFields(FIELDS.map((each) => ({ ...each, options }))),
	users: new Map([[7, 'Ann']]),
};

const shape = shaper(deal, {
	...{ index: 0, input: {}, version: 'v2', timezone: 'UTC' },
	get: () => undefined,
});
const shown = (dealCustoms: unknown, updatedAt = '2026-11-21T08:00:00Z', what: Known = known) => {
	const record = { id: 1, updatedAt, dealCustoms } as IDataObject;
	const { id: _, updatedAt: __, ...customs } = shape(record, what);
	return Object.entries(customs);
};
const compact = (itemKey: string, value: unknown) => ({ itemKey, value });

test.each<[string, unknown, unknown]>([
	['level', '1', 'Gold'],
	['level', 1, 'Gold'],
	['level', '9', 9],
	['level', null, null],
	['topics', '1,2', ['Silver', 'Gold']],
	['topics', '9, 1', ['Gold', 9]],
	['topics', '', null],
	['team', '7', ['Ann']],
	['team', '8,7', ['8', 'Ann']],
	['due', '2026-02-28T00:00:00.000Z', '2026-02-28T00:00:00.000Z'],
	['due', '2026-02-28', '2026-02-28'],
	['due', 'soonZ', 'soonZ'],
	['score', '0', 0],
	['score', 'many', 'many'],
	['share', '1.50', 1.5],
	['note', '007', '007'],
])('%s of %j is %j', (key, value, expected) => {
	const name = FIELDS.find((each) => each.key === key)!.name;
	expect(shown([compact(key, value)])).toEqual([[name, expected]]);
});

test('a moment is written in the time zone of the record’s own times', () => {
	const due = [compact('due', '2026-02-28T20:00:00.000Z')];
	expect(shown(due, '2026-11-21T17:00:00.000+09:00')).toEqual([
		['Due', '2026-03-01T05:00:00.000+09:00'],
	]);
	expect(shown([compact('due', '2026-02-28T05:00:00.000+09:00')])).toEqual([
		['Due', '2026-02-27T20:00:00.000Z'],
	]);
});

test('a field is known by the ID of its item before its key, and an unknown one stays', () => {
	expect(shown([{ dealCustomItemId: 9, itemKey: 'level', value: '1' }])).toEqual([['Note', '1']]);
	expect(shown([{ dealCustomItemId: 99, itemKey: 'other', value: '1,2' }])).toEqual([
		['other', '1,2'],
	]);
});

test('without names of users their IDs stay as they came', () => {
	expect(shown([compact('team', '8,7')], undefined, { fields: known.fields })).toEqual([
		['Team', '8,7'],
	]);
});

test('whole values are their own, whatever is known', () => {
	const selectedOption = { value: 1, label: 'First' };
	const own = { itemKey: 'level', name: 'Rank', itemType: 'single_select', selectedOption };
	expect(shown([own, null, 5])).toEqual([['Rank', 'First']]);
	expect(shape.shortIn({ id: 1, dealCustoms: [own, { itemKey: 'a', text: 'x' }] })).toEqual([]);
});

test.each([{ value: '1' }, { selectedValue: 1 }])(
	'a choice of %j without its label, as in customers, gets that of its field (v1 §2.3)',
	(chosen) => {
		const own = { itemKey: 'level', name: 'Rank', itemType: 'single_select', ...chosen };
		expect(shape.shortIn({ id: 1, dealCustoms: [own] })).toEqual([own]);
		expect(shown([own])).toEqual([['Rank', 'Gold']]);
		expect(shown([{ ...own, selectedOption: null }])).toEqual([['Rank', 1]]);
	},
);

test('of a user’s field with its type but without its users these are looked up, as in actions', () => {
	const own = { itemKey: 'team', name: 'Crew', itemType: 'user', value: '8,7' };
	expect(shape.shortIn({ id: 1, dealCustoms: [own, { ...own, value: null }] })).toEqual([own]);
	expect(shown([own])).toEqual([['Crew', ['8', 'Ann']]]);
	const told = { ...own, selectedUsers: [{ id: 7, name: 'Bo' }] };
	expect(shape.shortIn({ id: 1, dealCustoms: [told] })).toEqual([]);
});

test('by key they keep their keys, and none reaches a prototype', () => {
	const byKey = JSON.parse(
		'{"__proto__": {"dealCustomItemId": 10, "value": "x"}, "level": {"itemKey": "level", "value": "1"}}',
	) as IDataObject;
	expect(shown(byKey)).toEqual([
		['__proto__', 'x'],
		['level', 'Gold'],
	]);
	expect(shape.shortIn({ id: 1, dealCustoms: byKey })).toHaveLength(2);
});
