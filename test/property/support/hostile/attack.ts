/** What a slow, broken or lying service does to one answer, as data that fast-check can make and shrink. */
import fc from 'fast-check';
import tables from './attack.json';

export type Attack =
	/** The right answer. */
	| { readonly do: 'answer' }
	/** A value somewhere in a right answer is another one, or missing. */
	| { readonly do: 'change'; readonly place: number; readonly to: unknown }
	| { readonly do: 'remove'; readonly place: number }
	| { readonly do: 'body'; readonly text: string; readonly status: number }
	/** The text of a right answer ends early, as does its transfer or not. */
	| { readonly do: 'cut'; readonly at: number; readonly breaks: boolean }
	| { readonly do: 'packed'; readonly as: string; readonly really: 'gzip' | 'text' | 'noise' }
	| { readonly do: 'endless'; readonly packed: boolean }
	| { readonly do: 'reset'; readonly when: 'first' | 'headers' | 'middle' }
	| { readonly do: 'hang'; readonly when: 'first' | 'headers' | 'middle' }
	| { readonly do: 'redirect'; readonly status: number; readonly to: 'here' | 'elsewhere' | 'odd' }
	| {
			readonly do: 'refuse';
			readonly status: number;
			readonly retryAfter?: string;
			readonly body: unknown;
	  }
	/** A page of a list that says that more follows, for ever. */
	| {
			readonly do: 'page';
			/** Of its records; `noRecords`: there are none, the list holds something else. */
			readonly ids: 'same' | 'alternate' | 'none' | 'fresh' | 'wrong' | 'noRecords';
			readonly cursor: 'fresh' | 'same' | 'wrong';
			readonly totalCount: unknown;
	  };

/** The place where an attack that can tell the secret puts it. */
export const SECRET_HERE = '<the secret>';

const values: readonly unknown[] = [
	...tables.values,
	...[2 ** 60, 'y'.repeat(2000), SECRET_HERE, JSON.parse('{"__proto__":{"id":1}}')],
];

const anyValue = fc.constantFrom(...values);
const place = fc.nat(10_000);

const retryAfter = fc.option(fc.constantFrom(...tables.retryAfter), { nil: undefined });

const errorBody = fc.oneof(
	anyValue,
	fc.record({ error: anyValue, messages: anyValue, bulkErrors: anyValue }, { requiredKeys: [] }),
	fc.record({ code: anyValue, message: anyValue }, { requiredKeys: [] }),
	fc.constantFrom('<html>x</html>', 'Out of order', `Bearer ${SECRET_HERE} is not valid`),
	fc.record({
		error: fc.constant('VALIDATION_FAILED'),
		messages: fc.constant([]),
		bulkErrors: fc.array(
			fc.record({
				index: fc.constantFrom<unknown>(0, 1, 2, 3, -1, 1e9, 0.5, '1', null),
				massages: fc.constantFrom<unknown>(['bad'], [], 'bad', null, [null], { a: ['b'] }),
			}),
			{ maxLength: 4 },
		),
	}),
);

const status = fc.constantFrom(...tables.statuses);

const moment = fc.constantFrom('first', 'headers', 'middle');

export const attack: fc.Arbitrary<Attack> = fc.oneof(
	{ weight: 2, arbitrary: fc.constant<Attack>({ do: 'answer' }) },
	{ weight: 8, arbitrary: fc.record({ do: fc.constant('change'), place, to: anyValue }) },
	{ weight: 2, arbitrary: fc.record({ do: fc.constant('remove'), place }) },
	fc.record({
		do: fc.constant('body'),
		text: fc.oneof(
			anyValue.map((value) => JSON.stringify(value)),
			fc.constantFrom(...tables.texts),
		),
		status: fc.constantFrom(200, 201, 202, 204, 206, 299),
	}),
	fc.record({
		do: fc.constant('cut'),
		at: fc.double({ min: 0, max: 1, noNaN: true }),
		breaks: fc.boolean(),
	}),
	fc.record({
		do: fc.constant('packed'),
		as: fc.constantFrom('gzip', 'deflate', 'br', 'zstd', 'identity', 'unheard-of', 'gzip, gzip'),
		really: fc.constantFrom('gzip', 'text', 'noise'),
	}),
	fc.record({ do: fc.constant('endless'), packed: fc.boolean() }),
	{ weight: 2, arbitrary: fc.record({ do: fc.constant('reset'), when: moment }) },
	fc.record({ do: fc.constant('hang'), when: moment }),
	fc.record({
		do: fc.constant('redirect'),
		status: fc.constantFrom(301, 302, 303, 307, 308),
		to: fc.constantFrom('here', 'elsewhere', 'odd'),
	}),
	{
		weight: 5,
		arbitrary: fc.record(
			{ do: fc.constant('refuse'), status, retryAfter, body: errorBody },
			{ requiredKeys: ['do', 'status', 'body'] },
		),
	},
	{
		weight: 3,
		arbitrary: fc.record({
			do: fc.constant('page'),
			ids: fc.constantFrom('same', 'alternate', 'none', 'fresh', 'wrong', 'noRecords'),
			cursor: fc.constantFrom('fresh', 'same', 'wrong'),
			totalCount: fc.constantFrom<unknown>(undefined, 0, -1, 1e15, 'many', null),
		}),
	},
);

/** A world: what happens to each request; the last attack goes on for ever. */
export interface World {
	readonly attacks: readonly Attack[];
	readonly continueOnFail: boolean;
	readonly output: 'simplified' | 'raw';
	readonly returnAll: boolean;
}

export const world: fc.Arbitrary<World> = fc.record({
	attacks: fc.array(attack, { minLength: 1, maxLength: 3 }),
	continueOnFail: fc.boolean(),
	output: fc.constantFrom('simplified', 'raw'),
	returnAll: fc.boolean(),
});

/** Worlds for lists alone, each of which a list must survive: chance would seldom find them. */
export const LIST_WORLDS: readonly World[] = (
	['same', 'alternate', 'none', 'fresh', 'noRecords'] as const
).map((ids) => ({
	attacks: [{ do: 'page', ids, cursor: 'fresh', totalCount: 1e15 }],
	continueOnFail: false,
	output: 'simplified' as const,
	returnAll: true,
}));
