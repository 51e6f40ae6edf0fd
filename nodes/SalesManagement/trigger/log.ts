/**
 * What the trigger says in n8n's log, also as the problem of a health item or of a poll that fails: each
 * the second half of a sentence of which the trigger is the subject.
 */
import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { systemClock } from '../api/http/clock';
import type { NameAsked } from '../fields';
import {
	type Outcome,
	type Stalled,
	type State,
	type SweepOutcome,
	type SweepStalled,
} from '../polling';
import type { RecordDescription } from '../records/record';
import { isoOf, quoted } from '../values';
import { memoryOf } from './memory';
import type { Told } from './related';
import type { AsideTold } from './setAside';
import type { Settings } from './settings';

export function report({ logger }: Pick<IPollFunctions, 'logger'>, said: Iterable<string>): void {
	for (const each of said) logger.warn(`Sales Management Trigger ${each}`);
}

const because = (failure: unknown) =>
	failure instanceof Error && failure.message ? ` (${failure.message})` : '';

export const REPEATS = 'finds that n8n did not save its last batch, and emits it again.';

export const COMPARES_ANEW =
	'begins anew, since it compares something else than before: previous values are learned anew.';

export const beginsAnew = (changed: string) =>
	`begins anew as set under Start From, since this changed: ${changed}.`;

/** @param from the time from which it goes on, if that is known. */
export const unusable = (problem: string, from?: number) =>
	`can’t use its saved state (${problem}) and begins anew, ${
		from === undefined
			? 'as set under Start From.'
			: `with the changes since ${isoOf(from)}: some of them may come a second time, and a record that was created before then and not emitted yet comes as updated, for the event Created not at all.`
	}`;

export const replays = (from: number) =>
	`begins again from ${isoOf(from)}, as set under Replay From: every record that has changed since is emitted, also if it was before.`;

export const keptName = ({ name, label }: NameAsked, ids: readonly number[], why: string) =>
	`keeps what ${quoted(name)} in ${label} meant before (${ids.join(', ')}): ${why}`;

export const emitsLess = (message: string) => `emits less than it could. ${message}`;

/** Where a poll began, see `Beginning`, and since when it comes no further. */
interface Began {
	readonly said: readonly string[];
	readonly from?: State;
	readonly before?: State;
	readonly replays?: true;
	readonly stalled?: Stalled;
}

/** What a poll emits besides its events' records. */
interface Emitted {
	readonly told: readonly Told[];
	readonly aside: AsideTold;
}

/** What there is to say of a poll that did what it could. */
export function* ofChanges(
	{ failure, learningFailure, stopped, state, setBack, serverTime }: Outcome<IDataObject>,
	{ said, from, before, replays: isReplay, stalled }: Began,
	{ told, aside }: Emitted,
): Generator<string> {
	yield* said;
	if (setBack) {
		yield `knew it was ${isoOf(setBack.before)} or later, but the service’s clock says ${isoOf(serverTime)}: it was set back, or was wrong before. The trigger goes on from ${isoOf(setBack.to)}; some changes may come a second time.`;
	}
	if (failure instanceof Error) {
		yield `stopped early and will continue at the next poll: ${failure.message}`;
	}
	if (stalled) yield stands(stalled);
	else if (stopped === 'out of time') {
		yield 'ran out of time before the end of the list and will continue at the next poll.';
	}
	yield* ofForgetting(state.backlog?.forgottenTo, from?.backlog?.forgottenTo);
	yield* ofLearning(state.values, isReplay ? undefined : before?.values, learningFailure);
	const [first] = aside.news;
	if (first) {
		yield `set aside ${aside.news.length} record(s) that it can’t watch. The first: ${first[1].reason}.`;
	}
	if (aside.left > 0) {
		yield `found ${aside.left} more records that it can’t watch. They are too many to be remembered, so they are not emitted.`;
	}
	const [missing, ...others] = told.flatMap(({ failure: reason }) => (reason ? [reason] : []));
	if (missing) {
		yield `could not read the related objects of ${others.length + 1} of ${told.length} records, which are emitted without them (_event.relatedObjects is "unavailable"). The trigger does not read them again: get these records by themselves. The first failure: ${missing.message}`;
	}
}

/** Once in a backlog: who is new is no longer sure of all. */
function* ofForgetting(until: string | undefined, before: string | undefined): Generator<string> {
	if (until === undefined || before !== undefined) return;
	yield `works through more new records than it can remember. Until it has reached the end of the list, one that was created before ${until} or soon after and changes meanwhile counts as known: it is emitted as updated, for the event Created not at all.`;
}

/** Of the previous values that an event compares with. */
function* ofLearning(
	values: State['values'],
	before: State['values'],
	failure: unknown,
): Generator<string> {
	const wasLearning = before?.learning !== undefined && before.name === values?.name;
	if (failure instanceof Error) {
		yield `could not go on learning previous values and will try again at the next poll: ${failure.message}`;
	}
	if (values?.learning) {
		yield `is still learning previous values and will go on at the next poll: it doesn’t know yet those of records that last changed after ${values.learning.at}.`;
	}
	if (values?.partial && !before?.partial) {
		yield 'can’t remember the previous values of all records, only of those that changed last.';
	} else if (wasLearning && !values.learning) {
		yield 'has learned the previous values of all records.';
	}
}

const WHY: Readonly<Record<Stalled['why'], readonly [why: string, advice: string]>> = {
	'out of time': [
		'each poll runs out of time before it has read what changed then',
		'Narrow the list with Filters, allow polls more time, or tell the operator of the service that its list is slow',
	],
	'ledger full': [
		'more records changed at that time than the trigger can remember',
		'Narrow the list with Filters, or share it among several triggers',
	],
	'clock behind': [
		'n8n’s clock is behind the service’s, so it must remember more changes than it can',
		'Set the clock of n8n’s server right',
	],
	'batch limit': ['the Batch Limit leaves no room for what changed then', 'Raise the Batch Limit'],
	failure: ['each poll fails on what changed then', 'Look up the failure in n8n’s log'],
};

/** What is said of a trigger that comes no further. */
export function stands({ since, at, why, failure }: Stalled): string {
	const [reason, advice] = WHY[why];
	return `can’t move: since ${isoOf(since)} it stands at ${isoOf(at)}, because ${reason}${because(failure)}. ${advice}; nothing is lost meanwhile.`;
}

/** The same of a sweep for deleted records. */
export function sweepStands({ since, read, failure }: SweepStalled, many: string): string {
	const place = `after record ${read.toLocaleString('en-US')} of the list`;
	const why =
		failure === undefined
			? 'each poll runs out of time before it reads anything new. Narrow the list with Filters, allow polls more time, or tell the operator of the service that its list is slow or its cursors don’t last'
			: `each poll fails there${because(failure)}. Look up the failure in n8n’s log`;
	return `can’t move: since ${isoOf(since)} its sweep for deleted ${many} stands ${place}, because ${why}; nothing is lost meanwhile.`;
}

export const beginsNewList = (changed: string) =>
	`begins with a new list of IDs, since this changed: ${changed}; what was deleted before is not emitted.`;

export const unusableList = (problem: string) =>
	`can’t use its saved state (${problem}) and begins anew: what was deleted since its last look is not emitted.`;

/** The first 404 of a poll that need not be the service's own. */
export interface Doubt {
	readonly id: number;
	readonly error: Error;
}

export function* ofSweep(
	{ hidden, unclear, failed, stopped, failure, stalled }: SweepOutcome,
	{ many }: Pick<RecordDescription, 'many'>,
	doubt?: Doubt,
): Generator<string> {
	const [first] = failed;
	if (hidden > 0) {
		yield `may no longer read ${hidden} of the ${many} that it watches. They are not told as deleted.`;
	}
	if (doubt) {
		yield `got a 404 for ${unclear} of the missing ${many} that is not in the form of the service’s own, so it may come from a proxy or a wrong address. They are not told as deleted, and looked up again by the next sweep; the first with ID ${doubt.id}: ${doubt.error.message}`;
	}
	if (first) {
		const why = first.reason instanceof Error ? `: ${first.reason.message}` : '.';
		yield `could not look up ${failed.length} of the missing ${many}, the first with ID ${first.id}, and will try again at the next poll${why}`;
	}
	if (stalled) yield sweepStands(stalled, many);
	else if (failure instanceof Error) {
		yield `stopped early and will continue to look for deleted ${many} at the next poll: ${failure.message}`;
	} else if (stopped === 'out of time') {
		yield `ran out of time and will continue to look for deleted ${many} at the next poll.`;
	}
}

const DAY = 86_400_000;
/** So many requests of a poll that finds nothing are nobody's concern. */
const FEW_REQUESTS = 3;

/**
 * Once a day, that a lookback holds so much that polls which find nothing new cost much all the same.
 * @param requests for pages of the list alone.
 */
export function* ofCost(
	key: string,
	{ requests, isIdle }: { readonly requests: number; readonly isIdle: boolean },
): Generator<string> {
	const memory = memoryOf(key);
	const now = systemClock.elapsed();
	const { polledAt, costToldAt = -Infinity } = memory;
	memory.polledAt = now;
	if (!isIdle || requests <= FEW_REQUESTS || polledAt === undefined || now - costToldAt < DAY)
		return;
	memory.costToldAt = now;
	const interval = Math.max(1, now - polledAt);
	const aDay = Math.round((requests * DAY) / interval).toLocaleString('en-US');
	yield `takes ${requests} requests for each poll that finds nothing new, since so much has changed within the lookback: ${aDay} a day at one poll every ${Math.round(interval / 1000)} s. Shorten Lookback Minutes, poll less often, or narrow the list with Filters.`;
}

/** Once for each, fields that no record has: they may be misspelt, and would never be seen to change. */
export function* ofFields(
	key: string,
	{ compared, outputFields }: Pick<Settings, 'compared' | 'outputFields'>,
	{ rowsRead }: { readonly rowsRead: number },
): Generator<string> {
	const { fields: known } = memoryOf(key);
	const found = rowsRead > 0 ? [...(compared?.found ?? [])] : [];
	const missing = found.filter(([field, isFound]) => !isFound && !known.has(field));
	for (const [field] of found) known.add(field);
	if (missing.length > 0) {
		const names = missing.map(([field]) => quoted(field)).join(', ');
		yield `watches ${missing.length === 1 ? 'the field' : 'the fields'} ${names}, which no record that it has read so far has: check the spelling under Only When Fields Change.`;
	}
	// A poll has no hints, as an execution of the node has.
	const { message } = outputFields;
	if (message !== undefined) yield `lacks fields in what it emits. ${message}`;
}
