/** A lookback that holds more than a few pages is read again by each poll: said, once a day. */
import { systemClock } from '../api/http/clock';
import type { State } from '../polling';
import type { Checked } from './doubts';
import type { Poll } from './onePoll';

const DAY = 86_400_000;
/** So many requests of a poll that finds nothing are nobody's concern. */
const FEW_REQUESTS = 3;

interface Known {
	readonly polledAt: number;
	readonly saidAt?: number;
}

const known = new Map<string, Known>();

/** What the log says of polls that find nothing new and cost much all the same. */
export function* costNews(
	{ key, client }: Pick<Poll, 'key' | 'client'>,
	{ outcome, news, wentOnFrom: before }: Checked & { readonly wentOnFrom?: State },
): Generator<string> {
	const now = systemClock.elapsed();
	const { polledAt, saidAt } = known.get(key) ?? {};
	const { requests } = client.usage;
	const { events, stopped, state } = outcome;
	// Beginning, learning previous values and a doubted clock or list cost more once.
	const isLearning = before?.watched?.learning ?? before?.watched?.name !== state.watched?.name;
	const isRegular = before !== undefined && !isLearning && news === undefined;
	const isIdle = isRegular && events.length === 0 && stopped === undefined;
	const isTold = saidAt !== undefined && now - saidAt < DAY;
	const says = isIdle && !isTold && requests > FEW_REQUESTS && polledAt !== undefined;
	known.set(key, { polledAt: now, saidAt: says ? now : saidAt });
	if (!says) return;
	const interval = Math.max(1, now - polledAt);
	const aDay = Math.round((requests * DAY) / interval).toLocaleString('en-US');
	yield `takes ${requests} requests for each poll that finds nothing new, since so much has changed within the lookback: ${aDay} a day at one poll every ${Math.round(interval / 1000)} s. Shorten Lookback Minutes, poll less often, or narrow the list with Filters.`;
}
