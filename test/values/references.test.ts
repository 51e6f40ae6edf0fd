/** Every field of every record that names other records: in which forms it takes them. */
import tables from './references.json';
import { UsageError } from '../../nodes/SalesManagement/shared';
import {
	hasNames,
	nameIn,
	referenceType,
	type Field,
	type NameReader,
	type ValueContext,
} from '../../nodes/SalesManagement/fields';
import { RECORDS, recordOf } from '../../nodes/SalesManagement/records';

const context: ValueContext = { version: 'v2', timezone: 'UTC' };
const locator = (mode: string, value: unknown) => ({ __rl: true, mode, value });
const fieldOf = (record: string, name: string): Field =>
	recordOf(record)!.fields.find((each) => each.name === name)!;

const FIELDS = RECORDS.flatMap((record) =>
	[
		...[
			record.fields,
			record.filters,
			record.bulk,
			record.parentParams,
			record.listParentParams,
		].flat(),
		...(record.key ? [record.key] : []),
	].map((field) => ({ of: `${record.id}: ${field.name}`, field })),
);
const takesAll = ({ form }: Field) => JSON.stringify(form.default ?? '').includes('"all"');
const one = FIELDS.filter(
	({ field }) =>
		field.type === referenceType &&
		field.searchName !== undefined &&
		field.form.default !== undefined,
);
const modeOf = ({ form }: Field, name: string) => form.modes?.find((mode) => mode.name === name);

describe.each(one.filter(({ field }) => !takesAll(field)))('$of', ({ field }) => {
	const { label } = field;

	test('takes a record in each form in which people have one, as a bare id or {id} (v2 §2.1.3)', () => {
		const sent = field.toRequest(12, context);
		expect(/Id$/.test(field.key) ? [12] : [12, { id: 12 }]).toContainEqual(sent);
		const forms = ['12', ' 12 ', { id: 12, name: 'A' }, { id: '12' }, '{"id":"12"}'];
		for (const entered of [...forms, locator('id', '12'), locator('list', 12)]) {
			expect(field.toRequest(entered, context)).toEqual(sent);
		}
		expect(field.toRequest(undefined, context)).toBeUndefined();
	});

	test('refuses what is no id by its label, and null where that empties nothing', () => {
		for (const entered of [
			0,
			-1,
			1.5,
			'1.5',
			'x',
			true,
			[],
			{},
			Number.NaN,
			'https://h/deals/12',
		]) {
			expect(() => field.toRequest(entered, context)).toThrow(label);
		}
		for (const entered of ['', locator('list', '')]) {
			expect(() => field.toRequest(entered, context)).toThrow(/ is empty; /);
		}
		const nulled = () => field.toRequest(null, context);
		if (field.traits.includes('clearable') && field.cleared === undefined)
			expect(nulled()).toBeNull();
		else expect(nulled).toThrow(`${label} is null`);
	});

	test('is searched or takes an id, and loads nothing before it is opened', () => {
		expect(field.form.type).toBe('resourceLocator');
		expect(field.form.typeOptions?.loadOptionsMethod).toBeUndefined();
		expect(field.form.modes?.slice(0, 2).map(({ name }) => name)).toEqual(['list', 'id']);
		expect(modeOf(field, 'list')?.typeOptions).toMatchObject({ searchable: true });
	});
});

test('there are many of them, and two that may be all records', () => {
	expect(one.length).toBeGreaterThan(30);
	const orAll = FIELDS.filter(({ field }) => takesAll(field));
	expect(orAll.map(({ of }) => of).sort()).toEqual([
		'contactAction: contactId',
		'customerAction: customerId',
	]);
	for (const { field } of orAll) {
		for (const entered of ['all', ' all ', locator('id', 'all')]) {
			expect(field.toRequest(entered, context)).toBe('all');
		}
		expect(field.toRequest('12', context)).toBe(12);
		for (const entered of ['', 'every']) {
			expect(() => field.toRequest(entered, context)).toThrow(field.label);
		}
	}
});

/** What is given, and whether it is a name: without a way of giving it, by ID, by name. */
const MAY_BE_NAMES: ReadonlyArray<readonly [value: unknown, bare: boolean, byId: boolean]> = [
	...[
		'Won',
		'anna@example.com',
		'A/B',
		'3M',
		'#a',
		'Ärzte',
		'東京',
		'１a',
		'1e3',
		'0x1F',
		'https://h/1',
	].map((value) => [value, true, true] as const),
	...[
		'24/7',
		'007',
		'5.11',
		5.11,
		'100%',
		'#1',
		'1,000',
		'2026-11-30',
		'-3',
		'１２',
		'?',
		'[12]',
		'…',
	].map((value) => [value, true, false] as const),
	...['12', ' 12 ', '12\u200b', 12, '0'].map((value) => [value, false, false] as const),
];
test.each(MAY_BE_NAMES)('%p is a name: bare %p, by ID %p, always by name', (value, bare, byId) => {
	expect(nameIn(value) !== undefined).toBe(bare);
	for (const mode of ['list', 'id']) {
		expect(nameIn(locator(mode, value)) !== undefined).toBe(byId);
	}
	expect(nameIn(locator('name', value))).toBe(String(value));
});

test.each(['', ' ', '\u3000', null, undefined, {}, ['Won'], Number.NaN, { id: 12, name: 'Won' }])(
	'%p is no name, however it is given',
	(value) => {
		for (const mode of ['list', 'id', 'name']) expect(nameIn(locator(mode, value))).toBeUndefined();
		expect(nameIn(value)).toBeUndefined();
	},
);

describe('a name in place of an id', () => {
	const IDS: Readonly<Record<string, number>> = { Won: 4, Lost: 5 };
	const asked: string[] = [];
	const idsOf: NameReader['idsOf'] = ({ name }) => {
		asked.push(name);
		const id = IDS[name];
		if (id === undefined) throw new UsageError(`nothing is called "${name}"`);
		return [id];
	};
	const named: ValueContext = { ...context, names: { idsOf } };
	const phase = fieldOf('deal', 'phase');
	beforeEach(() => asked.splice(0));

	test.each(tables.lookedUp)('%j is looked up', (entered) => {
		expect(phase.toRequest(entered, named)).toEqual(phase.toRequest(4, context));
		expect(asked).toEqual(['Won']);
	});

	test.each([12, '12', { id: 12, name: 'Won' }, '{"id": 12, "name": "Won"}'])(
		'%j has an id, and nobody is asked',
		(entered) => {
			expect(phase.toRequest(entered, named)).toEqual(phase.toRequest(12, context));
			expect(asked).toEqual([]);
		},
	);

	test('may stand beside ids in a list', () => {
		const invitees = fieldOf('dealAction', 'invitees');
		expect(invitees.toRequest('Won, 12,Lost', named)).toEqual([{ id: 4 }, { id: 12 }, { id: 5 }]);
	});

	test('is refused where none can be looked up, and actions and custom objects have none', () => {
		expect(() => phase.toRequest('Won', context)).toThrow('is "Won"; an ID is a whole number');
		const lookups = one.flatMap(({ field: { lookup } }) => (lookup ? [lookup] : []));
		const nameless = new Set(lookups.filter((each) => !hasNames(each)));
		expect(nameless.size).toBe(2);
	});
});
