/** What may be a name, and where names can stand for IDs. */
import {
	hasNames,
	isName,
	reference,
	referenceIds,
	type NameReader,
	type WireContext,
} from '../../../nodes/SalesManagement/fields';
import { dropdowns, locators } from '../../../nodes/SalesManagement/records/names';

test.each([
	...['Won', 'anna@example.com', 'A/B', '3M', '#a', 'Ärzte', '東京', '１a'],
	...[
		'1&1',
		'24/7',
		' 24 / 7 ',
		'100%',
		'#1',
		'4*',
		'2 + 2 !',
		'360°',
		'@1',
		'№ 5',
		'5$',
		'1|2',
		'?',
	],
])('%p may be a name', (value) => {
	expect(isName(value)).toBe(true);
});

test.each([
	...['12', ' 12 ', '1.5', '-3', '1,000', '1e3', '-1E+15', '0x1F', '0b1', '１２', '2026-11-30'],
	...[
		'+5',
		'12\u200b',
		'\u200e3',
		'−5',
		'--5',
		'5.',
		'.5',
		'1.000,50',
		"1'000",
		'1’000',
		'1 000',
		'1_000',
		'1;2',
		'12:30',
	],
	...[
		'1.5e-3',
		'1,5E3',
		'2026-11-30 12:30',
		'2026/1/5',
		'30.11.2026',
		'11/30/2026',
		'12/',
		'/12',
		'1/2/3',
	],
	...[
		'-1/2',
		'24/-7',
		'1.5/2',
		'12.',
		'(12)',
		'03-1234',
		'...',
		'-',
		'½',
		'①',
		'=1+1',
		'=',
		'[12]',
		'{}',
		'"12"',
	],
	...['12, 13', '٣', '1\u00a0000', '1\u202f000'],
	...['2026/11/30', '../5', '', ' ', '–', 'https://h.example/v2/deals/x', 'HTTP://h/a'],
	...[12, true, null, undefined, {}, ['Won']],
])('%p is no name', (value) => {
	expect(isName(value)).toBe(false);
});

test('actions and custom objects have no names of their own', () => {
	const named = [...Object.values(dropdowns), ...Object.values(locators)].filter(hasNames);
	const all = Object.keys(dropdowns).length + Object.keys(locators).length;
	expect(named).toHaveLength(all - 2);
	expect(hasNames(locators.actions) || hasNames(locators.customObjects)).toBe(false);
});

describe('a reference', () => {
	const asked: unknown[] = [];
	const ids: Record<string, number> = { Won: 4, Lost: 5 };
	const names: NameReader = {
		idOf: (each) => {
			asked.push(each);
			return ids[each.name] ?? 0;
		},
		idsOf: () => [],
	};
	const context: WireContext = { version: 'v2', timezone: 'UTC', input: {}, names };
	beforeEach(() => asked.splice(0));

	test.each([
		...[' Won ', { __rl: true, mode: 'name', value: 'Won' }, { id: 'Won' }, { name: 'Won' }],
		...['{"name": "Won"}', { id: null, name: 'Won' }, ' {"id":"","name":"Won"}'],
	])('takes the name %j', (entered) => {
		const phase = reference('phase', 'Phase', dropdowns.phases);
		expect(phase.wire(entered, context)).toEqual({ id: 4 });
		expect(asked).toEqual([{ lookup: dropdowns.phases, label: 'Phase', name: 'Won' }]);
	});

	test.each([{ id: 12, name: 'Won' }, '{"id": 12, "name": "Won"}', '{"id":"12"}'])(
		'takes the id of %j',
		(entered) => {
			expect(reference('phase', 'Phase', dropdowns.phases).wire(entered, context)).toEqual({
				id: 12,
			});
			expect(asked).toEqual([]);
		},
	);

	test('takes names and IDs in a list', () => {
		const phases = referenceIds('phases', 'Phases', dropdowns.phases);
		expect(phases.wire('Won, 12,Lost', context)).toEqual([4, 12, 5]);
	});

	test('takes digits as an ID, and asks nobody', () => {
		expect(reference('phase', 'Phase', dropdowns.phases).wire('12', context)).toEqual({ id: 12 });
		expect(asked).toEqual([]);
	});

	test('refuses a name where none can be looked up', () => {
		const none = { ...context, names: undefined };
		for (const [lookup, reading] of [
			[locators.customers, none],
			[locators.actions, context],
		] as const) {
			expect(() => reference('a', 'A', lookup).wire('Won', reading)).toThrow(
				'A is "Won"; an ID is a whole number',
			);
		}
	});
});
