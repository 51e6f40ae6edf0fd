/** Every field of every record that holds a list, in each form in which a list may be given (G13). */
import type { Field, WireContext } from '../../../nodes/SalesManagement/fields';
import { asList, asNames } from '../../../nodes/SalesManagement/fields/lists';
import { RECORDS } from '../../../nodes/SalesManagement/records';

const context: WireContext = { input: {}, version: 'v2', timezone: 'Asia/Tokyo' };

/** What two records become in the request (v2 §2.1.3, §2.5, §2.6, §4). */
const IDS = [12, 15];
const OBJECTS = [{ id: 12 }, { id: 15 }];
const EXPECTED: Readonly<Record<string, unknown[]>> = {
	invitees: OBJECTS,
	contacts: OBJECTS,
	users: OBJECTS,
	customObjects: OBJECTS,
	deals: OBJECTS,
	customers: OBJECTS,
	endPhaseReasonIds: IDS,
	dealTypeIds: IDS,
};

const FORMS: ReadonlyArray<[string, unknown]> = [
	['an array of numbers', [12, 15]],
	['an array of texts', ['12', ' 15 ']],
	['an array of objects', [{ id: 12 }, { id: '15' }]],
	['JSON text', '[12, 15]'],
	['JSON text of texts', ' ["12","15"] '],
	['JSON text of records', '[{"id":12},{"id":15}]'],
	['text', '12,15'],
	['text with spaces and a comma too many', ' 12 , 15 , '],
];

const fieldsOf = (record: (typeof RECORDS)[number]): Field[] => [
	...record.fields,
	...record.filters,
	...record.bulk,
];

/** Lists of which an entry may be removed (v2 §2.8). */
const isLinkList = ({ form }: Field) => String(form.placeholder).includes('-9');
const isIdList = (each: Field) => each.form.type === 'multiOptions' || isLinkList(each);
const idLists = RECORDS.flatMap((record) =>
	fieldsOf(record)
		.filter(isIdList)
		.map((each) => [record.id, each.name, each] as const),
);

test('every list of ids has its expectation', () => {
	expect(idLists.length).toBeGreaterThan(10);
	const unknown = idLists.filter(([, name]) => !(name in EXPECTED));
	expect(unknown.map(([record, name]) => `${record}.${name}`)).toEqual([]);
});

describe.each(idLists)('%s: %s', (_record, name, each) => {
	test.each(FORMS)('given as %s', (_form, entered) => {
		expect(each.wire(entered, context)).toEqual(EXPECTED[name]);
	});

	test(
		isLinkList(each)
			? 'a record is none: its other names could be meant to remove'
			: 'given as an array of records',
		() => {
			const records = [{ id: 12, name: 'A' }, { id: '15' }];
			const sent = () => each.wire(records, context);
			if (isLinkList(each)) expect(sent).toThrow(`${each.label} has no column "name"`);
			else expect(sent()).toEqual(EXPECTED[name]);
		},
	);

	test('a single one, as number, text or record', () => {
		const [one] = EXPECTED[name]!;
		for (const entered of [12, '12', { id: 12 }, [12]]) {
			expect(each.wire(entered, context)).toEqual([one]);
		}
	});

	test('what is no id is refused, by the field’s label', () => {
		for (const entered of ['12, x', [12, 'x'], '[12, "x"]', [1.5], [0], [-1.5], '[12', [true]]) {
			expect(() => each.wire(entered, context)).toThrow(each.label);
		}
	});
});

describe('rows', () => {
	const rowLists = RECORDS.flatMap((record) =>
		fieldsOf(record)
			.filter(({ form }) => form.type === 'collection')
			.map((each) => [record.id, each.name, each] as const),
	);
	/** One row of each list, as the form has it and as it is sent. */
	const ROWS: Readonly<Record<string, readonly [entered: object, sent: object]>> = {
		dealProductDetails: [
			{ dealProductDetailTypeId: '3', quantity: '1.50', term: '2', deleted: 'false' },
			{ dealProductDetailTypeId: 3, quantity: '1.50', term: 2, deleted: false },
		],
		dealCustomers: [
			{ dealCustomerTypeId: 1, customerId: '7', delete: true },
			{ dealCustomerTypeId: 1, customerId: 7, delete: true },
		],
		dealCustoms: [
			{ itemKey: 'region', value: 'x' },
			{ itemKey: 'region', value: 'x' },
		],
		dealProductDetailTypeCustoms: [
			{ itemKey: 'detail_text', value: 'x' },
			{ itemKey: 'detail_text', value: 'x' },
		],
		files: [
			{ name: 'a.pdf', path: '/a.pdf' },
			{ name: 'a.pdf', path: '/a.pdf' },
		],
	};

	test('every list of rows has its expectation', () => {
		const unknown = rowLists.map(([, name]) => name).filter((name) => !(name in ROWS));
		expect(unknown).toEqual([]);
	});

	test.each(rowLists)('%s: %s as an array, JSON text, or a single row', (_record, name, each) => {
		const [entered, sent] = ROWS[name]!;
		expect(each.wire([entered, entered], context)).toEqual([sent, sent]);
		expect(each.wire(JSON.stringify([entered, entered]), context)).toEqual([sent, sent]);
		expect(each.wire(entered, context)).toEqual([sent]);
		expect(each.wire(JSON.stringify(entered), context)).toEqual([sent]);
	});

	test.each(rowLists)('%s: %s refuses what is no row, by its label', (_record, _name, each) => {
		for (const wrong of [[1], ['x'], '["x"]', [null], 'not JSON', '[[]]', 7]) {
			expect(() => each.wire(wrong, context)).toThrow(each.label);
		}
	});

	test.each(rowLists)('%s: %s refuses what no column knows', (_record, _name, each) => {
		expect(() => each.wire([{ whatever: 1 }], context)).toThrow('whatever');
	});
});

describe('a list of names', () => {
	test.each([
		[' a , b ', ['a', 'b']],
		['a,,b,', ['a', 'b']],
		['', []],
		['[" a ", "b"]', ['a', 'b']],
		[
			[' a ', '', 'b'],
			['a', 'b'],
		],
		[
			['a', 7],
			['a', '7'],
		],
		[7, ['7']],
	])('%j is %j', (entered, list) => {
		expect(asNames(entered, 'Fields')).toEqual(list);
	});

	test('JSON that is cut is refused, by the label', () => {
		expect(() => asList('["a"', 'Fields')).toThrow(/^Fields /);
	});

	test('entries of a text are trimmed, those of an array left as they are', () => {
		expect(asList(' a , b ', 'Fields')).toEqual(['a', 'b']);
		expect(asList([' a '], 'Fields')).toEqual([' a ']);
	});
});
