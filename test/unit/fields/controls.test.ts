/** Parameters that govern the whole run: all items must agree, and none may give nothing. */
import {
	integer,
	optionControls,
	readOnce,
	type Item,
} from '../../../nodes/SalesManagement/fields';

const sized = optionControls({ batchSize: integer('batchSize', 'Batch Size', { min: 1 }) });

/** An item for each form of the options. */
const itemsWith = (...options: unknown[]): Item[] =>
	options.map((each, index) => ({
		...{ index, input: {}, version: 'v2', timezone: 'UTC' },
		get: (name) => (name === 'options' ? each : undefined),
	}));

const agreed = (...options: unknown[]) => readOnce(sized, itemsWith(...options));

test('what all items give is read, each in its own form', () => {
	expect(agreed({ batchSize: 5 }, { batchSize: 5 }, { batchSize: '5' })).toEqual({ batchSize: 5 });
});

test.each([
	[{}, {}],
	[undefined, {}],
	[{}, undefined],
])('nothing was entered where %p and %p are the options', (one, other) =>
	expect(agreed(one, other)).toEqual({ batchSize: undefined }),
);

test.each([
	[{ batchSize: 5 }, { batchSize: 6 }, 'it is 5 for item 0 and 6 for item 1'],
	[{ batchSize: 5 }, {}, 'it is 5 for item 0 and not set for item 1'],
	[{}, { batchSize: 5 }, 'it is not set for item 0 and 5 for item 1'],
])('%p and %p differ', (one, other, told) => {
	expect(() => agreed(one, other)).toThrow(told);
});

test.each([
	[{ batchSize: undefined }, {}],
	[{}, { batchSize: undefined }],
	[{}, { batchSize: null }],
])('an option of %p and %p that is there without a value is an error', (one, other) => {
	expect(() => agreed(one, other)).toThrow('Batch Size has no value');
});
