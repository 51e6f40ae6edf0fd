/** Rows for Create or Update: of each field values that mean one thing, in the ways in which people write them. */
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { textOf } from '../../../nodes/SalesManagement/shared';

/** One value, in several spellings. */
type Value = readonly unknown[];
/** The values that a field may be given. */
type Values = readonly Value[];

type Around = readonly [before: string, after: string];
const NONE: Around = ['', ''];
/** Blanks at the ends of a value, which mean nothing: also those of Japanese text, invisible ones and line ends. */
const AROUND: readonly Around[] = [
	NONE,
	[' ', ' '],
	['', '\u00a0'],
	['\u3000', '\u200b'],
	['\ufeff', '\n'],
	['\u200b', ' \r\n'],
];

/** Texts of several lines keep those at their ends. */
const keepsBlanks = (name: string): boolean => name === 'memo';

const spelled = (value: unknown, [before, after]: Around): unknown =>
	typeof value === 'string' ? `${before}${value}${after}` : value;

const TEXTS: Values = [
	...['Kyoto', '24/7', '007', '1.50', 'true', '2026-11-30', "it's", 'a, b; c', 'e\u0301t\u00e9'],
	...['ＡＢＣ', 'null', '{"a":1}', '[1]', 'Straße', '=1+1', '+81 3', '😀'],
].map((text) => [text]);
const LONG_TEXTS: Values = [['Line one\nline two'], ...TEXTS];
const INTEGERS: Values = [
	['1250', '1.250', '1,250', '1250.0', 1250],
	['0', 0, '0.0'],
	['7', 7],
];
const DECIMALS: Values = [
	['1.5', '1.50', '1,5', 1.5],
	['1000.5', '1,000.50', '1.000,50', 1000.5],
	['-2', '-2.0', -2],
	['0', 0, '0.00'],
];
const DAYS: Values = [
	['2026-11-30', '2026/11/30', '30 Nov 2026'],
	['2027-01-01', 'January 1, 2027'],
];
const MOMENTS: Values = [
	...DAYS.map((days) => [...days, `${String(days[0])}T00:00:00Z`]),
	['2026-11-30T09:30:00+09:00', '2026-11-30T00:30:00Z', '2026-11-30T00:30:00.000Z'],
];
const LEVELS: Values = [
	['Gold', '1', 'Gold (1)'],
	['Bronze', '3', 'bronze'],
];
const TOPICS: Values = [
	['Price, Service', '3,1', ['Service', 'Price'], '[1, 3]'],
	['Quality', '2', [2]],
];
const PEOPLE: Values = [
	['1', [1], '[1]'],
	['2, 1', '1,2', [2, 1]],
];
/** Nothing clears a custom field, and leaves any other as it is. */
const NOTHING: Value = ['', null];

const customs = (kind: string): Record<string, Values> => ({
	[`${kind}_text`]: [...TEXTS, NOTHING],
	[`${kind}_date`]: [...MOMENTS, NOTHING],
	[`${kind}_number`]: [...INTEGERS, NOTHING],
	[`${kind}_decimal_number`]: [...DECIMALS, NOTHING],
	[`${kind}_url`]: [['https://notes.example/a'], NOTHING],
	[`${kind}_single_select`]: [...LEVELS, NOTHING],
	[`${kind}_multi_select`]: [...TOPICS, NOTHING],
	[`${kind}_user`]: [...PEOPLE, NOTHING],
});

/** An array as cells hold it, in every order, as JSON and as it is. */
const listed = (...list: IDataObject[]): Value => {
	const orders = [list, list.toReversed()];
	return [...orders.map((each) => JSON.stringify(each)), ...orders];
};

/** What is drawn of a kind of record. */
interface Kind {
	readonly name: string;
	readonly resource: string;
	readonly parameters?: IDataObject;
	/** The fields by which rows are matched, each with the keys of some records. */
	readonly keys: Readonly<Record<string, Values>>;
	/** What every row gives. */
	readonly needed: Readonly<Record<string, Values>>;
	readonly fields: Readonly<Record<string, Values>>;
	/** Whether rows give lines of products besides, each its own. */
	readonly hasLines?: true;
}

/** Of the one company that the sandbox's register has with it. */
const KNOWN_SITE = 'https://registered-works.example';

const named = (...names: string[]): Values => names.map((name) => [name]);
const LINKS: Values = [['1'], ['2, 1', '1,2', [1, 2]]];
const KEYS = named('k1', 'k2', 'k3');

export const KINDS: readonly Kind[] = [
	{
		...{ name: 'customer', resource: 'customer' },
		keys: {
			name: named('Twice Works', 'Twice & Sons', 'Twice'),
			telNo: named('03-1', '0312', '+81 3'),
			'custom:customer_text': KEYS,
			'custom:customer_number': [['71', 71, '71.0'], ['72'], ['73']],
			'custom:customer_decimal_number': [['7.5', '7,50', 7.5], ['8.25']],
			'custom:customer_date': [['2026-01-01', '2026-01-01T00:00:00Z'], ['2026-01-02']],
		},
		needed: { name: named('Named') },
		fields: {
			...{ address: TEXTS, telNo: TEXTS, companyNum: TEXTS, capital: INTEGERS },
			...{ employee: INTEGERS, establishYear: [['1987', 1987]], closingMonth: [['3', 3]] },
			webUrl: named(KNOWN_SITE, 'https://other.example', 'https://twins.example'),
			industry: [['Retail', '2'], ['Software']],
			ownerRole: [
				['Sales', '1'],
				['Management', 'management', 2],
			],
			parentId: [['1', 1]],
			customObjects: LINKS,
			...customs('customer'),
		},
	},
	{
		...{ name: 'contact', resource: 'contact' },
		keys: {
			email: named('a@twice.example', 'b@twice.example', 'a+b@twice.example'),
			name: named('Ada Twice', 'Bo Twice'),
			'custom:contact_text': KEYS,
		},
		needed: { name: named('Named') },
		fields: {
			...{ email: named('x@twice.example'), tel: TEXTS, mobileTel: TEXTS, address: TEXTS },
			...{ dept: TEXTS, position: TEXTS, memo: LONG_TEXTS, customer: [['1', 1], ['2']] },
			lifecycleStages: [
				listed({ lifecycleStageTypeId: 1, id: 101 }, { lifecycleStageTypeId: 1, id: 102 }),
				listed({ lifecycleStageTypeId: 1, id: 103 }),
			],
			customObjects: LINKS,
			...customs('contact'),
		},
	},
	{
		...{ name: 'deal', resource: 'deal' },
		keys: { name: named('Deal 1', 'Deal 2', 'Deal 3'), 'custom:deal_text': KEYS },
		needed: {
			...{ name: named('Named'), expectedContractDate: DAYS, customer: [['1', 1]] },
			...{
				dealType: [['New business', '1']],
				phase: [
					['Qualified', '1'],
					['Won', 'won', '3'],
				],
			},
			...{ product: [['Starter plan', '1']], probability: [['1', 1]], channel: [['Website']] },
			...{ user: [['1', 1], ['2']], reason: named('Asked for') },
		},
		fields: {
			...{ amount: INTEGERS, closingLeadtime: INTEGERS, memo: LONG_TEXTS },
			...{
				fromEmail: [
					['true', true, 'yes'],
					['false', false],
				],
			},
			endPhaseReasons: [
				['2, 1', '1,2'],
				['1', 'Best offer'],
			],
			'Related Customers': [
				listed(
					{ Relation: 1, Customer: 1 },
					{ Relation: 2, Customer: 1 },
					{ Relation: 1, Customer: 2 },
				),
				listed({ Relation: 'Agency', Customer: 2 }),
			],
			customObjects: LINKS,
			...customs('deal'),
		},
		hasLines: true,
	},
	{
		...{ name: 'ticket', resource: 'customObject' },
		parameters: { customObjectDefKey: 'ticket' },
		keys: {
			subject: KEYS,
			priority: [['6001', 6001], ['6002']],
			due_date: [['2026-01-01'], ['2026-01-02']],
		},
		needed: {},
		fields: {
			...{ subject: [...TEXTS, NOTHING], due_date: [...MOMENTS, NOTHING] },
			...{ priority: [...INTEGERS, NOTHING], status: [['open'], ['closed'], NOTHING] },
			...{ assignees: [...PEOPLE, NOTHING], deals: LINKS, customers: LINKS, contacts: LINKS },
		},
	},
	{
		...{ name: 'asset', resource: 'customObject' },
		parameters: { customObjectDefKey: 'asset' },
		keys: { serial: KEYS, floor: [['51', 51], ['52']] },
		needed: {},
		fields: {
			...{ serial: [...TEXTS, NOTHING], manual: [['https://notes.example/a'], NOTHING] },
			// Nobody tells that it is a decimal, so it is given as the service shows it (v2 §2.8).
			value: [['7.25'], ['1250.75'], NOTHING],
			...{ tags: [['leased, mobile', ['mobile', 'leased']], ['insured'], NOTHING] },
			...{ bought_on: [...MOMENTS, NOTHING], floor: [...INTEGERS, NOTHING] },
		},
	},
];

const valueOf = (values: Values) => fc.constantFrom(...values);
const someOf = (fields: Readonly<Record<string, Values>>, needed: readonly string[] = []) =>
	fc.record(
		Object.fromEntries(Object.entries(fields).map(([name, values]) => [name, valueOf(values)])),
		{ requiredKeys: [...needed] },
	);

/** A row of a deal's products; some columns may be missing. */
const lineRow = someOf(
	{
		Product: [
			['Licence', 1, '1'],
			['Training', 2],
		],
		...{
			quantity: [
				['2', 2, '2.0'],
				['1', 1],
			],
			price: [
				['1.5', '1,50', 1.5],
				['800', 800],
			],
		},
		...{ unitCost: [['400', '400.0']], term: [['1', 1], ['2']], memo: named('a', 'b', '007') },
		firstSales: [['2026-11-30T09:30:00+09:00', '2026-11-30T00:30:00Z']],
	},
	['Product'],
);

/** A way to spell each value of a row. */
const spelling = fc.array(fc.nat(11), { minLength: 12, maxLength: 12 });
const way = fc.record({ spelling, around: fc.constantFrom(...AROUND) });
type Way = typeof way extends fc.Arbitrary<infer Drawn> ? Drawn : never;
type Given = Record<string, Value>;

const writtenBy = (given: Given, { spelling: ways, around }: Way): IDataObject =>
	Object.fromEntries(
		Object.entries(given).map(([name, value], at) => [
			name,
			spelled(
				value[(ways[at % ways.length] ?? 0) % value.length],
				keepsBlanks(name) ? NONE : around,
			),
		]),
	) as IDataObject;

/** What a record is, of which each row gives some. */
const whole = ({ needed, fields }: Kind, key: string) => {
	const { [key]: _, ...others } = fields;
	return someOf({ ...others, ...needed }, Object.keys(needed)).map((drawn): Given => {
		const { industry, ...given } = drawn;
		// Where the service knows the website, it replaces the industry: that is told (v2 §2.4).
		const isKnown = given.webUrl?.[0] === KNOWN_SITE;
		return { ...given, ...(industry && !isKnown && { industry }) };
	});
};

/** A run: how rows are matched, and rows of which no two of one key disagree. */
export const drawnRuns = (kind: Kind) =>
	fc.constantFrom(...Object.keys(kind.keys)).chain((matchBy) => {
		const key = matchBy.replace('custom:', '');
		const keys = kind.keys[matchBy] ?? [];
		const records = fc.tuple(...keys.map(() => whole(kind, key)));
		const row = fc.record({
			which: fc.nat(keys.length - 1),
			leaves: fc.array(fc.boolean(), { minLength: 7, maxLength: 7 }),
			lines: fc.option(fc.array(fc.tuple(lineRow, way), { minLength: 1, maxLength: 3 })),
			way,
		});
		return fc.tuple(records, fc.array(row, { minLength: 1, maxLength: 8 })).map(([all, drawn]) => ({
			...{ resource: kind.resource, parameters: { ...kind.parameters, matchBy } },
			rows: drawn.map(({ which, leaves, lines, way: by }) => {
				const given = Object.entries({ ...all[which], [key]: keys[which] ?? [] }).filter(
					([name], at) => name === key || name in kind.needed || !leaves[at % leaves.length],
				);
				const products = lines?.map(([one, how]) => writtenBy(one, how));
				return {
					...writtenBy(Object.fromEntries<Value>(given), by),
					...(kind.hasLines && products && { 'Product Details': JSON.stringify(products) }),
				};
			}),
		}));
	});

/** Rows as the cells of a file hold them. */
export const asCells = (rows: readonly IDataObject[]): string => {
	const cells = rows.map((row) =>
		JSON.stringify(
			Object.fromEntries(Object.entries(row).map(([name, each]) => [name, textOf(each)])),
		),
	);
	return cells.join('\n');
};
