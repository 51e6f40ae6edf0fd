/** The events that read what changed, from where the state says. */
import type { IDataObject } from 'n8n-workflow';
import { Session, type Event, type Outcome, type Policy, type State, type Tells } from '../polling';
import { sharing, withinLimit } from './batch';
import { costNews } from './cost';
import { pollInDoubt } from './doubts';
import { changesHealth, type Found } from './health';
import { toRecord } from './items';
import { misspeltNews, misspeltOutput } from './misspelt';
import { listOf, type Poll } from './onePoll';
import { policyOf } from './policy';
import { pollFrom } from './pollFrom';
import { withRelated } from './related';
import { ownParts, replayedIn, withReplay, type Replayable } from './replay';
import { newsOf, report } from './report';
import { beginningOf, markOf, savedIn, saveState, type Beginning } from './savedState';
import { SetAside, unreadableItem } from './setAside';
import { shownWith } from './shownCustoms';
import type { Settings } from './settings';
import { assertMoving, standstillNews } from './standstill';

const session = new Session<State>();

/** What n8n handed over, and where the poll begins. */
interface Opened {
	readonly handed: Omit<Parameters<typeof session.end>[1], 'state'>;
	readonly policy: Policy;
	readonly beginning: Replayable;
}

/** The records of this poll's events, after the state that knows them was put in place. */
export async function changedRecords(poll: Poll, tells: Tells): Promise<Found> {
	const { settings, home, key } = poll;
	const opened = open(poll, tells);
	if (opened.beginning.isStale) return { records: [] };
	const { state: before, isAnew } = opened.beginning;
	const setAside = new SetAside(before?.setAside, sinceOf(opened.beginning, opened.policy));
	const source = listOf(poll, setAside);
	const read = await pollFrom(
		opened.beginning,
		opened.policy,
		async (from, policy) => await pollInDoubt(from, source, sharing(policy, setAside)),
	);
	const went = withinLimit(read, setAside, opened.policy);
	const { outcome, standing, beginsNow } = went;
	const emitted = await emittedBy(poll, setAside, { outcome, beginsNow });
	const { records, aside } = emitted;
	const { stuckSince } = standing;
	const { replayed } = opened.beginning;
	const own = ownParts({ setAside: aside.remembered, stuckSince, replayed });
	const state = { ...outcome.state, ...own };
	const said = { ...opened.beginning, ...went, ...standing };
	report(poll.context, newsOf(outcome, said, emitted));
	report(poll.context, costNews(poll, went));
	report(poll.context, misspeltNews(poll, source));
	report(poll.context, misspeltOutput(settings));
	const saves = session.end(key, opened.handed, {
		before: isAnew ? undefined : before,
		state,
		emitted: records.length > 0,
	});
	saveState(home, { ...saves, state, delivery: settings.delivery });
	if (records.length === 0) {
		const { failAfterMs } = settings;
		assertMoving(standing.standstill, standstillNews, { now: outcome.serverTime, failAfterMs });
	}
	return { records, health: changesHealth(source, went, standing) };
}

/** What last changed before that is only read to be compared with. A filter may be off (A2). */
function sinceOf(
	{ state, replays, startFrom }: Replayable,
	{ startFrom: chosen, guardMs }: Policy,
): number {
	const from = state && !replays ? state.watermark : (startFrom ?? chosen);
	return from === 'now' ? -Infinity : from - 2 * guardMs;
}

function open(poll: Poll, tells: Tells): Opened {
	const { settings, key, home, context } = poll;
	const policy = policyOf(tells, poll);
	const handed = { home, mark: markOf(home), mode: context.getActivationMode() };
	const saved = savedIn(home);
	const isReplayed = [undefined, replayedIn(saved)].includes(settings.replayFrom);
	const skips = settings.skipDowntime && isReplayed && session.isActivation(key, handed);
	const beginning: Beginning = skips
		? { startFrom: 'now' }
		: beginningOf(home, policy, (state) =>
				session.begin(key, { ...handed, state }, policy.fingerprint),
			);
	return { handed, policy, beginning: withReplay(beginning, saved, settings, policy) };
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
	const aside = setAside.told(beginsNow ? Infinity : settings.batchLimit);
	const unreadable = beginsNow ? [] : aside.news;
	const shown = await shownWith(
		poll,
		told.map(({ event }) => event.row.record),
	);
	const records = [
		...told.map(({ event, mark }) => toRecord(event, shown, serverTime, mark)),
		...unreadable.map((each) => unreadableItem(each, settings.record.id, serverTime)),
	];
	return { records, told, aside };
}

const wantedEvents = (events: ReadonlyArray<Event<IDataObject>>, { wants }: Settings) =>
	events.filter(({ type, row }) => type !== 'changed' || wants(row.watched ?? ''));
