/** The events that read what changed, from where the state says. */
import type { IDataObject } from 'n8n-workflow';
import { systemClock } from '../api/http/clock';
import {
	N8nSaves,
	poll as pollOnce,
	stalledBy,
	type Event,
	type Outcome,
	type Policy,
	type State,
	type Tells,
} from '../polling';
import { beginningOf, type Beginning } from './beginning';
import { assertMoving, changesHealth, type Found } from './health';
import { toRecord } from './items';
import * as log from './log';
import { listOf, type Poll } from './onePoll';
import { withRelated } from './related';
import { markOf, replayedIn, saveState } from './savedState';
import { SetAside, unreadableItem } from './setAside';
import type { Settings } from './settings';
import { shownWith } from './shownCustoms';
import { isoOf } from '../values';

const saves = new N8nSaves<State>();

/** By how much a window filter may be off (A2). */
const GUARD_MS = 2_000;

/**
 * Characters of state, 256 KB in all with what surrounds these: n8n has no limit of its own, but copies
 * what it keeps of a trigger into each execution.
 */
const ROOM = { ledger: 64_000, seen: 48_000, values: 144_000 };

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
	}),
	room: ROOM,
	hasTime: () => budget.readingMs > 0,
	ownTime: () => systemClock.now(),
});

/** The records of this poll's events, after the state that knows them was put in place. */
export async function changedRecords(poll: Poll, tells: Tells): Promise<Found> {
	const { settings, home, key, context } = poll;
	const policy = policyOf(tells, poll);
	const handed = { home, mark: markOf(home), mode: context.getActivationMode() };
	const beginning = begin(poll, policy, handed);
	if (beginning.isStale) return { records: [] };
	const { from, before, replays } = beginning;
	const setAside = new SetAside(beginning.setAside, sinceOf(beginning));
	const source = listOf(poll, setAside);
	const outcome = await pollOnce(from, source, policy);
	const wentOnFrom = replays ? undefined : before;
	const { stalledSince, stalled } = stalledBy(wentOnFrom, outcome, policy);
	const emitted = await emittedBy(poll, setAside, { outcome, beginsNow: !from });
	const { records, aside } = emitted;
	const state: State = {
		...outcome.state,
		...(stalledSince !== undefined && { stalledSince }),
		...(beginning.replayed !== undefined && { replayed: beginning.replayed }),
		...(aside.remembered !== undefined && { setAside: aside.remembered }),
	};
	const isLearning = from?.values?.learning ?? from?.values?.name !== state.values?.name;
	const { events, stopped, setBack } = outcome;
	const isRegular = wentOnFrom && !isLearning && !setBack;
	const isIdle = isRegular === true && !stopped && events.length === 0;
	log.report(context, log.ofChanges(outcome, { ...beginning, stalled }, emitted));
	log.report(context, log.ofCost(key, { requests: source.requests, isIdle }));
	log.report(context, log.ofFields(key, settings, source));
	const saving = saves.end(key, handed, { before, state, emitted: records.length > 0 });
	saveState(home, { ...saving, state, delivery: settings.delivery });
	if (records.length === 0) {
		const { serverTime: now } = outcome;
		assertMoving(stalled && { since: stalled.since, said: log.stands(stalled) }, { now, settings });
	}
	return { records, health: changesHealth(source, outcome, stalled) };
}

/** What last changed before that is only read to be compared with. A filter may be off (A2). */
const sinceOf = ({ from }: Beginning): number =>
	from ? Date.parse(from.watermark) - 2 * GUARD_MS : -Infinity;

type Handed = Parameters<typeof saves.end>[1];

function begin({ settings, key, home }: Poll, policy: Policy, handed: Handed): Beginning {
	const { replayFrom, skipDowntime } = settings;
	const replayed = replayedIn(home);
	const isReplayed = replayFrom === undefined || isoOf(replayFrom) === replayed;
	const skips = skipDowntime && isReplayed && saves.isActivation(key, handed);
	const recall = (state?: State) => saves.begin(key, { ...handed, state }, policy.fingerprint);
	return beginningOf(home, policy, { replayFrom, ...(!skips && { recall }) });
}

interface Read {
	readonly outcome: Outcome<IDataObject>;
	/** A trigger that begins now emits nothing that it finds. */
	readonly beginsNow: boolean;
}

/** Events, and records that can't be watched. */
async function emittedBy(poll: Poll, setAside: SetAside, { outcome, beginsNow }: Read) {
	const { client, settings, budget } = poll;
	const { serverTime } = outcome;
	const wanted = wantedEvents(outcome.events, settings);
	const told = await withRelated(client, wanted, settings, budget);
	const found = setAside.told();
	const aside = beginsNow ? { ...found, news: [] } : found;
	const shown = await shownWith(
		poll,
		told.map(({ event }) => event.row.record),
	);
	const records = [
		...told.map(({ event, mark }) => toRecord(event, shown, serverTime, mark)),
		...aside.news.map((each) => unreadableItem(each, settings.record.id, serverTime)),
	];
	return { records, told, aside };
}

const wantedEvents = (events: ReadonlyArray<Event<IDataObject>>, { wants }: Settings) =>
	events.filter(({ type, row }) => type !== 'changed' || wants(row.compared ?? ''));
