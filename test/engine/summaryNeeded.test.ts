/** A summary parses of an answer only what it needs, whichever attempt brings it, and never of an error. */
import { runAnswered } from './support/answering';

const PLAN = {
	groupBy: { values: [{ field: 'phase' }] },
	values: { values: [{ field: 'amount', function: 'sum' }] },
};

const dealOf = (id: number) => ({
	...{ id, name: `Deal ${id}`, memo: null, other: null, amount: id },
	...{ phase: { id: 7 }, updatedAt: '2026-01-01T00:00:00Z' },
});
const deals = [1, 2, 3].map(dealOf);
const needed = [
	dealOf(1),
	...[2, 3].map((id) => ({
		...{ id, memo: null, amount: id, phase: { id: 7 }, updatedAt: '2026-01-01T00:00:00Z' },
	})),
];

/** The lists that were parsed by a run. */
async function parsedBy(answers: readonly object[], output: string) {
	const parse = jest.spyOn(JSON, 'parse');
	try {
		const result = await runAnswered({
			operation: 'deal.getMany',
			answer: (_, number) => answers[Math.min(number, answers.length) - 1] ?? {},
			call: { parameters: { returnAll: true, output, ...(output === 'summary' ? PLAN : {}) } },
		});
		const values = parse.mock.results.map(({ value }) => value as { deals?: unknown } | null);
		return { ...result, lists: values.flatMap((value) => value?.deals ?? []) };
	} finally {
		parse.mockRestore();
	}
}

const whole = { body: { deals, hasMore: false } };

test.each([
	['the first', [whole]],
	['the second', [{ status: 503 }, whole]],
])('what it needs of %s answer', async (_, answers) => {
	const { items, lists, error } = await parsedBy(answers, 'summary');
	expect(error).toBeUndefined();
	expect(lists).toEqual(needed);
	expect(items.map(({ json }) => json)).toEqual([
		{ phase: null, phaseId: 7, count: 3, amountSum: 6 },
	]);
});

test('of an error it parses all', async () => {
	const { error, lists } = await parsedBy(
		[{ status: 400, body: { error: 'No', deals } }],
		'summary',
	);
	expect(error?.message).toContain('No');
	expect(lists.length % deals.length).toBe(0);
	expect(lists.slice(0, deals.length)).toEqual(deals);
});

test('a list parses all', async () => {
	expect((await parsedBy([whole], 'raw')).lists).toEqual(deals);
});
