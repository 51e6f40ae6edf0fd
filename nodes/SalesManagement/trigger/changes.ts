/** The events that read what changed, from where the state says. */
import { systemClock } from '../api/http/clock';
import { GUARD_MS } from '../api/lists/timeRange';
import { poll as pollOnce, type Policy, type State, type Tells } from '../polling';
import { beginningOf } from './startPoint';
import type { Found } from './health';
import { recordsOf } from './items';
import * as log from './log';
import type { Poll } from './pollContext';
import { changes } from './stateStore';
import { SetAside, unreadableItem } from './unreadableRecords';
import { ListSource } from './listSource';

/** n8n has no limit for what a trigger saves, but copies it into each execution; these values stay. */
const VALUES_ROOM = 144_000;

/** What the engine is told of the user's choices. */
const policyOf = (tells: Tells, { settings, fingerprint, budget }: Poll): Policy => ({
	tells,
	fingerprint,
	startFrom: settings.startFrom,
	lookbackMs: settings.lookbackMs,
	guardMs: GUARD_MS,
	batchLimit: settings.batchLimit,
	agreeingPasses: 2,
	...(settings.compared && {
		compares: settings.compared.name,
		newChanges: settings.event.newCounts,
		wants: settings.wants,
	}),
	valuesRoom: VALUES_ROOM,
	hasTime: budget.hasTime,
	ownTime: () => systemClock.now(),
});

/** The records of this poll's events, after the state that knows them was put in place. */
export async function changedRecords(poll: Poll, tells: Tells): Promise<Found> {
	const { settings, context, key } = poll;
	const policy = policyOf(tells, poll);
	const beginning = beginningOf(poll, policy);
	if (beginning.isStale) return { records: [] };
	const { from, before, kept } = beginning;
	// What last changed before the watermark is only read to be compared with. A filter may be off (A2).
	const since = from && Date.parse(from.watermark) - 2 * GUARD_MS;
	const setAside = new SetAside(kept.setAside, since);
	const source = new ListSource(poll, setAside);
	const outcome = await pollOnce(from, source, policy);
	const { serverTime, stopped, stalled, reached = serverTime, left = 0 } = outcome;
	const shown = await recordsOf(poll, outcome.events, serverTime);
	const aside = setAside.told(from !== undefined, stopped === undefined);
	const records = [
		...shown.records,
		...aside.news.map((each) => unreadableItem(each, settings.record.id, serverTime)),
	];
	const state: State = { ...outcome.state, ...kept, setAside: aside.remembered };
	const said = stalled && log.stands(stalled);
	log.report(context, log.ofChanges(outcome, { ...beginning, ...shown, aside, stands: said }));
	log.report(context, log.ofFields(key, settings, source.rowsRead));
	changes.save(poll, { before, state, emitted: records.length > 0 });
	return {
		records,
		progress: {
			stopped,
			...(stalled && said !== undefined && { stalled: { since: stalled.since, said } }),
			at: serverTime,
			lagMs: serverTime - reached,
			...(source.beyond !== undefined && { backlog: source.beyond + left }),
			recordsRead: source.rowsRead,
		},
	};
}
