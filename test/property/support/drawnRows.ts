/** Rows for Create or Update: of each field values that mean one thing, in the ways in which people write them. */
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import tables from './drawnRows.json';
import { textOf } from '../../../nodes/SalesManagement/shared';
import { table } from '../../support/table';
import { filled } from '../../support/written';

/** One value, in several spellings. */
type Value = readonly unknown[];
/** The values that a field may be given. */
type Values = readonly Value[];

type Around = readonly string[];
/** Blanks at the ends of a value, which mean nothing: also those of Japanese text, invisible ones and line ends. */
const AROUND: readonly Around[] = tables.around;

/** Texts of several lines keep those at their ends. */
const keepsBlanks = (name: string): boolean => name === 'memo';

const spelled = (value: unknown, [before = '', after = '']: Around = []): unknown =>
	typeof value === 'string' ? `${before}${value}${after}` : value;

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

/**
 * The kinds of records; of assets nobody tells that a value is a decimal, so it is given as the service shows it (v2 §2.8).
 * Nothing (`nothing`) clears a custom field, and leaves any other as it is.
 */
export const KINDS = table<Kind>(tables.kinds, {
	...tables.values,
	$customs: (kind: string) => filled(tables.customs, { ...tables.values, kind }),
	$listed: (list: IDataObject[]) => listed(...list),
});

const valueOf = (values: Values) => fc.constantFrom(...values);
const someOf = (fields: Readonly<Record<string, Values>>, needed: readonly string[] = []) =>
	fc.record(
		Object.fromEntries(Object.entries(fields).map(([name, values]) => [name, valueOf(values)])),
		{ requiredKeys: [...needed] },
	);

/** A row of a deal's products; some columns may be missing. */
const lineRow = someOf(tables.line, ['Product']);

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
				keepsBlanks(name) ? undefined : around,
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
