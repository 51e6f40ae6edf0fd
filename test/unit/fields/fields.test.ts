import type { INodeProperties } from 'n8n-workflow';
import {
	decimal,
	fieldsToClear,
	flag,
	integer,
	linkedIds,
	reference,
	references,
	rows,
	text,
	type WireContext,
} from '../../../nodes/SalesManagement/fields';
import { dropdowns, locators } from '../../../nodes/SalesManagement/records/names';

const context: WireContext = { version: 'v2', timezone: 'Asia/Tokyo', input: {} };
const { customers } = locators;

describe('absent is not empty: what the user set is sent, the rest is not', () => {
	test.each([
		['text', text('a', 'A'), ''],
		['a number', integer('a', 'A'), 0],
		['a flag', flag('a', 'A'), false],
		['null, where it can be stored,', text('a', 'A', { is: ['clearable'] }), null],
	])('%s keeps its empty value', (_, field, value) => {
		expect(field.wire(value, context)).toBe(value);
	});

	test.each([text('a', 'A'), integer('a', 'A'), reference('a', 'A', customers)])(
		'a field that was not touched is left out',
		(field) => {
			expect(field.wire(undefined, context)).toBeUndefined();
		},
	);
});

describe('numbers as files hold them', () => {
	test.each([
		['1,000.50', '1000.50'],
		['1.000,50', '1000.50'],
		['-1.234.567,8', '-1234567.8'],
		['1 000,50', '1000.50'],
		['1\u202f000', '1000'],
		['1’000', '1000'],
		['1,000,000', '1000000'],
		['1.000.000', '1000000'],
		['12,5', '12.5'],
		['0,125', '0.125'],
	])('in a decimal field %p is %s', (entered, sent) => {
		expect(decimal('rate', 'Rate').wire(entered, context)).toBe(sent);
	});

	test.each([
		['1,000', 1000],
		['1.000', 1000],
		['1.000.000', 1_000_000],
		['1 000', 1000],
		['1,000.00', 1000],
		['-1,000', -1000],
		['12.0', 12],
	])('in an integer field %p is %i', (entered, sent) => {
		expect(integer('amount', 'Amount').wire(entered, context)).toBe(sent);
	});

	test.each(['1500.000', '1500,000', '0500.000'])(
		'in an integer field %p, a thousand times less than 500.000 beside it would be, is refused',
		(entered) => {
			expect(() => integer('amount', 'Amount').wire(entered, context)).toThrow(
				'must be a whole number',
			);
		},
	);

	test.each([
		['1,000', '1000 or 1'],
		['1.500', '1500 or 1.5'],
		['-1.125', '-1125 or -1.1250'],
	])(
		'one group alone in a decimal field is an error that says how to write it: %s',
		(one, means) => {
			expect(() => decimal('rate', 'Rate').wire(one, context)).toThrow(
				`Rate is "${one}", which may mean ${means}: write it as one of these.`,
			);
		},
	);

	test.each(['0.500', '1500.000', '1.5000', '12.25', '-0.125'])('%s has no such group', (one) => {
		expect(decimal('rate', 'Rate').wire(one, context)).toBe(one);
	});

	test.each(['1,00,000', '1.000.50', '1,000.50,5', '0,000.5', '1 00', '1.000,', ',5', '1,2,3'])(
		'%p is no number',
		(entered) => {
			for (const field of [decimal('rate', 'Rate'), integer('amount', 'Amount')]) {
				expect(() => field.wire(entered, context)).toThrow(/ must be a (whole )?number\.$/);
			}
		},
	);
});

describe('numbers are checked before a request is sent', () => {
	test.each(['abc', '1.5', '', {}, [], Number.NaN])('a whole number refuses %p', (entered) => {
		expect(() => integer('amount', 'Amount').wire(entered, context)).toThrow(/^Amount is /);
	});

	test('a range is enforced (v2 §8: closingMonth 1 to 12)', () => {
		const month = integer('closingMonth', 'Closing Month', { min: 1, max: 12 });
		expect(month.wire('12', context)).toBe(12);
		expect(() => month.wire(13, context)).toThrow('1 to 12');
	});

	test('decimals are strings and keep every digit (v1 §2)', () => {
		expect(decimal('price', 'Price').wire('12345678901234.5670', context)).toBe(
			'12345678901234.5670',
		);
	});
});

describe('references accept every form in which people have an id', () => {
	const field = reference('customer', 'Customer', customers);
	test.each([
		[12],
		['12'],
		[' 12 '],
		[{ __rl: true, mode: 'list', value: 12 }],
		[{ __rl: true, mode: 'id', value: '12' }],
		[{ __rl: true, mode: 'url', value: 'https://api.example.com/v2/customers/12' }],
		[{ id: 12, name: 'Example' }],
	])('%j is sent as {id: 12} (v2 §2.1.3)', (entered) => {
		expect(field.wire(entered, context)).toEqual({ id: 12 });
	});

	test.each(['', 'x', { __rl: true, mode: 'list', value: '' }, -1])('refuses %j', (entered) => {
		expect(() => field.wire(entered, context)).toThrow(/^Customer/);
	});

	test('lists take an array or text with commas (lessons: multi-selects refuse expressions)', () => {
		const invitees = references('invitees', 'Invitees', dropdowns.users);
		expect(invitees.wire([1, '2', { id: 3 }], context)).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }]);
		expect(invitees.wire('1, 2', context)).toEqual([{ id: 1 }, { id: 2 }]);
	});

	test('associations are added, and removed with a minus (v2 §2.8)', () => {
		const links = linkedIds('deals', 'Deals');
		expect(links.wire('12, -9', context)).toEqual([{ id: 12 }, { id: 9, delete: true }]);
		const asText = '{"id": 4, "delete": true}';
		for (const given of [asText, [asText], `[${asText}]`]) {
			expect(links.wire(given, context)).toEqual([{ id: 4, delete: true }]);
		}
		expect(links.wire(`{"id": 3}, ${asText}`, context)).toEqual([
			{ id: 3 },
			{ id: 4, delete: true },
		]);
		expect(links.wire([{ id: 4, delete: true }, 5], context)).toEqual([
			{ id: 4, delete: true },
			{ id: 5 },
		]);
	});

	test('a name that no association has is an error: remove would add (v2 §2.8)', () => {
		const links = linkedIds('deals', 'Deals');
		for (const entered of [[{ id: 9, remove: true }], '[{"id": 9, "remove": true}]']) {
			expect(() => links.wire(entered, context)).toThrow(
				'Deals has no column "remove"; it has id, delete.',
			);
		}
		const chosen = { __rl: true, mode: 'list', value: 9, cachedResultName: 'A' };
		expect(links.wire([chosen], context)).toEqual([{ id: 9 }]);
	});
});

describe('rows', () => {
	const details = rows(
		'details',
		'Details',
		[integer('quantity', 'Quantity'), text('memo', 'Memo')],
		{
			button: 'Add',
		},
	);

	test('each row sends only its own set fields, zero and empty text included', () => {
		expect(details.wire([{ quantity: 0 }, { memo: '' }], context)).toEqual([
			{ quantity: 0 },
			{ memo: '' },
		]);
	});

	test('the columns of the form are the columns of the request', () => {
		const columns = details.form.options as INodeProperties[];
		expect(columns.map(({ name }) => name)).toEqual(['quantity', 'memo']);
	});

	test('a bad cell is an error that names the column', () => {
		expect(() => details.wire([{ quantity: 'x' }], context)).toThrow(/^Quantity/);
	});
});

describe('Fields to Clear sends null (lessons: a field can’t be cleared)', () => {
	const clear = fieldsToClear([text('memo', 'Memo', { is: ['clearable'] }), text('name', 'Name')]);

	test('for the chosen fields only', () => {
		expect(clear.wire(['memo'], context)).toEqual({ memo: null });
		expect(clear.wire('memo', context)).toEqual({ memo: null });
	});

	test('and refuses what the service can’t empty', () => {
		expect(() => clear.wire(['name'], context)).toThrow("can't be cleared");
	});
});

test('a text of 300,000 characters that names no field to clear is cut in the message', () => {
	const clear = fieldsToClear([text('memo', 'Memo', { is: ['clearable'] })]);
	expect(() => clear.wire('x'.repeat(300_000), context)).toThrow(
		/^Fields to Clear names "x{99}…, which can't be cleared\.$/,
	);
});
