/** Polls for changes: every event but Deleted. */
import { GUARD_MS } from '../api/paging/timeRange';
import {
	firstState,
	poll as pollOnce,
	replaying,
	resumed,
	type Policy,
	type State,
	type EventKind,
} from '../polling';
import { isoOf, UsageError } from '../shared';
import type { PollResult } from './health';
import { toRecords } from './items';
import { ListSource } from './listSource';
import * as log from './log';
import type { Poll } from './pollContext';
import { UnreadableRecords, unreadableItem } from './recordVersions';
import { changes, replayedIn } from './stateStore';
import { assertSpelt } from './watchedFields';

/**
 * Characters for compared values, which the state keeps: n8n sets no limit for a trigger's state, but copies
 * it into each execution.
 */
const VALUES_ROOM = 144_000;
const CREATED_ROOM = 20_000;

/** The engine's policy, from the user's settings. */
const policyOf = (
	reports: EventKind,
	{ settings, fingerprint, list, view, hasTime }: Poll,
): Policy => ({
	reports,
	fingerprint,
	startFrom: settings.startFrom,
	list,
	view,
	lookbackMs: settings.lookbackMs,
	guardMs: GUARD_MS,
	batchLimit: settings.batchLimit,
	agreeingPasses: 2,
	compares: settings.compared?.name,
	newChanges: settings.event.newCounts,
	wants: settings.wants,
	valuesRoom: VALUES_ROOM,
	createdRoom: CREATED_ROOM,
	hasTime,
	ownTime: Date.now,
});

/**
 * The beginning of a poll, or of a replay if Replay From is a date that was not replayed yet.
 * @throws UsageError for a replay from the future, since it would leave out the changes until then.
 */
function begin(poll: Poll, policy: Policy) {
	const { replayFrom, isRepeated } = poll.settings;
	const date = replayFrom === undefined ? undefined : isoOf(replayFrom);
	const saved = replayedIn(poll.home);
	const found = changes.begin(poll, date === undefined || date === saved, firstState(policy));
	if (!found) return undefined;
	const before = found.before && resumed(found.before, isRepeated ? policy.view : undefined);
	const { setAside, replayed = saved } = before ?? {};
	if (replayFrom === undefined || date === replayed) {
		return { ...found, before, setAside, replayed };
	}
	if (replayFrom > policy.ownTime()) {
		throw new UsageError(`Replay From is ${date}, which is in the future: choose an earlier date.`);
	}
	const again = replaying(before, replayFrom, policy);
	return { before: again, because: 'replay', setAside, replayed: date } as const;
}

/** The records of this poll's events. The state that knows these events is saved first. */
export async function changedRecords(poll: Poll, reports: EventKind): Promise<PollResult> {
	const { settings, context } = poll;
	const policy = policyOf(reports, poll);
	const beginning = begin(poll, policy);
	if (!beginning) return { records: [] };
	const { before: from, replayed, setAside } = beginning;
	log.report(context, log.ofBeginning(beginning, 'It starts now.', reports));
	// Records that last changed before the watermark are only read for comparison; the filter may be off at
	// both ends (A2).
	const since = from && Date.parse(from.watermark) - 2 * GUARD_MS;
	const unreadableRecords = new UnreadableRecords(setAside, since);
	const source = new ListSource(poll, unreadableRecords);
	const outcome = await pollOnce(from, source, policy);
	await assertSpelt(poll, source.rowsRead);
	const { serverTime, stopped, stalled, reached = serverTime, left = 0 } = outcome;
	const shown = await toRecords(poll, outcome.events, serverTime);
	const unreadable = unreadableRecords.report(from !== undefined, stopped === undefined);
	const records = [
		...shown.records,
		...unreadable.emitted.map((each) => unreadableItem(each, settings.record.id, serverTime)),
	];
	const state: State = { ...outcome.state, replayed, setAside: unreadable.stored };
	const stall =
		stalled &&
		log.stallReport(
			stalled.since,
			`since ${isoOf(stalled.since)} it stands at ${isoOf(stalled.at)}`,
			outcome.failure,
		);
	log.report(context, log.ofChanges(outcome, { before: from, ...shown, unreadable, stall }));
	log.report(context, log.ofFields(settings));
	changes.save(poll, {
		before: from && { ...from, replayed, setAside },
		state,
		batch: { ...state, values: undefined },
		emitted: records.length > 0,
	});
	return {
		records,
		progress: {
			stopped,
			stall,
			at: serverTime,
			lagMs: serverTime - reached,
			...(source.beyond !== undefined && { backlog: source.beyond + left }),
			recordsRead: source.rowsRead,
		},
	};
}
