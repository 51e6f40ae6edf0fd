/**
 * What the trigger says in n8n's log, also as the problem of a health item or of a poll that fails: each
 * the second half of a sentence of which the trigger is the subject.
 */
import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import type { Beginning, Outcome, Stalled, State, SweepOutcome, SweepStalled } from '../polling';
import { isoOf, many } from '../shared';
import type { AsideTold } from './recordVersions';
import type { Settings } from './settings';

export function report({ logger }: IPollFunctions, said: Iterable<string>): void {
	for (const each of said) logger.warn(`Sales Management Trigger ${each}`);
}

export const REPEATS = 'finds that n8n did not save its last batch, and emits it again.';

/**
 * What is unusual about where a poll begins.
 * @param now what it means that it begins now.
 */
export function* ofBeginning(
	{ anew, because }: Beginning<unknown>,
	now: string,
): Generator<string> {
	const from = typeof anew === 'number' ? isoOf(anew) : undefined;
	if (because === 'replay') {
		yield `begins again from ${from}, as set under Replay From: every record that has changed since is emitted, also if it was before.`;
	} else if (because === 'other question') {
		yield `begins anew, since it watches other records than before, at another address or version of the service, or for the event Deleted. ${now}`;
	} else if (because === 'unusable') {
		const means = from
			? `It goes on with the changes since ${from}: some of them may come a second time, and a record that was created before then and not emitted yet comes as updated, for the event Created not at all.`
			: now;
		yield `can’t use its saved state, which is lost, damaged or of another version of this package, and begins anew. ${means}`;
	}
}

export const emitsLess = (message: string) => `emits less than it could. ${message}`;

/** What a poll went on from, what it emits, and what is to be said where it comes no further. */
interface Polled {
	readonly before?: State;
	readonly standing?: Standing;
	readonly records: readonly IDataObject[];
	/** Why related objects are missing. */
	readonly failures: readonly Error[];
	readonly aside: AsideTold;
}

/** What there is to say of a poll that did what it could. */
export function* ofChanges(
	{ failure, learningFailure, stopped, state, setBack, serverTime }: Outcome<IDataObject>,
	{ before, standing, records, failures, aside }: Polled,
): Generator<string> {
	if (setBack) {
		yield `knew it was ${isoOf(setBack.before)} or later, but the service’s clock says ${isoOf(serverTime)}: it was set back, or was wrong before. The trigger goes on from ${isoOf(setBack.to)}; some changes may come a second time.`;
	}
	yield* ofEnd({ stopped, failure, standing }, 'read changes');
	yield* ofLearning(state.values, before?.values, learningFailure);
	const [first] = aside.news;
	if (first) {
		yield `set aside ${aside.news.length} record(s) that it can’t watch. The first: ${first[1].reason}.`;
	}
	const [missing] = failures;
	if (missing) {
		yield `could not read the related objects of ${failures.length} of ${records.length} records, which are emitted without them (_event.relatedObjects is "unavailable"). The trigger does not read them again: get these records by themselves. The first failure: ${missing.message}`;
	}
}

interface End {
	readonly stopped?: string;
	readonly failure?: unknown;
	readonly standing?: Standing;
}

/** Of a poll that left something for later ones. */
function* ofEnd({ stopped, failure, standing }: End, to: string): Generator<string> {
	if (standing) yield standing.said;
	else if (failure instanceof Error) {
		yield `stopped early and will continue to ${to} at the next poll: ${failure.message}`;
	} else if (stopped === 'out of time') {
		yield `ran out of time and will continue to ${to} at the next poll.`;
	}
}

/** Of the previous values that an event compares with. */
function* ofLearning(
	values: State['values'],
	before: State['values'],
	failure: unknown,
): Generator<string> {
	if (failure instanceof Error) {
		yield `could not go on learning previous values and will try again at the next poll: ${failure.message}`;
	}
	if (values?.learning) {
		yield `is still learning previous values and will go on at the next poll: it doesn’t know yet those of records that last changed after ${values.learning.at}.`;
	}
	if (values?.partial && !before?.partial) {
		yield 'can’t remember the previous values of all records, only of those that changed last.';
	}
}

function cantMove(place: string, failure: unknown): string {
	const [why, advice] =
		failure instanceof Error
			? [`each poll fails there (${failure.message})`, 'Look up the failure in n8n’s log']
			: [
					'each poll runs out of time before it comes any further',
					'Narrow the list with Filters, allow polls more time, or tell the operator of the service that its list is slow',
				];
	return `can’t move: ${place}, because ${why}. ${advice}; nothing is lost meanwhile.`;
}

/** Since when a trigger comes no further, and what is said of that. */
export interface Standing {
	readonly since: number;
	readonly said: string;
}

export const stands = ({ since, at, failure }: Stalled): Standing => ({
	since,
	said: cantMove(`since ${isoOf(since)} it stands at ${isoOf(at)}`, failure),
});

/** The same of a sweep for deleted records. */
export const sweepStands = (
	{ since, read }: SweepStalled,
	failure: unknown,
	records: string,
): Standing => ({
	since,
	said: cantMove(
		`its sweep for deleted ${records}, begun at ${isoOf(since)}, stands after record ${many(read)} of the list`,
		failure,
	),
});

/** The first answer of a poll that doesn't say whether a record is deleted. */
export interface Doubt {
	readonly id: number;
	readonly error: Error;
}

interface Swept {
	/** What the records are called. */
	readonly many: string;
	readonly standing?: Standing;
	readonly doubt?: Doubt;
}

export function* ofSweep(
	{ hidden, unclear, stopped, failure }: SweepOutcome,
	{ many: records, standing, doubt }: Swept,
): Generator<string> {
	if (hidden > 0) {
		yield `may no longer read ${hidden} of the ${records} that it watches. They are not told as deleted.`;
	}
	if (doubt) {
		yield `could not find out whether ${unclear} of the missing ${records} are deleted. They are looked up again by the next sweep. The first, with ID ${doubt.id}: ${doubt.error.message} (Only a 404 in the form of the service’s own says that a record is deleted; another may come from a proxy or a wrong address.)`;
	}
	yield* ofEnd({ stopped, failure, standing }, `look for deleted ${records}`);
}

/** A poll has no hints, as an execution of the node has. */
export function* ofFields({ outputFields }: Settings): Generator<string> {
	const { message } = outputFields;
	if (message !== undefined) yield `lacks fields in what it emits. ${message}`;
}
