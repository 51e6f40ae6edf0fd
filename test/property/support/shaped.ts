/** Histories in which one thing matters more often. */
import type { History } from './history';

export const inOrder = (history: History): History => ({
	...history,
	quirks: { ...history.quirks, ordered: true },
});

/** More of what only a long run of equal timestamps can show. */
export const withLongRuns = (history: History): History => ({
	...inOrder(history),
	watched: 'createdOrUpdated',
	quirks: { ...inOrder(history).quirks, cursor: 'offset', pageSize: 2, granularity: 1 },
});

/**
 * A run that moves while it is read, at an age at which the watermark is about to pass it: what is
 * overlooked in a younger one is found again by the next poll. The cursor may be rejected in between.
 */
export const withMovingRuns = (history: History, rejectedAt?: number): History => {
	const content = { phase: '1', field: 'a' };
	const moved = { do: 'update', content: {}, lag: 0 } as const;
	const first = rejectedAt === undefined ? 4 : rejectedAt + 2;
	return {
		...withLongRuns(history),
		before: [],
		steps: history.steps.flatMap((step, index): History['steps'] => {
			if (step.do !== 'poll') return step.do === 'rest' ? [] : [step];
			const moves = [[{ ...moved, index }], [{ ...moved, index }]];
			const between = [...Array<[]>(first - 1).fill([]), ...moves];
			const usual = { requests: 10_000, fate: 'kept', others: 0, overlapped: false } as const;
			return [
				{ do: 'burst', count: 9, create: true, content, lag: 0 },
				{ do: 'rest', ms: 20_900 },
				{
					...{ ...step, ...usual, between },
					fault: rejectedAt === undefined ? undefined : { request: rejectedAt, kind: 'cursor' },
				},
			];
		}),
	};
};

/** Polls that come so late that nothing is added any more to what they find. */
export const withLateBursts = (history: History): History => ({
	...withLongRuns(history),
	steps: history.steps.flatMap((step): History['steps'] =>
		step.do === 'poll' ? [{ do: 'rest', ms: 60_000 }, step] : [step],
	),
});

export const withRoundedTimes = (history: History): History => ({
	...inOrder(history),
	watched: 'createdOrUpdated',
	quirks: {
		...inOrder(history).quirks,
		pageSize: 2,
		granularity: 1,
		shownUnit: 1_000,
		filterUnit: 1,
	},
});

/** Replay From is set after each of the first polls. */
export const withReplays = (history: History): History => ({
	...history,
	watched: history.watched === 'created' ? 'created' : 'createdOrUpdated',
	steps: history.steps.flatMap((step, index): History['steps'] =>
		step.do === 'poll' ? [step, { do: 'replay', ago: 3_500 + 10_000 * (index % 3) }] : [step],
	),
});

export const withExpiringCursors = (history: History): History => ({
	...history,
	quirks: { ...history.quirks, cursorsExpire: true },
});

/** Many records at one time, and a service that gets one page of them done in a poll. */
export const withStandstills = (history: History, polls = 3): History => ({
	...withLongRuns(history),
	steps: history.steps.flatMap((step): History['steps'] => {
		if (step.do !== 'poll') return [step];
		const slow = { do: 'slow', requests: 1, polls, every: 5_000 } as const;
		return [{ do: 'rest', ms: 60_000 }, slow, step];
	}),
});
