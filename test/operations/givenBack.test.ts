/** What Simplified shows of custom fields is given back as the same, whatever their labels and choices. */
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { runOn, sentOfEach, type Definition } from './support/service';

/** `GIVEN_BACK_RUNS=10000 npx jest test/operations/givenBack` for as many as wanted. */
const RUNS = Number(process.env.GIVEN_BACK_RUNS ?? 60);

/** What the node and the service add to an item on its way. */
const ADDED = {
	...{ _event: { type: 'updated' }, _next: { startCursor: 'c' }, action: 'updated' },
	...{ success: true, skipped: false, error: 'locked' },
};

/** What Simplified shows of records, each by a Get of its own, and what is sent where it is given back. */
async function givenBack(
	[resource, ...records]: [resource: string, ...IDataObject[]],
	customs: readonly Definition[],
) {
	const { items, error } = await runOn(`${resource}.get`, {
		...{ customs, input: records },
		parameters: { [`${resource}Id`]: '={{ $itemIndex + 1 }}', output: 'simplified' },
		respond: ({ version, path }) => {
			const [, id] = /\/(\d+)$/.exec(path) ?? [];
			return version === 'v2' && id
				? { body: { ...records[Number(id) - 1], id: Number(id) } }
				: undefined;
		},
	});
	if (error) throw error;
	const shown = items.map(({ json }) => json);
	const input = shown.map((each) => ({ ...each, ...ADDED, memo: 'M', name: 'A' }));
	const sent = await sentOfEach(`${resource}.update`, {
		...{ customs, input },
		parameters: { fieldsFrom: 'input' },
	});
	return {
		shown: shown.map(({ id: _, ...rest }) => rest),
		sent: sent.map((each) => (each as IDataObject)[`${resource}Customs`]),
	};
}

const textOf = (key: string, name: string, at = 0) => ({
	...{ customerCustomItemId: 100 + at, itemKey: key, name, itemType: 'text' },
	text: `text of ${key}`,
});

describe('a custom field is given back, whatever its label', () => {
	test.each<[labels: Record<string, string>, shownAs: string[]]>([
		[{ own: 'Grade' }, ['Grade']],
		// Other ways to write the name of a standard field.
		[{ own: 'Customer ID' }, ['customerCustoms.own']],
		[{ own: 'Phone number' }, ['customerCustoms.own']],
		[{ own: 'E-mployees' }, ['customerCustoms.own']],
		[{ own: 'WEB URL' }, ['customerCustoms.own']],
		[{ own: 'industry_ids' }, ['customerCustoms.own']],
		[{ own: 'Id' }, ['customerCustoms.own']],
		[{ own: 'createdAt', other: 'success' }, ['customerCustoms.own', 'customerCustoms.other']],
		// The key of another custom field.
		[{ grade: 'Other', own: 'grade' }, ['Other', 'customerCustoms.own']],
		[{ a: 'Grade', b: 'Grade' }, ['customerCustoms.a', 'customerCustoms.b']],
		[{ a: 'Grade', b: 'Grade ' }, ['customerCustoms.a', 'customerCustoms.b']],
		[{ a: 'Grade', b: '\u00a0Grade' }, ['customerCustoms.a', 'customerCustoms.b']],
	])('%j', async (labels, shownAs) => {
		const fields = Object.entries(labels);
		const customerCustoms = fields.map(([key, label], at) => textOf(key, label, at));
		const { shown, sent } = await givenBack(['customer', { customerCustoms }], fields);
		const values = fields.map(([key]) => `text of ${key}`);
		expect(Object.entries(shown[0]!)).toEqual(shownAs.map((name, at) => [name, values[at]]));
		expect(sent).toEqual([fields.map(([key], at) => ({ itemKey: key, value: values[at] }))]);
	});

	test('and whatever the labels of its choices', async () => {
		const rows: ReadonlyArray<[label: string, one: unknown]> = [
			[' Gold ', 'Gold (1)'],
			['Gold', 'Gold'],
			['', 3],
			['Gold (2)', 'Gold (2) (4)'],
			['Gold (9)', 'Gold (9) (5)'],
			['  ', 6],
			['7', 7],
			['1', '1 (8)'],
			['Plain', 'Plain'],
			['2024', '2024 (10)'],
		];
		const labels = rows.map(([label]) => label);
		const options = labels.map((label, at) => ({ value: 1 + at, label }));
		const itemOf = (at: number, itemType: string, chosen: object) => ({
			dealCustoms: [
				{
					...{ dealCustomItemId: 100 + at, itemKey: itemType, name: itemType, itemType },
					...chosen,
				},
			],
		});
		const { shown, sent } = await givenBack(
			[
				'deal',
				...options.map((selectedOption) => itemOf(0, 'single_select', { selectedOption })),
				...options.map((each) => itemOf(1, 'multi_select', { selectedOptions: [each] })),
				itemOf(1, 'multi_select', { selectedOptions: options }),
			],
			[
				['single_select', 'single_select', 'single_select', labels],
				['multi_select', 'multi_select', 'multi_select', labels],
			],
		);
		const ones = rows.map(([, one]) => one);
		expect(shown).toEqual([
			...ones.map((one) => ({ single_select: one })),
			...ones.map((one) => ({ multi_select: [one] })),
			{ multi_select: ones },
		]);
		const numbers = options.map(({ value }) => value);
		expect(sent).toEqual([
			...numbers.map((value) => [{ itemKey: 'single_select', value }]),
			...numbers.map((value) => [{ itemKey: 'multi_select', value: [value] }]),
			[{ itemKey: 'multi_select', value: numbers }],
		]);
	});
});

/** Few texts, so that they collide with each other and with standard fields. */
const label = fc.constantFrom(
	...['Memo', 'Capital', 'customer id', 'Phone-Number', 'web_url', 'Id', 'Grade', 'grade', 'GRADE'],
	...['own_1', 'own_2', '2024', 'customerCustoms.own_1', 'Own 1', 'industry', '--'],
	...['Grade ', ' grade', 'own_1 ', 'Created At', 'created_at', 'createdAt', 'updated-at ', 'memo'],
	...['Event', '_event', '_Next', 'Action', 'action', 'SUCCESS', 'Error', 'customer customs'],
);
const key = fc.constantFrom(
	...['own_1', 'own_2', 'own_3', 'grade', 'Memo', 'capital', 'action', 'created_at', 'event'],
);
const choice = fc.constantFrom(
	...['1', '2', '3', '2024', 'Gold', 'Gold (2)', ' Price ', '', '  ', 'a, b', 'b'],
);
const field = fc.record({
	key,
	label,
	type: fc.constantFrom('text', 'decimal_number', 'single_select', 'multi_select'),
	text: fc.constantFrom('x', '1.500', '  y '),
	decimal: fc.constantFrom('1.500', '12.125', '0.500', '1500.000', '-7.25', '1.50'),
	choices: fc.uniqueArray(choice, { minLength: 1, maxLength: 4 }),
	chosen: fc.nat(3),
});
const fields = fc.uniqueArray(field, { selector: (each) => each.key, minLength: 1, maxLength: 5 });

type Drawn = typeof field extends fc.Arbitrary<infer Each> ? Each : never;

/** How the service shows the value, and how it is sent. */
function valueOf({ type, text, decimal, choices, chosen }: Drawn): [IDataObject, unknown] {
	const value = (chosen % choices.length) + 1;
	const option = { value, label: choices[value - 1] ?? '' };
	if (type === 'text') return [{ text }, text];
	if (type === 'decimal_number') return [{ decimalNumber: decimal }, Number(decimal)];
	if (type === 'single_select') return [{ selectedOption: option }, value];
	return [{ selectedOptions: [option] }, [value]];
}

test(`any labels, ${RUNS} times`, async () => {
	const property = fc.asyncProperty(fields, async (drawn) => {
		const customerCustoms = drawn.map((each, at) => ({
			...{ customerCustomItemId: 100 + at, itemKey: each.key, name: each.label },
			...{ itemType: each.type, ...valueOf(each)[0] },
		}));
		const record = { createdAt: 'then', updatedAt: 'now', memo: 'M', customerCustoms };
		const definitions = drawn.map((each): Definition => [
			...([each.key, each.label, each.type, each.choices] as const),
		]);
		const { sent } = await givenBack(['customer', record], definitions);
		const got = (sent[0] as IDataObject[]).map(({ itemKey, value }) => {
			const isDecimal = drawn.find((each) => each.key === itemKey)?.type === 'decimal_number';
			return [itemKey, isDecimal ? Number(value) : value];
		});
		expect(Object.fromEntries(got)).toEqual(
			Object.fromEntries(drawn.map((each) => [each.key, valueOf(each)[1]])),
		);
	});
	// A failure prints its seed.
	await fc.assert(property, { numRuns: RUNS });
}, 60_000);
