/** A JSON field sends what was given, or is an error that names the field and the place. */
import type { WireContext } from '../../../nodes/SalesManagement/fields';
import { asJson, asList } from '../../../nodes/SalesManagement/fields/lists';
import { jsonList } from '../../../nodes/SalesManagement/fields/scalars';

const context: WireContext = { input: {}, version: 'v2', timezone: 'Asia/Tokyo' };
const field = jsonList('stages', 'Lifecycle Stages (JSON)');

const circular: { id: number; more?: unknown } = { id: 1 };
circular.more = [circular];
const deep = JSON.parse(`[${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}]`) as unknown;
const LOST = 'a JSON number would lose digits: write it as text, in quotes';

test.each<[string, unknown, string]>([
	['NaN', [{ id: 7, value: Number.NaN }], 'holds NaN at [0].value, which JSON has no form for'],
	['Infinity', [{ a: [-Infinity] }], 'holds -Infinity at [0].a[0], which JSON has no form for'],
	['a date that is none', [{ id: new Date(Number.NaN) }], 'holds an invalid date at [0].id'],
	[
		'a Luxon date that is none',
		[{ id: { toJSON: () => null } }],
		'holds an invalid date at [0].id',
	],
	['what is undefined in a list', [{ a: [1, undefined] }], 'holds undefined at [0].a[1]'],
	['a hole in a list', [{ a: [1, ...Array<unknown>(1)] }], 'holds undefined at [0].a[1]'],
	['a function', [{ a: () => 1 }], 'holds a function at [0].a, which JSON has no form for'],
	['a big integer', [{ id: 10n }], 'holds a bigint at [0].id, which JSON has no form for'],
	['a map', [{ a: new Map([[1, 2]]) }], 'holds a Map at [0].a, which JSON has no form for'],
	['a number above 2^53', [{ id: 2 ** 53 }], `holds 9007199254740992 at [0].id, where ${LOST}`],
	['an object in itself', [circular], 'holds itself at [0].more[0]'],
	['thousands of levels', deep, 'is nested more than 1000 levels deep'],
	['an ID as text', '[{"id": 9007199254740993}]', `holds 9007199254740993, where ${LOST}`],
	[
		'a long fraction',
		'[{"a": 0.1234567890123456789}]',
		`holds 0.1234567890123456789, where ${LOST}`,
	],
	['a number without end', '[{"a": 1e400}]', `holds 1e400, where ${LOST}`],
	['one that becomes zero', '[{"a": -1e-400}]', `holds -1e-400, where ${LOST}`],
	['one of 5,000 digits', `[{"a": 1${'0'.repeat(4999)}1}]`, `0…, where ${LOST}`],
])('%s is refused', (_what, given, message) => {
	expect(() => field.wire(given, context)).toThrow(message);
	expect(() => field.wire(given, context)).toThrow(/^Lifecycle Stages \(JSON\) .{1,300}\.$/);
});

test('a name of a property that is no word is shown in quotes', () => {
	expect(() => field.wire([{ 'a b': Number.NaN }], context)).toThrow('at [0]["a b"],');
});

test.each<[string, unknown]>([
	['numbers', [{ a: 0, b: -1.5, c: 1e21 / 1e21, d: Number.MAX_SAFE_INTEGER, e: 1e-7 }]],
	['text, flags, null', [{ a: 'NaN', b: true, c: null, d: [], e: {} }]],
	['what is undefined in an object, which is absent', [{ id: 7, value: undefined }]],
	['dates', [{ at: new Date(0), luxon: { toJSON: () => '2026-11-30' } }]],
	['one object in two places', [{ a: circular.id }, { a: [{}] }]],
])('%s are sent as they are', (_what, given) => {
	expect(field.wire(given, context)).toBe(given);
});

test('an object that is given in two places is no circle', () => {
	const shared = { id: 1 };
	expect(field.wire([{ a: shared, b: shared }], context)).toEqual([{ a: shared, b: shared }]);
});

test.each([
	'[{"a": 0.1, "b": 1.50, "c": -0, "d": 1e3, "e": 1E-7, "f": 0.0, "g": -12.5e+2}]',
	'[{"a": 1e21, "b": 100000000000000000000, "c": 9007199254740992}]',
	'[{"a": 1.7976931348623157e308, "b": 5e-324}]',
	'[{"9007199254740993": "9007199254740993 \\" 9007199254740993", "b": "\\\\"}]',
])('%s loses no digit', (given) => {
	expect(field.wire(given, context)).toEqual(JSON.parse(given));
});

test('lists that are given as JSON text keep their digits too', () => {
	expect(() => asList('[9007199254740993]', 'Deals')).toThrow(/^Deals holds 9007199254740993, /);
	expect(asList('["9007199254740993"]', 'Deals')).toEqual(['9007199254740993']);
});

test('an object by itself is one place', () => {
	expect(() => asJson({ a: { b: Number.NaN } }, 'Filter (JSON)')).toThrow('holds NaN at a.b,');
});
