/** What a value means for each way of giving it: each cell of the tables of docs/node.md, with drawn values. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { isObject, textOf, trimmed } from '../../nodes/SalesManagement/shared';
import { DEAL } from '../operations/support/importing';
import { FROM_INPUT, idOf, named } from '../operations/support/names';
import {
	listOf,
	rowsIn,
	runOn,
	type Definition,
	type Given,
	type Respond,
	type Sent,
} from '../operations/support/service';
import { withFile } from '../operations/support/withFile';
import { toolType } from '../../harness';
import { byId } from '../support/nodeFixture';
import { runs } from '../support/random';

const RUNS = runs(1);

/** The rows of the table with this head, each with its cells. */
function tableOf(head: string): ReadonlyArray<readonly [row: string, cells: string[]]> {
	const page = readFileSync(join(__dirname, '../../docs/node.md'), 'utf8').split('\n');
	const rows = page.slice(page.findIndex((line) => line.startsWith(`| ${head}`)) + 2);
	return rows.slice(0, rows.indexOf('')).map((line) => {
		const [row = '', ...cells] = line.split('|').slice(1, -1).map(trimmed);
		return [row, cells];
	});
}

/** The columns of the first table: digits, numbers and dates with marks, text with a letter, a record whole. */
const number = fc.integer({ min: 1, max: 99_999 });
const CLASSES = [
	fc.oneof(number, number.map(String)),
	fc.oneof(
		fc.tuple(number, number).map(([a, b]) => `${a}/${b}`),
		number.map((each) => `00${each}`),
		fc.tuple(number, fc.integer({ min: 1, max: 9 })).map(([a, b]) => Number(`${a}.${b}`)),
		number.map((each) => `${each} %`),
	),
	fc
		.tuple(
			fc.constantFrom('Acme', 'j.smith@acme-', '東京', "O'Neil & Co. -", '7-Eleven ', 'Nº'),
			number,
		)
		.map(([name, each]) => `${name}${each}`),
	number.chain((id) =>
		fc.constantFrom<unknown>({ id }, `{"id": ${id}}`, { id: `${id}`, name: 'Else' }),
	),
] as const;
const blanks = fc.constantFrom('', ' ', '\u00a0', '\u3000\u200b', '\ufeff', '\r\n');
const around = (value: unknown, before: string, after: string) =>
	typeof value === 'string' ? `${before}${value}${after}` : value;
const SEVERAL = 4;
/** For each column some values that differ, with blanks at their ends. */
const values = fc.tuple(
	...CLASSES.map((each) =>
		fc
			.uniqueArray(each, { minLength: SEVERAL, maxLength: SEVERAL, selector: textOf })
			.chain((some) => fc.tuple(...some.map((one) => fc.tuple(fc.constant(one), blanks, blanks)))),
	),
);

/** IDs from here on are those of customers by their names; lower ones are the IDs that are given. */
const NAMED = 1_000_000;

interface Filter {
	readonly compositeFilter?: { readonly subFilters: readonly Filter[] };
	readonly valueFilter?: { readonly value: { readonly stringValue: string } };
}
const wordsIn = ({ compositeFilter, valueFilter }: Filter): string[] => [
	...(compositeFilter?.subFilters ?? []).flatMap(wordsIn),
	...(valueFilter ? [valueFilter.value.stringValue] : []),
];

/** A service with a customer of each name. */
const customers =
	(names: readonly string[]): Respond =>
	({ path, body }) => {
		if (path !== '/customers/search') return undefined;
		const words = wordsIn(body.filter as Filter);
		const found = names.filter((name) => words.includes(name));
		return listOf(found.map((name) => ({ id: NAMED + names.indexOf(name), name })));
	};

/** What became of a value: an ID as it was given, that of a name, or an error; else the ID of another. */

const meaning = (id: unknown, name: string, names: readonly string[], value: unknown) => {
	if (id === undefined) return 'error';
	if (id === NAMED + names.indexOf(name)) return 'name';
	const given = isObject(value) ? value.id : textOf(value).replace(/\D/g, '');
	return textOf(id) === textOf(given) ? 'ID' : `${Number(id)}`;
};

/** A deal for each value, whose customer is given so. */
async function inDeals(
	parameters: IDataObject,
	input: readonly object[],
	names: readonly string[],
) {
	const { items, requests } = await runOn('deal.createMany', {
		...{ parameters, continueOnFail: true, respond: customers(names) },
		input: input as IDataObject[],
	});
	const rows = requests.flatMap(({ path, body }) =>
		path.endsWith('/bulk') ? (rowsIn(body) ?? []) : [],
	);
	if (rows.length === 0 && items.every(({ json }) => json.error === undefined))
		throw new Error('No row');
	return (at: number) =>
		(rows.find(({ name }) => name === `Deal ${at}`)?.customer as IDataObject | undefined)?.id;
}

const { customer: _, ...NEW } = DEAL;
const csv = (cell: unknown) => `"${textOf(cell).replaceAll('"', '""')}"`;
type Way = (
	given: readonly unknown[],
	names: readonly string[],
) => Promise<(at: number) => unknown>;

const inForm =
	(customer: unknown): Way =>
	async (given, names) =>
		await inDeals(
			{ ...NEW, name: '={{ $json.name }}', customer } as IDataObject,
			given.map((it, at) => ({ name: `Deal ${at}`, it })),
			names,
		);
const inColumn =
	(column: string): Way =>
	async (given, names) =>
		await inDeals(
			FROM_INPUT,
			given.map((it, at) => ({ ...NEW, name: `Deal ${at}`, [column]: it })),
			names,
		);
const inFile =
	(column: string): Way =>
	async (given, names) => {
		const lines = given.map((it, at) => [`Deal ${at}`, ...Object.values(NEW), it].map(csv).join());
		const text = [['name', ...Object.keys(NEW), column].map(csv).join(), ...lines].join('\n');
		return await inDeals({ fieldsFrom: 'file' }, [withFile(text)], names);
	};
/** One run for each value. */
const oneByOne =
	(operation: string, parameters: IDataObject, idIn: (sent: Sent) => unknown): Way =>
	async (given, names) => {
		const ids: unknown[] = [];
		for (const value of given) {
			const { requests } = await runOn(operation, {
				...(JSON.stringify(parameters).includes('$fromAI') && { type: toolType }),
				...{ respond: customers(names), parameters },
				input: [{ query: { it: value }, it: value } as IDataObject],
			});
			const sent = requests.filter(
				({ method, path }) => method !== 'GET' && !path.endsWith('/search'),
			);
			ids.push(sent[0] && idIn(sent[0]));
		}
		return (at) => ids[at];
	};
const BY_MODEL = "={{ $fromAI('it') }}";
const ofCustomer = ({ body }: Sent) => idOf(body.customer);
const ofRelated = ({ body: { dealCustomers } }: Sent) =>
	(dealCustomers as IDataObject[] | undefined)?.[0]?.customerId;
const deleted = (customerId: unknown) =>
	oneByOne('customer.delete', { customerId } as IDataObject, ({ path }) =>
		Number(/^\/customers\/(\d+)$/.exec(path)?.[1]),
	);
const fromList = (value: string) => ({ ...byId(value), mode: 'list' });
const agents = [BY_MODEL, byId(BY_MODEL), fromList(BY_MODEL)];

const WAYS: Readonly<Record<string, readonly Way[]>> = {
	'_From List_, _By ID_, column or file _customerId_': [
		...[inForm(fromList('={{ $json.it }}')), inForm(byId('={{ $json.it }}'))],
		...[inColumn('customerId'), inFile('customerId')],
	],
	'_By Name_, column or file _Customer Name_': [
		...[inForm(named('={{ $json.it }}')), inColumn('Customer Name'), inFile('Customer Name')],
	],
	'other column or file, expression for the whole field, AI agent': [
		...[inForm('={{ $json.it }}'), inColumn('Customer'), inFile('customer')],
		...agents.flatMap((customer) => {
			const dealCustomers = [{ dealCustomerTypeId: byId(1), customerId: customer }];
			return [
				oneByOne('deal.create', { ...NEW, name: 'A', customer }, ofCustomer),
				oneByOne('contact.create', { name: 'A', additionalFields: { customer } }, ofCustomer),
				oneByOne('deal.update', { dealId: byId(1), updateFields: { dealCustomers } }, ofRelated),
			];
		}),
	],
	'to _Delete_: _From List_, _By ID_': ['={{ $json.it }}', BY_MODEL].flatMap((value) => [
		deleted(fromList(value)),
		deleted(byId(value)),
	]),
};

describe('a record', () => {
	const table = tableOf('how you give a record');
	test('the table has these rows', () => {
		expect(table.map(([row]) => row)).toEqual(Object.keys(WAYS));
	});

	test.each(table)(
		'%s',
		async (row, cells) => {
			expect(cells).toHaveLength(CLASSES.length);
			const holds = fc.asyncProperty(values, async (drawn) => {
				const all = drawn.flatMap((some, column) =>
					some.map(([value, before, after]) => ({
						expected: cells[column],
						bare: textOf(value),
						given: around(value, before, after),
					})),
				);
				const names = [...new Set(all.map(({ bare }) => bare))];
				for (const way of WAYS[row] ?? []) {
					const idAt = await way(
						all.map(({ given }) => given),
						names,
					);
					const became = all.map(({ given, bare }, at) => [
						given,
						meaning(idAt(at), bare, names, given),
					]);
					expect(became).toEqual(all.map(({ given, expected }) => [given, expected]));
				}
			});
			await fc.assert(holds, { numRuns: RUNS });
		},
		60_000,
	);
});

const ofChoice = (numbers: readonly number[]) => {
	const all = [...new Set(numbers)];
	return all.length === 1 ? all[0] : 'error';
};

describe('a choice', () => {
	const table = tableOf('how you give a choice');
	const labelled = fc.shuffledSubarray(['1', '2', '3', '2024', 'Gold', 'Tier -1'], {
		minLength: 4,
	});
	const inMapper = (value: unknown, labels: readonly string[]) => {
		const options = labels.map((name, place) => ({ name, value: place + 1 }));
		const column = { id: 'level', displayName: 'Level', type: 'options', options };
		const schema = [{ ...column, itemType: 'single_select' }];
		const customFields = { mappingMode: 'defineBelow', value: { level: value }, schema };
		return { name: 'A', customFields } as IDataObject;
	};

	type ChoiceWay = (it: unknown, labels: readonly string[]) => readonly [string, Given];
	const PICKED: ChoiceWay = (it, labels) => [
		'customer.create',
		{ parameters: inMapper(it, labels) },
	];
	const CHOICE_WAYS: Readonly<Record<string, ChoiceWay>> = {
		column: (it) => [
			'customer.create',
			{ parameters: FROM_INPUT, input: [{ name: 'A', Level: it } as IDataObject] },
		],
		file: (it) => [
			'customer.createMany',
			{ parameters: { fieldsFrom: 'file' }, input: [withFile(`name,Level\nA,${csv(it)}`)] },
		],
		expression: (it, labels) => [
			'customer.create',
			{ parameters: inMapper('={{ $json.it }}', labels), input: [{ it } as IDataObject] },
		],
		'AI agent': (it, labels) => [
			'customer.create',
			{
				...{ type: toolType, parameters: inMapper(BY_MODEL, labels) },
				input: [{ query: { it } }],
			},
		],
	};
	/** The number that is sent for the only custom field. */
	const sent = async (way: ChoiceWay, labels: readonly string[], it: unknown) => {
		const [operation, given] = way(it, labels);
		const customs: Definition[] = [['level', 'Level', 'single_select', labels]];
		const { requests } = await runOn(operation, { ...given, customs, continueOnFail: true });
		const written = requests.find(({ method }) => method === 'POST')?.body;
		const [row] = (operation.endsWith('Many') && written && rowsIn(written)) || [written];
		return row ? (row.customerCustoms as IDataObject[])[0]?.value : 'error';
	};

	test('the table has these ways', () => {
		expect(table.map(([row]) => row)).toEqual([
			'picked in the form',
			Object.keys(CHOICE_WAYS).join(', '),
		]);
		expect(table.map(([, cells]) => cells)).toEqual([
			['number', 'label'],
			['label or number', 'label'],
		]);
	});

	test('picked in the form', async () => {
		const holds = fc.asyncProperty(labelled, fc.nat({ max: 3 }), async (labels, at) => {
			expect(await sent(PICKED, labels, at + 1)).toBe(at + 1);
		});
		await fc.assert(holds, { numRuns: RUNS * 5 });
	});

	test.each(Object.entries(CHOICE_WAYS))(
		'%s',
		async (_way, way) => {
			const drawn = fc.record({
				labels: labelled,
				at: fc.nat({ max: 3 }),
				before: blanks,
				after: blanks,
			});
			const holds = fc.asyncProperty(drawn, async ({ labels, at, before, after }) => {
				const label = labels[at]!;
				const number = at + 1;
				/** The entries whose label or number it is. */
				const meant = (digits: string) =>
					labels.flatMap((each, place) =>
						[each, `${place + 1}`].includes(digits) ? [place + 1] : [],
					);
				for (const [text, numbers] of [
					[label, meant(label)],
					[`${number}`, meant(`${number}`)],
					[`${label} (${number})`, [number]],
				] as const) {
					const given = [
						around(text, before, after),
						...(/^\d+$/.test(text) ? [Number(text)] : []),
					];
					for (const it of given) {
						expect([labels, it, await sent(way, labels, it)]).toEqual([
							labels,
							it,
							ofChoice(numbers),
						]);
					}
				}
			});
			await fc.assert(holds, { numRuns: RUNS * 5 });
		},
		60_000,
	);
});
