/** Polls for changes: every event but Deleted. */
import { GUARD_MS } from '../api/paging/timeRange';
import { beginningOf, poll as pollOnce, type Policy, type State, type EventKind } from '../polling';
import { isoOf } from '../shared';
import type { PollResult } from './health';
import { toRecords } from './items';
import { ListSource } from './listSource';
import * as log from './log';
import type { Poll } from './pollContext';
import { UnreadableRecords, unreadableItem } from './recordVersions';
import { changes } from './stateStore';
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
	...settings,
	reports,
	fingerprint,
	list,
	view,
	guardMs: GUARD_MS,
	agreeingPasses: 2,
	compares: settings.compared?.name,
	newChanges: settings.event.newCounts,
	valuesRoom: VALUES_ROOM,
	createdRoom: CREATED_ROOM,
	hasTime,
	ownTime: Date.now,
});

/** The records of this poll's events. The state that knows these events is saved first. */
export async function changedRecords(poll: Poll, reports: EventKind): Promise<PollResult> {
	const { settings, context } = poll;
	const policy = policyOf(reports, poll);
	const beginning = beginningOf(changes.find(poll), policy);
	if (!beginning) return { records: [] };
	const { before: from, replayed } = beginning;
	log.report(context, log.ofBeginning(beginning, 'It starts now.', reports));
	// Records that last changed before the watermark are only read for comparison; the filter may be off at
	// both ends (A2).
	const since = from && Date.parse(from.watermark) - 2 * GUARD_MS;
	const unreadableRecords = new UnreadableRecords(from?.setAside, since);
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
		before: from,
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
