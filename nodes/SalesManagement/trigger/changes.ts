/** The events that read what changed, from where the state says. */
import { GUARD_MS } from '../api/paging/timeRange';
import {
	poll as pollOnce,
	replaying,
	stateOf,
	type Policy,
	type State,
	type Tells,
} from '../polling';
import { isoOf, UsageError } from '../shared';
import type { Found } from './health';
import { recordsOf } from './items';
import { ListSource } from './listSource';
import * as log from './log';
import type { Poll } from './pollContext';
import { SetAside, unreadableItem } from './recordVersions';
import { changes, replayedIn } from './stateStore';
import { assertSpelt } from './watchedFields';

/** n8n has no limit for what a trigger saves, but copies it into each execution; these values stay. */
const VALUES_ROOM = 144_000;
const CREATED_ROOM = 20_000;

/** What the engine is told of the user's choices. */
const policyOf = (tells: Tells, { settings, fingerprint, view, budget }: Poll): Policy => ({
	tells,
	fingerprint,
	startFrom: settings.startFrom,
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
	hasTime: budget.hasTime,
	ownTime: Date.now,
});

/**
 * Where a poll begins, also where Replay From is a date that was not replayed yet.
 * @throws UsageError for a replay from the future, since changes until then would be left out.
 */
function begin(poll: Poll, { tells, startFrom, ownTime }: Policy) {
	const { replayFrom } = poll.settings;
	const date = replayFrom === undefined ? undefined : isoOf(replayFrom);
	const saved = replayedIn(poll.home);
	// A change needs values that were learned before it.
	const first = tells === 'changed' ? 'now' : startFrom;
	const beginning = changes.begin(poll, first, date === undefined || date === saved);
	if (!beginning) return undefined;
	const { setAside, replayed = saved } = beginning.before ?? {};
	if (replayFrom === undefined || date === replayed) return { ...beginning, setAside, replayed };
	if (replayFrom > ownTime()) {
		throw new UsageError(`Replay From is ${date}, which is in the future: choose an earlier date.`);
	}
	return { ...replaying(beginning, replayFrom), setAside, replayed: date };
}

/** The records of this poll's events, after the state that knows them was put in place. */
export async function changedRecords(poll: Poll, tells: Tells): Promise<Found> {
	const { settings, context } = poll;
	const policy = policyOf(tells, poll);
	const beginning = begin(poll, policy);
	if (!beginning) return { records: [] };
	const { before, replayed } = beginning;
	log.report(context, log.ofBeginning(beginning, 'It starts now.'));
	const from = stateOf(beginning, policy);
	// What last changed before the watermark is only read to be compared with. A filter may be off (A2).
	const since = from && Date.parse(from.watermark) - 2 * GUARD_MS;
	const setAside = new SetAside(beginning.setAside, since);
	const source = new ListSource(poll, setAside);
	const outcome = await pollOnce(from, source, policy);
	await assertSpelt(poll, source.rowsRead);
	const { serverTime, stopped, stalled, reached = serverTime, left = 0 } = outcome;
	const shown = await recordsOf(poll, outcome.events, serverTime);
	const aside = setAside.told(from !== undefined, stopped === undefined);
	const records = [
		...shown.records,
		...aside.news.map((each) => unreadableItem(each, settings.record.id, serverTime)),
	];
	const state: State = { ...outcome.state, replayed, setAside: aside.remembered };
	const standing = stalled && log.stands(stalled);
	log.report(context, log.ofChanges(outcome, { before, ...shown, aside, standing }));
	log.report(context, log.ofFields(settings));
	changes.save(poll, { before, state, emitted: records.length > 0 });
	return {
		records,
		progress: {
			stopped,
			standing,
			at: serverTime,
			lagMs: serverTime - reached,
			...(source.beyond !== undefined && { backlog: source.beyond + left }),
			recordsRead: source.rowsRead,
		},
	};
}
