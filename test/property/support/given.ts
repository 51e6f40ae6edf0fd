/** What people type, what cells of spreadsheets hold, and what expressions give. */
import fc from 'fast-check';

const luxon = (iso: string | null) => ({ toISO: () => iso });

/** An object that is part of itself. */
function circle(): object {
	const object: { a?: unknown } = {};
	return Object.assign(object, { a: [object] });
}

/** Cells and values that are known to be read wrongly somewhere. */
export const CELLS: readonly unknown[] = [
	...[
		'',
		' ',
		'  12 ',
		'\u00a012\u00a0',
		'１２',
		'007',
		'0',
		'-0',
		'+5',
		'.5',
		'5.',
		'1.50',
		'12.0',
	],
	...[
		'1,000',
		'1.000',
		'0,125',
		'-1,000',
		'1,000.50',
		'1.000,50',
		'1,000.500',
		'1,000,000',
		'1.000.000',
		'1.000.50',
		'1,00,000',
		'1000,000',
		'0,000.5',
		'12,5',
		'1 000',
		'1 000,50',
		'1\u202f000,50',
		'1’000.50',
		'1 00',
		'1_000',
		'1e3',
		'1E+15',
		'0x10',
		'0b1',
		'Infinity',
		'NaN',
	],
	...[
		'-',
		'–',
		'N/A',
		'#REF!',
		'null',
		'undefined',
		'TRUE',
		'False',
		' true ',
		'yes',
		'on',
		'＝1+1',
	],
	...[
		'2026/11/30',
		'2026/1/5',
		'2026/1/5 9:30',
		'30.11.2026',
		'1/2',
		'../5',
		'..',
		'46356',
		'2026-11-30',
		' 2026-11-30 ',
	],
	...[
		'2026-02-29',
		'2024-02-29',
		'2026-02-30T10:00',
		'2026-02-30T10:00:00Z',
		'2026-13-01',
		'0026-11-30',
	],
	...[
		'2026-11-30T24:00',
		'2026-11-30T25:61',
		'2026-11-30T10:60',
		'2026-11-30 09:30',
		'2026-11-30T9:30',
	],
	...[
		'2026-11-30T09:30:15.123456',
		'2026-11-30T09:30:00+09',
		'2026-11-30T09:30:00+0530',
		'2026-11-30t09:30z',
	],
	...[
		'2026-03-08T02:30',
		'2026-03-29T02:30',
		'2026-10-25T02:30',
		'2026-09-06',
		'2026-09-06T00:30',
		'2026-04-04T23:30',
	],
	...['2026-11-30T09:30:00[Asia/Tokyo]', '2026-11-30T', '0000-00-00'],
	...[
		'https://h.example/v2/customers/12',
		'https://h.example/v2/deals/12/',
		'https://h.example/v1/contacts/12?a=/1',
	],
	...['https://h.example/v2/custom_object_defs/ticket/custom_objects/12'],
	...['https://h.example/v2/custom_object_defs/asset/custom_objects/12'],
	...[
		'https://h.example/v2/customers/12/actions/30',
		'https://h.example/x?next=/customers/12',
		'customers/12',
	],
	...[
		'all',
		'ALL',
		'single_select',
		'updated_at',
		'-updatedAt',
		'Gold',
		'12, -9',
		'1,,2',
		' , ',
		'[]',
		'[1, "2"]',
	],
	...['{}', '[{}]', '[{"id": 3}]', '{"id": 3}', '[1', '"12"', '__proto__', '😀', 'a\nb'],
	...[undefined, null, true, false, 0, -0, 1, 12, -9, 1.5, 1e-7, 1e21, 2 ** 53, 2 ** 53 - 1],
	...[Number.NaN, Infinity, -Infinity, 1_790_000_000_000],
	...[[], [12], ['12', 13], [null], [''], [[1]], {}, { id: 12 }, { id: 'x' }, { id: { id: 3 } }],
	...[
		{ id: 4, delete: true },
		{ id: 4, delete: 'true' },
		{ id: 4, delete: 'maybe' },
		{ id: 9, remove: true },
		'[{"id": 9, "remove": true}]',
		{ name: 'x' },
	],
	...['[{"id": 9007199254740993}]', '[{"id": 1e400}]', '[{"a": "9007199254740993", "b": -1.50}]'],
	...[[{ id: Number.NaN }], [{ id: 2 ** 53 }], [{ id: undefined }]],
	...[[{ a: [undefined] }], [{ a: new Date(Number.NaN) }], [{ a: new Map() }], [circle()]],
	...[
		{ __rl: true, mode: 'list', value: 12 },
		{ __rl: true, mode: 'id', value: ' 12 ' },
		{ __rl: true, mode: 'id', value: { __rl: true, mode: 'list', value: 12 } },
	],
	...[
		{ __rl: true, mode: 'id', value: '' },
		{ __rl: true, mode: 'id', value: 'all' },
		{ __rl: true },
	],
	...[new Date(Date.UTC(2026, 10, 30)), new Date(Number.NaN)],
	...[luxon('2026-11-30T09:00:00.000+09:00'), luxon(null), { toISO: 'x' }],
];

/** Without numbers so near to zero that their digits are longer than any text may be. */
const magnitude = fc.double().filter((number) => number === 0 || !(Math.abs(number) < 1e-200));

const digits = fc.oneof(fc.integer(), fc.nat(50), fc.maxSafeInteger(), magnitude);

/** A number, written in one of the ways of spreadsheets and programs. */
const numberText = fc
	.tuple(
		digits,
		fc.constantFrom('', ' ', '\u00a0', '\t'),
		fc.constantFrom('', '0', '.0', '.50', ',5', ',000', 'e2', '%'),
	)
	.map(([number, space, end]) => `${space}${String(number)}${end}${space}`);

/** Digits with marks among them, at the places of thousands more often than not. */
const markedNumber = fc
	.tuple(
		fc.constantFrom('', '', '-', '+'),
		fc.integer({ min: 1, max: 1000 }),
		fc.array(
			fc.tuple(fc.constantFrom(',', '.', ',', ' ', '’'), fc.constantFrom('000', '500', '25')),
			{
				minLength: 1,
				maxLength: 3,
			},
		),
	)
	.map(([sign, first, groups]) => `${sign}${first}${groups.flat().join('')}`);

const two = (max: number) => fc.nat(max).map((number) => String(number).padStart(2, '0'));

/** Days and times, most of which exist. */
const dateText = fc
	.tuple(
		fc.integer({ min: 1990, max: 2040 }),
		two(13),
		two(32),
		fc.constantFrom('T', ' '),
		two(25),
		two(61),
		fc.constantFrom('', ':00', ':59.999', ':60'),
		fc.constantFrom('', 'Z', '+09:00', '-0330', '+05'),
		fc.constantFrom(true, true, false),
	)
	.map(([year, month, day, between, hour, minute, second, offset, hasTime]) =>
		hasTime
			? `${year}-${month}-${day}${between}${hour}:${minute}${second}${offset}`
			: `${year}-${month}-${day}`,
	);

const single = fc.oneof(
	fc.constantFrom(...CELLS),
	numberText,
	markedNumber,
	dateText,
	digits,
	fc.string(),
	fc.date(),
	fc
		.tuple(
			fc.constantFrom('customers', 'deals', 'contacts', 'users'),
			fc.nat(20),
			fc.constantFrom('', '/', '?a=1', '/x'),
		)
		.map(([resource, id, end]) => `https://h.example/v2/${resource}/${id}${end}`),
);

/** Anything at all, alone or as it comes in locators, records, lists and JSON. */
export const given: fc.Arbitrary<unknown> = fc.oneof(
	{ weight: 6, arbitrary: single },
	{ weight: 1, arbitrary: single.map((value) => ({ __rl: true, mode: 'id', value })) },
	{ weight: 1, arbitrary: single.map((id) => ({ id })) },
	{ weight: 1, arbitrary: fc.array(single, { maxLength: 3 }) },
	{
		weight: 1,
		arbitrary: fc.array(fc.nat(30), { minLength: 1, maxLength: 4 }).map((list) => list.join(', ')),
	},
	{
		weight: 1,
		arbitrary: fc
			.array(fc.oneof(fc.nat(30), fc.string()), { maxLength: 3 })
			.map((list) => JSON.stringify(list)),
	},
	{ weight: 1, arbitrary: fc.object({ maxDepth: 2 }) },
);

/** Zones without and with clock changes, also at midnight, and with half hours. */
export const zone = fc.constantFrom(
	'UTC',
	'Asia/Tokyo',
	'America/New_York',
	'Europe/Berlin',
	'America/Santiago',
	'Asia/Kolkata',
	'Australia/Lord_Howe',
);
