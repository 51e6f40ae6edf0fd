/** Every field that holds a list or a choice, in each form in which one may be given. */
import type { INodePropertyOptions } from 'n8n-workflow';
import tables from './lists.json';
import {
	asJson,
	asList,
	asNames,
	fieldsToClear,
	text,
	type Field,
	type ValueContext,
} from '../../nodes/SalesManagement/fields';
import { RECORDS } from '../../nodes/SalesManagement/records';

const context: ValueContext = { version: 'v2', timezone: 'Asia/Tokyo' };

const FIELDS = RECORDS.flatMap((record) =>
	[
		...[record.fields, record.filters, record.bulk].flat(),
		...record.operations.flatMap(({ options = [], sort = [] }) => [...options, ...sort]),
	].map((field) => ({ of: `${record.id}: ${field.name}`, field })),
);
/** A list of which an entry may be removed as well (v2 §2.8). */
const isLinkList = ({ form }: Field) => String(form.placeholder).includes('-9');
const idLists = FIELDS.filter(
	({ field }) => field.form.type === 'multiOptions' || isLinkList(field),
);
const rowLists = FIELDS.filter(({ field }) => field.form.type === 'collection');
const choices = FIELDS.filter(
	({ field: { form } }) => form.type === 'options' && Array.isArray(form.options),
);

test('there are lists of ids, lists of rows, and choices', () => {
	expect([idLists, rowLists, choices].map(({ length }) => length > 4)).toEqual([true, true, true]);
});

describe.each(idLists)('$of', ({ field }) => {
	/** A property called ids has bare ones, each other has objects (v2 §2.1.3). */
	const sent = (...ids: number[]) => (/Ids$/.test(field.name) ? ids : ids.map((id) => ({ id })));

	test.each(tables.forms)('is taken as $form', ({ entered }) => {
		expect(field.toRequest(entered, context)).toEqual(sent(12, 15));
	});

	test('may be a single one', () => {
		for (const entered of [12, '12', { id: 12 }, [12]]) {
			expect(field.toRequest(entered, context)).toEqual(sent(12));
		}
	});

	test('refuses what is no id, by its label', () => {
		for (const entered of ['12, x', [12, 'x'], '[12, "x"]', [1.5], [0], [-1.5], '[12', [true]]) {
			expect(() => field.toRequest(entered, context)).toThrow(field.label);
		}
	});

	test('takes records with all that they have, unless that could mean to remove', () => {
		const taken = () => field.toRequest([{ id: 12, name: 'A' }], context);
		if (isLinkList(field)) expect(taken).toThrow(`${field.label} has no column "name"`);
		else expect(taken()).toEqual(sent(12));
	});
});

describe('associations are added, and removed with a minus (v2 §2.8)', () => {
	const { field: links } = idLists.find(({ field }) => isLinkList(field))!;

	test.each(tables.associations)('$entered', ({ entered, sent }) => {
		expect(links.toRequest(entered, context)).toEqual(sent);
	});

	test.each([[[{ id: 9, remove: true }]], ['[{"id": 9, "remove": true}]']])(
		'%j is an error, as it would add',
		(entered) => {
			expect(() => links.toRequest(entered, context)).toThrow(
				'has no column "remove"; it has id, delete.',
			);
		},
	);
});

/** One row of each list, as the form has it and as it is sent. */
const ROWS: Readonly<Record<string, { entered: object; sent: object }>> = tables.rows;

describe.each(rowLists)('$of', ({ field }) => {
	test('is taken as an array, JSON text, or a single row', () => {
		const { entered, sent } = ROWS[field.name]!;
		for (const several of [[entered, entered], JSON.stringify([entered, entered])]) {
			expect(field.toRequest(several, context)).toEqual([sent, sent]);
		}
		for (const alone of [entered, JSON.stringify(entered)]) {
			expect(field.toRequest(alone, context)).toEqual([sent]);
		}
	});

	test('refuses what is no row, by its label, and a column that it does not have', () => {
		for (const wrong of [[1], ['x'], '["x"]', [null], 'not JSON', '[[]]', 7]) {
			expect(() => field.toRequest(wrong, context)).toThrow(field.label);
		}
		expect(() => field.toRequest([{ whatever: 1 }], context)).toThrow('whatever');
	});
});

describe.each(choices)('$of', ({ field }) => {
	const options = field.form.options as INodePropertyOptions[];

	test('takes each value and each label, in any spelling (v2 §2.1), and begins with one', () => {
		for (const { name, value } of options) {
			const snake = String(value).replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
			for (const word of [String(value), snake, name, name.replaceAll(' ', '_')]) {
				for (const spelled of [word, ` ${word} `, word.toUpperCase()]) {
					expect(field.toRequest(spelled, context)).toBe(value);
				}
			}
		}
		expect(options.map(({ value }) => value)).toContain(field.form.default);
	});

	test('refuses any other, by its label, and names those that there are', () => {
		const last = String(options.at(-1)?.value);
		for (const wrong of ['no such value', '-', 77, {}, [], [last, last]]) {
			expect(() => field.toRequest(wrong, context)).toThrow(
				new RegExp(`^${field.label} is .*; it must be one of .*${last}`),
			);
		}
	});
});

test.each(tables.names)('the names in $entered are $names', ({ entered, names }) => {
	expect(asNames(entered, 'Fields')).toEqual(names);
});

test('entries of a text are trimmed, those of an array are as they are, and JSON is whole', () => {
	expect(asList(' a , b ', 'Fields')).toEqual(['a', 'b']);
	expect(asList([' a '], 'Fields')).toEqual([' a ']);
	expect(() => asList('["a"', 'Fields')).toThrow(/^Fields /);
});

describe('Fields to Clear sends null, or what empties a text that is never null (S8)', () => {
	const clear = fieldsToClear([
		text('memo', 'Memo', { traits: ['clearable'] }),
		text('note', 'Note', { traits: ['clearable'], cleared: '' }),
		text('name', 'Name'),
	]);

	test.each(tables.chosen)('for what is chosen: $chosen', ({ chosen, sent }) => {
		expect(clear.toRequest(chosen, context)).toEqual(sent);
	});

	test('and so does null in its place', () => {
		const note = text('note', 'Note', { traits: ['clearable'], cleared: '' });
		expect(note.toRequest(null, context)).toBe('');
	});

	test.each([
		[['name'], 'no standard field that can be cleared'],
		[
			'x'.repeat(300_000),
			/^Fields to Clear names "x{99}…, which is no standard field that can be cleared\.$/,
		],
	])('and refuses what can’t be emptied, in a short message (%#)', (chosen, message) => {
		expect(() => clear.toRequest(chosen, context)).toThrow(message);
	});
});

test.each([
	['NaN', { rows: [{ price: Number.NaN }] }],
	['Infinity', '[{"price": 1e400}]'],
	['12345678901234567000', '[{"price": 12345678901234567890}]'],
])('JSON would send %s as something else', (shown, given) => {
	expect(() => asJson(given, 'Filter')).toThrow(`Filter holds ${shown} under "price", which`);
});

test('JSON is sent as it is given', () => {
	const given = { a: [0, -1.5, 1e-7, Number.MAX_SAFE_INTEGER], b: 'NaN', c: null, d: true };
	expect(asJson(given, 'Filter')).toBe(given);
	expect(asJson(JSON.stringify(given), 'Filter')).toEqual(given);
});
