/** Of an answer with only what is needed, everything that is looked at reads as in the whole answer. */
import fc from 'fast-check';
import { LIMITS } from '../../nodes/SalesManagement/api/limits';
import { onlyNeeded } from '../../nodes/SalesManagement/api/needed';

const LIST = 'deals';
const PROPERTIES = ['updatedAt', 'phase', 'dealCustoms', 'Größe "x"'];
const NEEDED = { list: LIST, properties: PROPERTIES };

type Json = Record<string, unknown>;

const cut = (text: string): string => onlyNeeded(Buffer.from(text), NEEDED).toString();

/** Names that are like those that are needed, and texts that look like JSON. */
const name = fc.constantFrom(
	...['id', 'ID', 'i', 'idd', 'phase', 'phases', 'name', 'deals', '', '\\', '"', '__proto__'],
	...PROPERTIES,
);
const text = fc.oneof(
	fc.string({ unit: 'grapheme', maxLength: 8 }),
	fc.constantFrom('"', '\\', '\\"', '"}', '],', '{"id":1}', '\u2028', '\ud83c', 'null', ':,'),
);
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
	value: fc.oneof(
		{ depthSize: 'small', withCrossShrink: true },
		fc.oneof(text, fc.double({ noNaN: true }), fc.integer(), fc.boolean(), fc.constant(null)),
		fc.array(tie('value'), { maxLength: 3 }),
		fc.dictionary(name, tie('value'), { maxKeys: 3 }),
	),
}));
const record = fc.record(
	{
		id: fc.oneof(fc.integer({ min: 1 }), text),
		fields: fc.dictionary(name, value, { maxKeys: 6 }),
	},
	{ requiredKeys: ['fields'] },
);
const records = fc
	.array(fc.oneof({ weight: 8, arbitrary: record }, { weight: 1, arbitrary: value }), {
		maxLength: 4,
	})
	.map((all) =>
		all.map((each) => {
			const isRecord = typeof each === 'object' && each !== null && 'fields' in each;
			if (!isRecord) return each;
			const { id, fields } = each as { id?: unknown; fields: Json };
			return id === undefined ? fields : { ...fields, id };
		}),
	);
const answer = fc
	.tuple(fc.dictionary(name, value, { maxKeys: 3 }), records, fc.boolean())
	.map(([beside, list, isFirst]) =>
		isFirst ? { [LIST]: list, ...beside } : { ...beside, [LIST]: list },
	);
/** Spaces between what JSON is made of, and characters written in another way. */
const written = fc.record({
	space: fc.constantFrom('', ' ', '\t', '\n'),
	isEscaped: fc.boolean(),
});

function write(of: unknown, { space, isEscaped }: { space: string; isEscaped: boolean }): string {
	const plain = JSON.stringify(of, null, space);
	return isEscaped ? plain.replace(/"(?:[^"\\]|\\.)*"/g, otherwise) : plain;
}

/** A string of which every other unit is written as `\u0069`. */
function otherwise(string: string): string {
	const units = (JSON.parse(string) as string).split('');
	const written = units.map((unit, at) =>
		at % 2 === 0
			? JSON.stringify(unit).slice(1, -1)
			: `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
	);
	return `"${written.join('')}"`;
}

const isObject = (each: unknown): each is Json =>
	typeof each === 'object' && each !== null && !Array.isArray(each);

/** What is looked at of a record. */
const lookedAt = (each: Json) => ({
	id: each.id,
	...Object.fromEntries(PROPERTIES.map((property) => [property, each[property]])),
});

const listOf = (body: Json): unknown[] | undefined =>
	Object.hasOwn(body, LIST) && Array.isArray(body[LIST]) ? body[LIST] : undefined;

const showsEmpty = (all: readonly unknown[]) =>
	all.some((each) => isObject(each) && Object.values(each).includes(null));

describe('of any answer', () => {
	test('what is looked at is the same, and so is everything beside the records', () => {
		fc.assert(
			fc.property(answer, written, (whole, how) => {
				const given = write(whole, how);
				const [before, after] = [given, cut(given)].map((each) => JSON.parse(each) as Json);
				if (!before || !after) throw new Error('nothing');
				const [all, left] = [listOf(before) ?? [], listOf(after) ?? []];
				expect({ ...after, [LIST]: 0 }).toEqual({ ...before, [LIST]: 0 });
				expect(left).toHaveLength(all.length);
				for (const [at, each] of all.entries()) {
					const isKnown = isObject(each) && each.id !== null && Object.hasOwn(each, 'id');
					if (!isKnown) expect(left[at]).toEqual(each);
					else expect(lookedAt(left[at] as Json)).toEqual(lookedAt(each));
				}
				expect(showsEmpty(left)).toBe(showsEmpty(all));
			}),
			{ numRuns: 2_000 },
		);
	});

	test('one that is cut off, or ends in another way, stays as broken as it is', () => {
		fc.assert(
			fc.property(
				answer,
				written,
				fc.nat(),
				fc.constantFrom('', '}', ',', '"', ']', 'x'),
				(...of) => {
					const [whole, how, place, other] = of;
					const given = write(whole, how);
					const broken = given.slice(0, place % given.length) + other;
					const reads = (each: string) => {
						try {
							JSON.parse(each);
							return true;
						} catch {
							return false;
						}
					};
					if (!reads(broken)) expect(reads(cut(broken))).toBe(false);
				},
			),
			{ numRuns: 2_000 },
		);
	});
});

test('what is not looked at is not there any more', () => {
	const body = {
		totalCount: 2,
		deals: [
			{ name: 'A', id: 1, phase: { id: 7 }, memo: null, other: [{ id: 3 }], updatedAt: 'x' },
			{ name: 'B', memo: null, id: 2 },
			{ name: 'without an ID' },
		],
	};
	expect(JSON.parse(cut(JSON.stringify(body)))).toEqual({
		totalCount: 2,
		deals: [
			{ id: 1, phase: { id: 7 }, memo: null, updatedAt: 'x' },
			{ id: 2 },
			{ name: 'without an ID' },
		],
	});
});

test('an answer of another form stays as it is', () => {
	for (const given of ['[{"id":1,"a":2}]', '{"data":[{"id":1,"a":2}]}', '"deals"', '', ' ', '{}']) {
		expect(cut(given)).toBe(given);
	}
});

test('what is nested too deeply stays for the one who says so', () => {
	const deep = LIMITS.answerDepth + 1;
	const given = `{"deals":[{"id":1,"a":${'['.repeat(deep)}${']'.repeat(deep)}}]}`;
	expect(cut(given)).toBe(given);
});
