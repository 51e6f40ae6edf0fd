/** What people type, what cells of spreadsheets hold, and what expressions give. */
import tables from './given.json';
import fc from 'fast-check';

const luxon = (iso: string | null) => ({ toJSON: () => iso });

/** An object that is part of itself. */
function circle(): object {
	const object: { a?: unknown } = {};
	return Object.assign(object, { a: [object] });
}

/** Texts that are known to be read wrongly somewhere. */
const TEXTS = tables.texts;

/** Cells and other values that are. */
export const CELLS: readonly unknown[] = [
	...TEXTS,
	...[undefined, null, true, false, 0, -0, 1, 12, -9, 1.5, 1e-7, 1e21, 2 ** 53, 2 ** 53 - 1],
	...[Number.NaN, Infinity, -Infinity, 1_790_000_000_000],
	...[[], [12], ['12', 13], [null], [''], [[1]], {}, { id: 12 }, { id: 'x' }, { id: { id: 3 } }],
	...[{ id: 4, delete: 'maybe' }, { id: 9, remove: true }, { name: 'x' }, { __rl: true }],
	...[[{ id: Number.NaN }], [{ id: 2 ** 53 }], [{ id: undefined }], [circle()]],
	...[[{ a: [undefined] }], [{ a: new Date(Number.NaN) }], [{ a: new Map() }]],
	...[new Date(Date.UTC(2026, 10, 30)), new Date(Number.NaN)],
	...[luxon('2026-11-30T09:00:00.000+09:00'), luxon(null), { toJSON: 'x' }],
];

/** Without numbers so near to zero that their digits are longer than any text may be. */
const magnitude = fc.double().filter((number) => number === 0 || !(Math.abs(number) < 1e-200));
const digits = fc.oneof(fc.integer(), fc.nat(50), fc.maxSafeInteger(), magnitude);

/** A number, written in one of the ways of spreadsheets and programs. */
const numberText = fc
	.tuple(
		fc.constantFrom('', '-', '+'),
		digits,
		fc.constantFrom('', '.0', '.50', ',5', ',000', '.000', '’000', ' 000,5', 'e2', '%'),
	)
	.map(([sign, number, end]) => `${sign}${number}${end}`);

const two = (max: number) => fc.nat(max).map((number) => String(number).padStart(2, '0'));
/** Days and times, most of which exist. */
const dateText = fc
	.tuple(fc.integer({ min: 1990, max: 2040 }), two(13), two(32), two(25), two(61))
	.chain(([year, month, day, hour, minute]) =>
		fc.constantFrom(
			`${year}-${month}-${day}`,
			`${year}-${month}-${day} ${hour}:${minute}`,
			`${year}-${month}-${day}T${hour}:${minute}:59.999+09:00`,
		),
	);

/** Of a calendar that people use, or none. */
const day = fc.date({ min: new Date(0), max: new Date('2100-01-01') });

const single = fc.oneof(
	fc.constantFrom(...CELLS),
	...[numberText, dateText, digits, fc.string(), day],
);

/** Anything at all, alone or as it comes in locators, records, lists and JSON. */
export const given: fc.Arbitrary<unknown> = fc.oneof(
	{ weight: 6, arbitrary: single },
	{ weight: 1, arbitrary: single.map((value) => ({ __rl: true, mode: 'id', value })) },
	{ weight: 1, arbitrary: single.map((id) => ({ id })) },
	{ weight: 1, arbitrary: fc.array(single, { maxLength: 3 }) },
	{ weight: 1, arbitrary: fc.array(fc.nat(30), { maxLength: 4 }).map((list) => list.join(', ')) },
	{ weight: 1, arbitrary: fc.json({ maxDepth: 2 }) },
	{ weight: 1, arbitrary: fc.object({ maxDepth: 2 }) },
);

/** Zones without and with clock changes, also at midnight, and with half hours. */
export const zone = fc.constantFrom('UTC', 'Asia/Kolkata', 'America/Santiago', 'Europe/Berlin');
