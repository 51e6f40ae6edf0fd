import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import type { Outcome, Standing } from '../polling';
import type { Told } from './related';
import type { Beginning } from './savedState';
import type { AsideTold } from './setAside';
import { standstillNews } from './standstill';

type Watched = Partial<NonNullable<Outcome<IDataObject>['state']['watched']>>;

/** What a poll emits besides its events' records. */
interface Emitted {
	readonly told: readonly Told[];
	readonly aside: AsideTold;
}

/** What the log says of a poll that did what it could: whatever the user should know all the same. */
export function* newsOf(
	{ failure, learningFailure, stopped, state }: Outcome<IDataObject>,
	before: Beginning & Standing,
	{ told, aside }: Emitted,
): Generator<string> {
	if (before.news !== undefined) yield before.news;
	if (failure instanceof Error) {
		yield `stopped early and will continue at the next poll: ${failure.message}`;
	}
	if (before.standstill) {
		yield standstillNews(before.standstill);
	} else if (stopped === 'out of time') {
		yield 'ran out of time before the end of the list and will continue at the next poll.';
	}
	yield* forgettingNews(state.pendingPass, before.state?.pendingPass);
	yield* learningNews(state.watched ?? {}, before.state?.watched ?? {}, learningFailure);
	const [first] = aside.news;
	if (first) {
		yield `set aside ${aside.news.length} record(s) that it can’t watch. The first: ${first[1].reason}.`;
	}
	if (aside.left > 0) {
		yield `found ${aside.left} more records that it can’t watch. They are too many to be remembered, so they are not emitted.`;
	}
	const [missing, ...others] = told.flatMap(({ failure: reason }) => (reason ? [reason] : []));
	if (missing) {
		yield `could not read the related objects of ${others.length + 1} of ${told.length} records, which are emitted without them: ${missing.message}`;
	}
}

type Pass = Outcome<IDataObject>['state']['pendingPass'];

/** Once in a backlog: who is new is no longer sure of all. */
function* forgettingNews(pass: Pass, before: Pass): Generator<string> {
	if (pass?.forgottenTo === undefined || before?.forgottenTo !== undefined) return;
	const until = new Date(pass.forgottenTo).toISOString();
	yield `works through more new records than it can remember. Until it has reached the end of the list, one that was created before ${until} or soon after and changes meanwhile counts as known: it is emitted as updated, for the event Created not at all.`;
}

/** What the log says of the previous values that an event compares with. */
function* learningNews(
	{ name, learning, partial }: Watched,
	before: Watched,
	failure: unknown,
): Generator<string> {
	if (failure instanceof Error) {
		yield `could not go on learning previous values and will try again at the next poll: ${failure.message}`;
	}
	if (learning) {
		const until = new Date(learning.to).toISOString();
		yield `is still learning previous values and will go on at the next poll: it doesn’t know yet those of records that last changed before ${until}.`;
	}
	if (partial && !before.partial) {
		yield 'can’t remember the previous values of all records, only of those that changed last.';
	} else if (before.learning && !learning && before.name === name) {
		yield 'has learned the previous values of all records.';
	}
}

export function report({ logger }: Pick<IPollFunctions, 'logger'>, news: Iterable<string>): void {
	for (const each of news) logger.warn(`Sales Management Trigger ${each}`);
}
