/** What all parts share: values as text, and names that are data. */
import { integer, optionControls, readOnce, type Item } from '../../nodes/SalesManagement/fields';
import { distinctBy, own, setOwn, textOf } from '../../nodes/SalesManagement/values';

test.each([
	[{ id: 1 }, '{"id":1}'],
	[null, ''],
	[undefined, ''],
	[0, '0'],
	[false, 'false'],
])('%j as text is %j, never [object Object]', (value, text) => expect(textOf(value)).toBe(text));

test('of two with the same key the first is believed', () => {
	const list = ['a', 'b', 'b', 'c'].map((key, at) => ({ key, at }));
	expect(distinctBy(list, ({ key }) => key).map(({ at }) => at)).toEqual([0, 1, 3]);
});

test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
	'the name %s is absent until it is set, and reaches no prototype',
	(name) => {
		const target = {};
		expect(own(target, name)).toBeUndefined();
		setOwn(target, name, { polluted: true });
		expect(own(target, name)).toEqual({ polluted: true });
		expect(Object.keys(target)).toEqual([name]);
		expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
	},
);

describe('an option that governs the whole run', () => {
	const sized = optionControls({ batchSize: integer('batchSize', 'Batch Size', { min: 1 }) });
	const agreed = (...options: unknown[]) =>
		readOnce(
			sized,
			options.map((each, index): Item => ({
				...{ index, input: {}, version: 'v2', timezone: 'UTC' },
				get: (name) => (name === 'options' ? each : undefined),
			})),
		);

	test.each([
		[[{ batchSize: 5 }, { batchSize: '5' }], 5],
		[[{}, undefined], undefined],
	])('is one where all items agree, each in its own form: %j', (options, batchSize) => {
		expect(agreed(...options)).toEqual({ batchSize });
	});

	test.each([
		[{ batchSize: 5 }, { batchSize: 6 }, 'it is 5 for item 0 and 6 for item 1'],
		[{ batchSize: 5 }, {}, 'it is 5 for item 0 and not set for item 1'],
		[{}, { batchSize: 5 }, 'it is not set for item 0 and 5 for item 1'],
		[{}, { batchSize: null }, 'Batch Size has no value'],
		[{ batchSize: undefined }, {}, 'Batch Size has no value'],
	])('is an error for %j and %j: %s', (one, other, message) => {
		expect(() => agreed(one, other)).toThrow(message);
	});
});
