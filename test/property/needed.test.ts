/** Of an answer with only what is needed, everything that is looked at reads as in the whole answer. */
import fc from 'fast-check';
import { onlyNeeded } from '../../nodes/SalesManagement/api/needed';
import { numberIds } from '../../nodes/SalesManagement/api/textIds';

const LIST = 'deals';
const PROPERTIES = ['updatedAt', 'phase', 'dealCustoms'];
const NEEDED = { list: LIST, properties: PROPERTIES };

type Json = Record<string, unknown>;

const decoded = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

/** What JSON means; `undefined` for what is none. */
function read(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

/** A string of which every other unit is written as `\u0069`. */
const otherwise = (plain: string): string => {
	const units = plain.split('').map((unit, at) => {
		if (at % 2 === 1) return JSON.stringify(unit).slice(1, -1);
		return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
	});
	return `"${units.join('')}"`;
};

const written = (plain: fc.Arbitrary<string>): fc.Arbitrary<string> =>
	fc.oneof(
		{ weight: 19, arbitrary: plain.map((each) => JSON.stringify(each)) },
		{ weight: 1, arbitrary: plain.map(otherwise) },
	);

/** Names that are like those that are needed, a few of them often twice, and texts that look like JSON. */
const name = written(
	fc.constantFrom(
		...['id', 'ID', 'i', 'idd', 'iD', 'phases', 'name', 'customer', 'deals', '', '\\', '"', 'é'],
		...['__proto__', 'updatedat', ...PROPERTIES],
	),
);
const text = written(
	fc.oneof(
		fc.string({ unit: 'grapheme', maxLength: 8 }),
		fc.constantFrom('"', '\\', '\\"', '"}', '],', '{"id":1}', '\u2028', '\ud83c', 'null', '\b/\n'),
	),
);
const number = fc.oneof(
	fc.oneof(fc.double({ noNaN: true }), fc.integer()).map((each) => JSON.stringify(each)),
	fc.constantFrom('-0', '1E400', '0.10', '1e-7', '12345678901234567890', '-1.5E+3'),
);
const nothing = fc.constant('null');
const reference = fc.constantFrom('{"id":"7"}', '{"id":8,"name":null}', '{"name":"A","id":"9"}');

const space = fc.constantFrom('', '', '', ' ', '\t', '\r\n');
type Member = readonly [name: string, value: string];
const arrayOf = (entries: readonly string[], gap: string): string =>
	`[${gap}${entries.join(`${gap},${gap}`)}${gap}]`;
const objectOf = (members: readonly Member[], gap: string): string =>
	`{${gap}${members.map((each) => each.join(`${gap}:${gap}`)).join(`${gap},${gap}`)}${gap}}`;

const { value } = fc.letrec<{ value: string }>((tie) => ({
	value: fc.oneof(
		{ depthSize: 'small', withCrossShrink: true },
		...[text, number, nothing, fc.constantFrom('true', 'false'), reference],
		fc.tuple(fc.array(tie('value'), { maxLength: 3 }), space).map((of) => arrayOf(...of)),
		fc
			.tuple(fc.array(fc.tuple(name, tie('value')), { maxLength: 3 }), space)
			.map((of) => objectOf(...of)),
	),
}));

const id = fc.oneof(
	{ weight: 6, arbitrary: fc.integer({ min: 1 }).map(String) },
	{ weight: 2, arbitrary: fc.constantFrom('"5"', '"6"', '-1', '" "', '""', 'null', 'true', '[]') },
	{ weight: 1, arbitrary: value },
);
const record = fc
	.tuple(fc.array(fc.tuple(name, value), { maxLength: 7 }), id, fc.nat(), space)
	.map(([members, own, place, gap]) => {
		const at = place % (members.length + 1);
		return objectOf([...members.slice(0, at), ['"id"', own], ...members.slice(at)], gap);
	});
const records = fc
	.tuple(
		fc.array(fc.oneof({ weight: 8, arbitrary: record }, { weight: 1, arbitrary: value }), {
			maxLength: 4,
		}),
		space,
	)
	.map((of) => arrayOf(...of));
const answer = fc
	.tuple(fc.array(fc.tuple(name, value), { maxLength: 3 }), records, fc.nat(), space)
	.map(([beside, list, place, gap]) => {
		const at = place % (beside.length + 1);
		const members = [...beside.slice(0, at), [`"${LIST}"`, list] as const, ...beside.slice(at)];
		return objectOf(members, gap);
	});

const isObject = (each: unknown): each is Json =>
	typeof each === 'object' && each !== null && !Array.isArray(each);

const isKnown = ({ id: own }: Json): boolean =>
	typeof own === 'number' || (typeof own === 'string' && own !== '');

/** What is looked at of a record that can be told from others by its ID. */
const lookedAt = (each: Json) => ({
	id: each.id,
	...Object.fromEntries(PROPERTIES.map((property) => [property, each[property]])),
	isEmptyShown: Object.values(each).includes(null),
});

const listOf = (body: Json): unknown[] =>
	Object.hasOwn(body, LIST) && Array.isArray(body[LIST]) ? body[LIST] : [];

/** What is no JSON stays as it is; of all else the same is read. */
function expectSame(given: Uint8Array): void {
	const left = decoded(onlyNeeded(Buffer.from(given), NEEDED));
	const [before, after] = [read(decoded(given)), read(left)];
	if (!isObject(before)) {
		expect(left).toBe(decoded(given));
		return;
	}
	const [all, some] = [before, after as Json].map(listOf) as [unknown[], unknown[]];
	expect({ ...(after as Json), [LIST]: 0 }).toEqual({ ...before, [LIST]: 0 });
	expect(some).toHaveLength(all.length);
	for (const each of [all, some]) numberIds(each, 'deal.getMany');
	for (const [at, each] of all.entries()) {
		if (isObject(each) && isKnown(each)) {
			expect(lookedAt(some[at] as Json)).toEqual(lookedAt(each));
		} else expect(some[at]).toEqual(each);
	}
}

describe('of any answer', () => {
	test('what is looked at is the same, and so is everything beside the records', () => {
		fc.assert(
			fc.property(answer, (given) => expectSame(Buffer.from(given))),
			{ numRuns: 4_000 },
		);
	});

	/** Bytes that JSON has none of, or that belong elsewhere. */
	const strays = fc.constantFrom(
		...[
			'',
			'',
			'}',
			']',
			',',
			':',
			'"',
			'\\',
			'\\u12',
			'-',
			'0',
			'.',
			'e',
			'u',
			'\n',
			'\0',
			'\u007f',
		],
		...['/', 'nan', '[', '{', '\ufeff'],
	);
	const bytes = fc.oneof(
		strays.map((each) => Buffer.from(each)),
		fc.constantFrom('e3', 'e381', 'ff', 'c0a2', 'eda080').map((each) => Buffer.from(each, 'hex')),
	);

	test('one that is broken anywhere stays as broken as it is', () => {
		fc.assert(
			fc.property(answer, fc.nat(), fc.nat(4), bytes, (whole, place, lost, stray) => {
				const given = Buffer.from(whole);
				const at = place % (given.length + 1);
				expectSame(Buffer.concat([given.subarray(0, at), stray, given.subarray(at + lost)]));
			}),
			{ numRuns: 6_000 },
		);
	});

	test('one that is cut off stays as it is', () => {
		fc.assert(
			fc.property(answer, fc.nat(), (whole, place) => {
				expectSame(Buffer.from(whole.slice(0, place % whole.length)));
			}),
			{ numRuns: 2_000 },
		);
	});
});
