/** Many values, looked for in few requests: what each gets, and what a refusal costs the others. */
import type { IDataObject } from 'n8n-workflow';
import { SplittingBudget } from '../../../nodes/SalesManagement/api/boundedSearch';
import { ServiceError } from '../../../nodes/SalesManagement/api/errors';
import { keyOf, type ComparisonKey } from '../../../nodes/SalesManagement/fields';
import {
	lookUp,
	type Finder,
	type Found,
	type Outcome,
	type Sought,
} from '../../../nodes/SalesManagement/operations/search/lookup';

const keyed = (text: string): ComparisonKey => {
	const key = keyOf(text, 'text');
	if (!key) throw new TypeError(`"${text}" can't be compared`);
	return key;
};

const soughtAll = (values: readonly string[]): Sought[] =>
	values.map((value, index) => ({
		item: { index, input: {}, version: 'v2', timezone: 'UTC', get: () => undefined },
		value,
		key: keyed(value),
	}));

const foundOf = (id: number, value: string): Found => ({
	record: { id, name: value },
	key: keyed(value),
});

const refusal = (status: number, outcome: 'refused' | 'unknown' = 'refused') =>
	new ServiceError({
		operation: 'deal.search',
		outcome,
		status,
		serviceMessage: 'No',
		advice: 'correct it',
	});

/** Finds what it holds, and refuses the requests that `refuse` has an error for. */
function finderOf(
	held: readonly Found[],
	{
		size = 100,
		refuse,
		...more
	}: Partial<Finder<Found>> & { refuse?: (values: unknown[]) => unknown } = {},
) {
	const asked: unknown[][] = [];
	const finder: Finder<Found> = {
		size,
		...more,
		async *find(sought) {
			const values = sought.map(({ value }) => value);
			asked.push(values);
			const error = refuse?.(values);
			if (error) throw error as Error;
			const loose = new Set(sought.map(({ key }) => key.loose));
			const records = held.filter(({ key }) => key === undefined || loose.has(key.loose));
			for (const record of records) yield await Promise.resolve([record]);
		},
	};
	return { finder, asked };
}

const outcomeOf = (outcomes: ReadonlyMap<string, Outcome>, value: string) =>
	outcomes.get(keyed(value).exact);
const idsOf = (outcome?: Outcome) =>
	outcome && 'records' in outcome
		? outcome.records.map(({ id }: IDataObject) => id)
		: (outcome?.error as Error | undefined)?.constructor.name;

/** Runs of their own: what one of them spends is not missing in the next. */
const runThat = (continueOnFail: boolean) => ({
	continueOnFail,
	get splitting() {
		return new SplittingBudget();
	},
});
const stopping = runThat(false);
const continuing = runThat(true);

test('each value gets the records that hold it, and an empty list if there are none', async () => {
	const { finder, asked } = finderOf([foundOf(1, 'a'), foundOf(2, 'b'), foundOf(3, 'b')]);
	const outcomes = await lookUp(stopping, finder, soughtAll(['a', 'b', 'c', 'a']));
	expect(['a', 'b', 'c'].map((each) => idsOf(outcomeOf(outcomes, each)))).toEqual([
		[1],
		[2, 3],
		[],
	]);
	expect(asked).toEqual([['a', 'b', 'c']]);
});

test('a record that several pages hold is found once', async () => {
	const { finder } = finderOf([foundOf(1, 'a'), foundOf(1, 'a')]);
	expect(idsOf(outcomeOf(await lookUp(stopping, finder, soughtAll(['a'])), 'a'))).toEqual([1]);
});

test('a record with exactly the value goes before one that is only taken for equal', async () => {
	const { finder } = finderOf([foundOf(1, 'ACME'), foundOf(2, 'acme')]);
	const outcomes = await lookUp(stopping, finder, soughtAll(['acme', 'Acme']));
	expect(idsOf(outcomeOf(outcomes, 'acme'))).toEqual([2]);
	expect(idsOf(outcomeOf(outcomes, 'Acme'))).toEqual([1, 2]);
});

test('requests hold as many values as allowed, and none beside one that may be the same', async () => {
	const { finder, asked } = finderOf([], { size: 2 });
	await lookUp(stopping, finder, soughtAll(['a', 'A', 'b', 'c', 'B', 'á']));
	for (const values of asked) {
		expect(values.length).toBeLessThanOrEqual(2);
		expect(new Set(values.map((each) => keyed(String(each)).loose)).size).toBe(values.length);
	}
	expect(asked.flat().sort()).toEqual(['A', 'B', 'a', 'b', 'c', 'á'].sort());
	expect(asked.length).toBeLessThanOrEqual(4);
});

describe('a refused request is divided until the guilty value is known', () => {
	const values = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
	const refusing = (guilty: readonly string[], error: unknown = refusal(400)) =>
		finderOf(
			values.map((each, at) => foundOf(at + 1, each)),
			{
				refuse: (asked) =>
					asked.some((each) => guilty.includes(String(each))) ? error : undefined,
			},
		);

	test.each([400, 404, 413, 414, 422, 500, 503])(
		'where it may be for its content: %i',
		async (status) => {
			const error = refusal(status);
			const { finder } = refusing(['c', 'h'], error);
			const outcomes = await lookUp(continuing, finder, soughtAll(values));
			const results = values.map((each) => outcomeOf(outcomes, each));
			expect(results.map(idsOf)).toEqual(
				values.map((each, at) => ('ch'.includes(each) ? 'ServiceError' : [at + 1])),
			);
			// The value is known, so the service's own words are enough, but for what to do about its size.
			const advice = /^this value was looked up by itself, and even that is more than/;
			expect(results[2]).toEqual({
				error: [413, 414].includes(status)
					? expect.objectContaining({ status, advice: expect.stringMatching(advice) })
					: error,
			});
		},
	);

	test.each([
		['is no matter of content', refusal(401)],
		['may have been understood', refusal(400, 'unknown')],
		['is none of the service', new TypeError('no')],
	])('but not where it %s: then all of the request fail alike', async (_name, error) => {
		const { finder, asked } = refusing(['c'], error);
		const outcomes = await lookUp(continuing, finder, soughtAll(values));
		expect(asked).toHaveLength(1);
		for (const each of values) {
			const outcome = outcomeOf(outcomes, each);
			expect(idsOf(outcome)).toBe(error.constructor.name);
		}
	});

	test('a value that was asked for by itself has the words of the service, however much was spent before', async () => {
		const many = Array.from({ length: 701 }, (_, at) => `v${at}`);
		const error = refusal(400);
		const { finder } = finderOf([], { size: 2, refuse: () => error });
		const outcomes = await lookUp(continuing, finder, soughtAll(many));
		expect(outcomeOf(outcomes, 'v0')).toEqual({ error });
		expect(outcomeOf(outcomes, 'v699')).not.toEqual({ error });
		expect(outcomeOf(outcomes, 'v700')).toEqual({ error });
	});

	test('without Continue On Fail it ends at the first guilty value', async () => {
		const { finder, asked } = refusing(['a']);
		await lookUp(stopping, finder, soughtAll(values));
		expect(asked).toEqual([values, ['a', 'b', 'c', 'd'], ['a', 'b'], ['a']]);
	});

	test.each([0, 1])('nor are further requests begun, whichever half it is in: %i', async (half) => {
		const many = Array.from({ length: 60 }, (_, at) => `v${at}`);
		const { finder, asked } = finderOf([], {
			size: 2,
			refuse: (asked) =>
				asked.some((each) => Number(String(each).slice(1)) % 2 === half) ? refusal(400) : undefined,
		});
		await lookUp(stopping, finder, soughtAll(many));
		expect(asked.flat()).not.toContain('v59');
		const all = finderOf([], { size: 2 });
		await lookUp(stopping, all.finder, soughtAll(many));
		expect(all.asked).toHaveLength(30);
	});

	test('a guilty value in the second half is found as well', async () => {
		for (const run of [stopping, continuing]) {
			const { finder } = refusing(['h']);
			expect(idsOf(outcomeOf(await lookUp(run, finder, soughtAll(values)), 'h'))).toBe(
				'ServiceError',
			);
		}
	});

	/** The values that fail where the service refuses each request with a guilty one. */
	async function failing(many: readonly string[], guilty: ReadonlySet<string>) {
		const { finder, asked } = finderOf([], {
			size: 299,
			refuse: (values) =>
				values.some((each) => guilty.has(String(each))) ? refusal(400) : undefined,
		});
		const outcomes = await lookUp(continuing, finder, soughtAll(many));
		return { asked, failed: many.filter((each) => 'error' in (outcomeOf(outcomes, each) ?? {})) };
	}

	test('all of ten that lie apart among 299 are found, and no other value fails', async () => {
		const many = Array.from({ length: 299 }, (_, at) => `v${at}`);
		const guilty = new Set(Array.from({ length: 10 }, (_, at) => `v${5 + at * 29}`));
		const { failed, asked } = await failing(many, guilty);
		expect(failed).toEqual([...guilty]);
		expect(asked.length).toBeLessThanOrEqual(150);
	});

	test('a request that is wholly bad costs the values of the next ones nothing', async () => {
		const many = Array.from({ length: 897 }, (_, at) => `v${at}`);
		const guilty = new Set([...many.slice(0, 299), 'v400', 'v700']);
		const { failed } = await failing(many, guilty);
		expect(failed).toEqual([...guilty]);
	});
});

describe('where all values are refused for one reason', () => {
	const values = (count: number) => Array.from({ length: count }, (_, at) => `v${at}`);
	const messages = (outcomes: ReadonlyMap<string, Outcome>) =>
		[...outcomes.values()].map((each) => ('error' in each ? (each.error as Error).message : ''));

	test('values from all over the first request are tried, and a few of each of the others', async () => {
		const { finder, asked } = finderOf([], { size: 299, refuse: () => refusal(400) });
		const outcomes = await lookUp(continuing, finder, soughtAll(values(3000)));
		expect(asked.length).toBeLessThanOrEqual(100);
		const alone = asked.filter((each) => each.length === 1).map(([each]) => each);
		expect(alone).toContain('v298');
		const givenUp = (tried: number) =>
			`No; this value was not looked up by itself, since none of ${tried} values that were looked up one by one was accepted (Deal: Search, HTTP 400): correct what all values have in common, then run it again.`;
		expect(new Set(messages(outcomes))).toEqual(
			new Set(['No (Deal: Search, HTTP 400): correct it.', givenUp(21), givenUp(5)]),
		);
	});

	test('values that are not looked up for another reason say nothing of the others', async () => {
		let left = 20;
		const { finder } = finderOf([], {
			size: 299,
			refuse: (asked) => {
				if (asked.includes('v0')) return refusal(400);
				return asked.length === 1 && left-- > 0 ? refusal(429) : undefined;
			},
		});
		const outcomes = await lookUp(continuing, finder, soughtAll(values(299)));
		expect(messages(outcomes).filter((message) => message !== '')).toHaveLength(21);
	});

	test('where one of the sample passes it goes on, and every good value is found', async () => {
		const good = new Set(values(299).slice(15));
		const { finder } = finderOf(
			[...good].map((each, at) => foundOf(at + 1, each)),
			{
				size: 299,
				refuse: (asked) =>
					asked.every((each) => good.has(String(each))) ? undefined : refusal(400),
			},
		);
		const outcomes = await lookUp(continuing, finder, soughtAll(values(299)));
		const found = values(299).filter((each) => 'records' in (outcomeOf(outcomes, each) ?? {}));
		expect(found).toEqual([...good]);
	});

	test('the bound is that of the run: what is left when it is spent is told so', async () => {
		const splitting = new SplittingBudget();
		splitting.requestsLeft = 5;
		const { finder, asked } = finderOf([], {
			size: 100,
			refuse: (each) => (each.length > 1 || each[0] === 'v0' ? refusal(400) : undefined),
		});
		const run = { continueOnFail: true, splitting };
		const outcomes = await lookUp(run, finder, soughtAll(values(300)));
		expect(asked.length).toBeLessThanOrEqual(3 + 6);
		expect(outcomes.size).toBe(300);
		expect(messages(outcomes)[299]).toContain(
			'; this value was not looked up by itself, since 500 requests of this run were not enough',
		);
	});
});

describe('a record that holds none of the values asked for', () => {
	const odd: Found = { record: { id: 9 } };

	test('means nothing to a finder that does not say so', async () => {
		const { finder } = finderOf([odd, foundOf(1, 'a')]);
		expect(idsOf(outcomeOf(await lookUp(stopping, finder, soughtAll(['a'])), 'a'))).toEqual([1]);
	});

	test('divides the request, and is an error of the value that is alone with it', async () => {
		const told: Array<[unknown, boolean]> = [];
		const { finder } = finderOf([odd], {
			stray: (_found, { value }, isAlone) => {
				told.push([value, isAlone]);
				return new RangeError(String(value));
			},
		});
		const outcomes = await lookUp(continuing, finder, soughtAll(['a', 'b']));
		expect(['a', 'b'].map((each) => idsOf(outcomeOf(outcomes, each)))).toEqual([
			'RangeError',
			'RangeError',
		]);
		expect(told.length).toBeGreaterThan(0);
		expect(told.every(([, isAlone]) => isAlone)).toBe(true);
	});
});
