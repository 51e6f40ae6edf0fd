/**
 * The trigger's messages in n8n's log, which also serve as the problem of a health item or of a failed poll.
 * Each is the second half of a sentence whose subject is the trigger.
 */
import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import type { Beginning, EventKind, PollOutcome, State, SweepOutcome } from '../polling';
import { isoOf } from '../shared';
import type { UnreadableReport } from './recordVersions';
import type { Settings } from './settings';

/** Writes messages to n8n's log as warnings. */
export function report({ logger }: IPollFunctions, lines: Iterable<string>): void {
	for (const each of lines) logger.warn(`Sales Management Trigger ${each}`);
}

/**
 * Says where a poll begins, if that is unusual.
 * @param now what it means to begin now.
 * @param reports the events to emit; absent for Deleted.
 */
export function* ofBeginning(
	{ before, because }: Beginning<{ version: number; watermark?: string }>,
	now: string,
	reports?: EventKind,
): Generator<string> {
	const from = before?.watermark;
	const since =
		reports === 'changed'
			? `What changed after ${from} is not emitted, except new records, as it remembers no earlier values: it learns them anew.`
			: `It goes on with the changes since ${from}: some of them may come a second time.`;
	const texts = {
		refused: 'finds that n8n did not save its last batch, and emits it again.',
		replay: `begins again from ${from}, as set under Replay From: every record that has changed since is emitted, also if it was before.`,
		'other question': `begins anew, since it watches other records than before, at another address or version of the service, or for the event Deleted. ${now}`,
		unusable: `can’t use its saved state, which is lost, damaged or of another version of this package, and begins anew. ${from ? since : now}`,
	};
	if (because) yield texts[because];
}

export const emitsLess = (message: string) => `emits less than it could. ${message}`;

/** Everything that the log of a poll draws on: its state before, its records, and its problems. */
interface LoggedPoll {
	readonly before?: State;
	readonly stall?: StallReport;
	readonly records: readonly IDataObject[];
	/** The errors of reading related objects. */
	readonly failures: readonly Error[];
	readonly unreadable: UnreadableReport;
}

/** Reports a poll that succeeded. */
export function* ofChanges(
	{ failure, learningFailure, stopped, state, setBack, serverTime }: PollOutcome<IDataObject>,
	{ before, stall, records, failures, unreadable }: LoggedPoll,
): Generator<string> {
	if (setBack) {
		yield `knew it was ${isoOf(setBack.before)} or later, but the service’s clock says ${isoOf(serverTime)}: it was set back, or was wrong before. The trigger goes on from ${isoOf(setBack.to)}; some changes may come a second time.`;
	}
	yield* ofEnd({ stopped, failure, stall }, 'read changes');
	const known = before?.view === state.view ? before.values : undefined;
	yield* ofLearning(state.values, known, learningFailure);
	const [first] = unreadable.emitted;
	if (first) {
		yield `set aside ${unreadable.emitted.length} record(s) that it can’t watch. The first: ${first[1].reason}.`;
	}
	const [missing] = failures;
	if (missing) {
		yield `could not read the related objects of ${failures.length} of ${records.length} records, which are emitted without them (_event.relatedObjects is "unavailable"). The trigger does not read them again: get these records by themselves. The first failure: ${missing.message}`;
	}
}

interface End {
	readonly stopped?: string;
	readonly failure?: unknown;
	readonly stall?: StallReport;
}

/** Reports a poll that left something for later ones. */
function* ofEnd({ stopped, failure, stall }: End, to: string): Generator<string> {
	if (stall) yield stall.message;
	else if (failure instanceof Error) {
		yield `stopped early and will continue to ${to} at the next poll: ${failure.message}`;
	} else if (stopped === 'out of time') {
		yield `ran out of time and will continue to ${to} at the next poll.`;
	}
}

/** Reports on the previous values that an event compares with. */
function* ofLearning(
	values: State['values'],
	before: State['values'],
	failure: unknown,
): Generator<string> {
	if (failure instanceof Error) {
		yield `could not go on learning previous values and will try again at the next poll: ${failure.message}`;
	}
	// A list that shows nothing leaves the learning at its beginning: there is nothing to learn yet.
	if (values?.learning && Date.parse(values.learning.at) > 0) {
		yield `is still learning previous values and will go on at the next poll: it doesn’t know yet those of records that last changed after ${values.learning.at}.`;
	}
	if (values?.partial && !before?.partial) {
		yield 'can’t remember the previous values of all records, only of those that changed last.';
	}
}

/** A trigger without progress: since when, and what its message says. */
export interface StallReport {
	readonly since: number;
	readonly message: string;
}

/**
 * The report of a poll without progress.
 * @param place where it stands, as a sentence.
 */
export function stallReport(since: number, place: string, failure: unknown): StallReport {
	const [why, advice] =
		failure instanceof Error
			? [`each poll fails there (${failure.message})`, 'Look up the failure in n8n’s log']
			: [
					'each poll runs out of time before it comes any further',
					'Narrow the list with Filters, allow polls more time, or tell the operator of the service that its list is slow',
				];
	return {
		since,
		message: `can’t move: ${place}, because ${why}. ${advice}; nothing is lost meanwhile.`,
	};
}

/** The first answer in a poll that doesn't say whether a record is deleted. */
export interface Doubt {
	readonly id: number;
	readonly error: Error;
}

interface LoggedSweep {
	/** The plural name of the records. */
	readonly many: string;
	readonly stall?: StallReport;
	readonly doubt?: Doubt;
}

/** Reports a sweep for deleted records. */
export function* ofSweep(
	{ hidden, unclear, stopped, failure }: SweepOutcome,
	{ many: records, stall, doubt }: LoggedSweep,
): Generator<string> {
	if (hidden > 0) {
		yield `may no longer read ${hidden} of the ${records} that it watches. They are not told as deleted.`;
	}
	if (doubt) {
		yield `could not find out whether ${unclear} of the missing ${records} are deleted. They are looked up again by the next sweep. The first, with ID ${doubt.id}: ${doubt.error.message} (Only a 404 in the form of the service’s own says that a record is deleted; another may come from a proxy or a wrong address.)`;
	}
	yield* ofEnd({ stopped, failure, stall }, `look for deleted ${records}`);
}

/**
 * Reports missing output fields. An execution of the node gives these as hints, which a poll doesn't have.
 */
export function* ofFields({ outputFields }: Settings): Generator<string> {
	const { message } = outputFields;
	if (message !== undefined) yield `lacks fields in what it emits. ${message}`;
}
