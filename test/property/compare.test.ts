/** Values are compared as what they are: by what a user gives, and by what a service may answer. */
import fc from 'fast-check';
import {
	customDateType,
	dateTimeType,
	dateType,
	decimalText,
	decimalType,
	idType,
	integerType,
	comparisonKey as keyOf,
	textType,
	toSent,
} from '../../nodes/SalesManagement/fields';
import { runs } from '../support/random';

const TYPES = [textType, integerType, idType, decimalType, dateTimeType, dateType, customDateType];
const zones = fc.constantFrom('Asia/Tokyo', 'America/New_York', 'UTC', 'Australia/Lord_Howe');

/** A whole number and a power of ten: `[125, -2]` is 1.25. */
const numbers = fc.tuple(fc.maxSafeInteger(), fc.integer({ min: -12, max: 6 }));

/** Whether two of them are the same number, without rounding. */
function isSame([a, places]: [number, number], [b, others]: [number, number]): boolean {
	const most = Math.min(places, others);
	return BigInt(a) * 10n ** BigInt(places - most) === BigInt(b) * 10n ** BigInt(others - most);
}

/** One of the ways in which people, spreadsheets and services write a number. */
function written([digits, places]: [number, number], way: number): string {
	const plain = decimalText(`${digits}e${places}`) ?? '';
	const point = plain.includes('.') ? '' : '.';
	const [sign, rest] = plain.startsWith('-') ? ['-', plain.slice(1)] : ['', plain];
	const ways = [
		plain,
		`${plain}${point}00`,
		`${sign}00${rest}`,
		`${digits}e${places}`,
		`${digits}E${places}`,
		` ${plain} `,
		`${digits * 1}0e${places - 1}`,
	];
	return ways[way % ways.length] ?? plain;
}
const ways = fc.nat({ max: 6 });
/** Those without an exponent, of which a user may give only small ones. */
const plainWays = fc.constantFrom(0, 1, 2, 5);

describe('decimals and whole numbers', () => {
	test('however a number is written, its key is the same', () => {
		fc.assert(
			fc.property(numbers, ways, ways, (number, one, other) => {
				const keys = [one, other].map((way) => keyOf(written(number, way), decimalType));
				expect(keys[0]).toBeDefined();
				expect(keys[0]).toEqual(keys[1]);
			}),
		);
	});

	test('different numbers have different keys', () => {
		fc.assert(
			fc.property(numbers, numbers, ways, ways, (a, b, one, other) => {
				const [first, second] = [
					keyOf(written(a, one), decimalType),
					keyOf(written(b, other), decimalType),
				];
				expect(first?.exact === second?.exact).toBe(isSame(a, b));
			}),
		);
	});

	test('what is sent has the key of what was given, and every digit', () => {
		const mayBeThousands = /^\s*-?[1-9]\d{0,2}\.\d{3}\s*$/;
		fc.assert(
			fc.property(numbers, plainWays, (number, way) => {
				const text = written(number, way);
				fc.pre(!mayBeThousands.test(text));
				const sent = toSent(text, decimalType, 'Rate', { timezone: 'UTC' });
				expect(sent.key).toBe('decimalValue');
				expect(keyOf(sent.value, decimalType)).toEqual(keyOf(text, decimalType));
			}),
		);
	});

	test('a whole number has one key as number, text, and with zeros behind the point', () => {
		fc.assert(
			fc.property(fc.maxSafeInteger(), (number) => {
				const keys = [number, `${number}`, `${number}.00`, `${number}e0`].map((each) =>
					keyOf(each, integerType),
				);
				expect(new Set(keys.map((key) => key?.exact))).toEqual(new Set([`${number + 0}`]));
			}),
		);
	});

	test.each(['1.5', 'abc', '0x10', '1,000', '', ' ', 'NaN', 'Infinity', '1e9999', '.', 'e5'])(
		'%j is no whole number',
		(text) => {
			expect(keyOf(text, integerType)).toBeUndefined();
		},
	);
});

describe('times', () => {
	const moments = fc
		.date({ min: new Date('1950-01-01'), max: new Date('2090-01-01'), noInvalidDate: true })
		.map((date) => date.getTime());
	const inOffset = (moment: number, hours: number) => {
		const sign = hours < 0 ? '-' : '+';
		const text = new Date(moment + hours * 3_600_000).toISOString().replace('Z', '');
		return `${text}${sign}${String(Math.abs(hours)).padStart(2, '0')}:00`;
	};
	const offsets = fc.integer({ min: -11, max: 14 });

	test('a moment has one key in every offset, and no other moment has it', () => {
		fc.assert(
			fc.property(moments, moments, offsets, offsets, (a, b, one, other) => {
				for (const type of [dateTimeType, customDateType]) {
					const key = keyOf(inOffset(a, one), type);
					expect(key).toEqual(keyOf(inOffset(a, other), type));
					expect(key?.exact === keyOf(inOffset(b, other), type)?.exact).toBe(a === b);
				}
			}),
		);
	});

	test('a day is that day in every time zone', () => {
		fc.assert(
			fc.property(moments, moments, zones, (a, b, timezone) => {
				const [day, otherDay] = [a, b].map((each) => new Date(each).toISOString().slice(0, 10));
				for (const type of [dateType, customDateType]) {
					const { value } = toSent(day, type, 'Day', { timezone });
					expect(value).toBe(`${day!}T00:00:00Z`);
					expect(keyOf(value, type)).toEqual(keyOf(day, type));
					expect(keyOf(value, type)?.exact === keyOf(otherDay, type)?.exact).toBe(day === otherDay);
				}
			}),
		);
	});

	test.each(['2026-02-30', '2026-02-30T10:00:00Z', '2026-13-01', 'tomorrow', '1', 5])(
		'%j is no time',
		(value) => {
			for (const type of [dateTimeType, dateType, customDateType]) {
				expect(keyOf(value, type)).toBeUndefined();
			}
		},
	);
});

describe('text', () => {
	const texts = fc.string({ minLength: 1, unit: 'grapheme' });

	test('is equal only to itself; case and spaces at the ends make it perhaps the same', () => {
		fc.assert(
			fc.property(texts, texts, (a, b) => {
				expect(keyOf(a, textType)?.exact === keyOf(b, textType)?.exact).toBe(a === b);
				expect(keyOf(` ${a.toUpperCase()}`, textType)?.loose).toBe(keyOf(a, textType)?.loose);
			}),
		);
	});

	test('of an unknown type may be the number or the time that it looks like', () => {
		const loose = (value: unknown) => keyOf(value, undefined)?.loose;
		expect(loose('1.50')).toBe(loose(1.5));
		expect(loose('2026-11-30')).toBe(loose('2026-11-30T09:00:00+09:00'));
		expect(keyOf('007', undefined)?.exact).not.toBe(keyOf(7, undefined)?.exact);
	});
});

test('nothing that a service may answer makes it throw, and equal answers have equal keys', () => {
	fc.assert(
		fc.property(fc.jsonValue(), fc.constantFrom(...TYPES, undefined), (value, type) => {
			const again: unknown = JSON.parse(JSON.stringify(value));
			expect(keyOf(value, type)).toEqual(keyOf(again, type));
		}),
		{ numRuns: runs(350) },
	);
});
