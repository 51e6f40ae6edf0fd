/** What is given as JSON is sent as it was, or is an error that names the field and the place. */
import { asJson, asList, jsonList, type WireContext } from '../../nodes/SalesManagement/fields';

const context: WireContext = { input: {}, version: 'v2', timezone: 'Asia/Tokyo' };
const field = jsonList('stages', 'Lifecycle Stages (JSON)');

const circular: { id: number; more?: unknown } = { id: 1 };
circular.more = [circular];
const deep = JSON.parse(`[${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}]`) as unknown;
const LOST = 'a JSON number would lose digits: write it as text, in quotes';

test.each<[string, unknown, string]>([
	['NaN', [{ id: 7, value: Number.NaN }], 'holds NaN at [0].value, which JSON has no form for'],
	['Infinity', [{ 'a b': [-Infinity] }], 'holds -Infinity at [0]["a b"][0], which'],
	['a date that is none', [{ id: new Date(Number.NaN) }], 'holds an invalid date at [0].id'],
	['a Luxon date that is none', [{ id: { toJSON: () => null } }], 'holds an invalid date at'],
	['what is undefined in a list', [{ a: [1, undefined] }], 'holds undefined at [0].a[1]'],
	['a function', [{ a: () => 1 }], 'holds a function at [0].a, which JSON has no form for'],
	['a map', [{ a: new Map([[1, 2]]) }], 'holds a Map at [0].a, which JSON has no form for'],
	['a number above 2^53', [{ id: 2 ** 53 }], `holds 9007199254740992 at [0].id, where ${LOST}`],
	['an ID as text', '[{"id": 9007199254740993}]', `holds 9007199254740993, where ${LOST}`],
	['a number without end', '[{"a": 1e400}]', `holds 1e400, where ${LOST}`],
	['an object in itself', [circular], 'holds itself at [0].more[0]'],
	['thousands of levels', deep, 'is nested more than 1000 levels deep'],
])('%s is refused', (_what, given, message) => {
	expect(() => field.wire(given, context)).toThrow(message);
	expect(() => field.wire(given, context)).toThrow(/^Lifecycle Stages \(JSON\) .{1,300}\.$/);
});

const shared = { id: 1 };
test.each<[string, unknown]>([
	['numbers', [{ a: 0, b: -1.5, d: Number.MAX_SAFE_INTEGER, e: 1e-7 }]],
	['text, flags, null', [{ a: 'NaN', b: true, c: null, d: [], e: {} }]],
	['what is undefined in an object, which is absent', [{ id: 7, value: undefined }]],
	['dates', [{ at: new Date(0), luxon: { toJSON: () => '2026-11-30' } }]],
	['one object in two places', [{ a: shared, b: shared }]],
])('%s are sent as they are', (_what, given) => {
	expect(field.wire(given, context)).toBe(given);
});

test.each([
	'[{"a": 0.1, "b": 1.50, "c": -0, "d": 1e3, "e": 1E-7, "g": -12.5e+2}]',
	'[{"9007199254740993": "9007199254740993 \\" 9007199254740993", "b": "\\\\"}]',
])('%s loses no digit', (given) => {
	expect(field.wire(given, context)).toEqual(JSON.parse(given));
});

test('lists and objects that are given as JSON keep their digits too', () => {
	expect(() => asList('[9007199254740993]', 'Deals')).toThrow(/^Deals holds 9007199254740993, /);
	expect(() => asJson({ a: { b: Number.NaN } }, 'Filter (JSON)')).toThrow('holds NaN at a.b,');
});
