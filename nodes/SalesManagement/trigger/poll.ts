import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { connect } from '../api/connect';
import { toNodeError } from '../api/errors';
import type { Client } from '../api/types';
import {
	Session,
	type Event,
	type Policy,
	type State,
	type SweepState,
	type Tells,
} from '../polling';
import { textOf } from '../values';
import { budgetOf, type Budget } from './budget';
import { deletion, deletions } from './deletions';
import { pollInDoubt } from './doubts';
import { changesLike, likeEvents, sampleRow, toItems, toRecord } from './items';
import { withRelated } from './related';
import { newsOf, report } from './report';
import {
	beginningOf,
	fingerprintOf,
	markOf,
	REPEATS,
	savedSweep,
	saveState,
	saveSweep,
	type Beginning,
} from './savedState';
import { unreadableItem } from './setAside';
import { readSettings, type Settings } from './settings';
import { ListSource } from './source';

/** By how much a window filter may be off, and how long a timestamp stays open. */
const GUARD_MS = 2_000;
const HOLD_MS = 2_000;

/** Characters of state, out of the 64 KB in all. The ledger takes what the event leaves. */
const ROOM = { all: 62_000, seen: 16_000, watched: 24_000 };

const NEWEST_IN_TEST = 10;

const session = new Session<State>();
const sweeps = new Session<SweepState>();

/** One poll of n8n: items, or null when there is nothing new. */
export async function pollForItems(
	context: IPollFunctions,
): Promise<INodeExecutionData[][] | null> {
	try {
		const settings = readSettings(context);
		const client = await connect(context, settings.kind);
		if (context.getMode() === 'manual') return [await newestItems(context, client, settings)];
		const key = `${context.getWorkflow().id ?? ''}:${context.getNode().id}`;
		const items = await session.alone(key, async () => {
			return await newItems(context, client, settings, key);
		});
		return items && items.length > 0 ? [items] : null;
	} catch (error) {
		throw activatable(toNodeError(context.getNode(), error));
	}
}

async function newItems(
	context: IPollFunctions,
	client: Client,
	settings: Settings,
	key: string,
): Promise<INodeExecutionData[]> {
	const { tells } = settings.event;
	if (tells === 'deleted') return await deletedItems(context, client, settings, key);
	const home = context.getWorkflowStaticData('node');
	const { source, ...rest } = prepare(context, client, settings);
	const policy = policyOf(tells, settings, rest);
	const saved = { home, mark: markOf(home), mode: context.getActivationMode() };
	const skip = settings.skipDowntime && session.isActivation(key, saved);
	const beginning: Beginning = skip
		? { startFrom: 'now' }
		: beginningOf(home, policy, (state) =>
				session.begin(key, { ...saved, state }, policy.fingerprint),
			);
	if (beginning.isStale) return [];
	const { state, startFrom = policy.startFrom } = beginning;
	const { outcome, ...doubts } = await pollInDoubt(state, source, { ...policy, startFrom });
	const wanted = wantedEvents(outcome.events, settings);
	const told = await withRelated(client, wanted, settings, rest.budget);
	const records = told.map(({ event, mark }) =>
		toRecord(event, settings, outcome.serverTime, mark),
	);
	const aside = source.setAside.since(state?.setAside);
	// A trigger that begins now emits nothing that it finds.
	const beginsNow = state === undefined && startFrom === 'now';
	const unreadable = beginsNow ? [] : aside.news;
	records.push(
		...unreadable.map((each) => unreadableItem(each, settings.record.id, outcome.serverTime)),
	);
	const next = { ...outcome.state, ...(aside.remembered && { setAside: aside.remembered }) };
	report(context, newsOf(outcome, { ...beginning, ...doubts }, { told, aside }));
	const before = beginning.isAnew ? undefined : state;
	const saves = session.end(key, saved, { before, state: next, emitted: records.length > 0 });
	saveState(home, { ...saves, state: next, delivery: settings.delivery });
	return records.length > 0 ? toItems(records, settings) : [];
}

async function deletedItems(
	context: IPollFunctions,
	client: Client,
	settings: Settings,
	key: string,
): Promise<INodeExecutionData[]> {
	const home = context.getWorkflowStaticData('node');
	const { budget, ...question } = prepare(context, client, settings);
	const fingerprint = `${question.fingerprint} ${settings.event.id}`;
	const { news, state: found } = savedSweep(home);
	const saved = { state: found, home, mark: markOf(home), mode: context.getActivationMode() };
	const { state: before, isStale, isRepeat } = sweeps.begin(key, saved, fingerprint);
	if (isStale) return [];
	report(context, isRepeat ? [...news, REPEATS] : news);
	const poll = { context, client, settings, fingerprint, budget };
	const { records, state } = await deletions(before, poll);
	const saves = sweeps.end(key, saved, { before, state, emitted: records.length > 0 });
	saveSweep(home, { ...saves, state, delivery: settings.delivery });
	return records.length > 0 ? toItems(records, settings) : [];
}

/** The newest records, or a sample that says it is one. Leaves the state alone. */
async function newestItems(
	context: IPollFunctions,
	client: Client,
	settings: Settings,
): Promise<INodeExecutionData[]> {
	const { source, budget } = prepare(context, client, settings);
	const now = await source.serverTime();
	if (settings.event.tells === 'deleted') {
		const [row] = await source.newest(1);
		const note = row ? 'This record still exists.' : 'There is no record yet.';
		return testItems(
			[deletion(row?.id ?? 0, settings, now, { sample: true, note })],
			settings,
			now,
		);
	}
	const found = await source.newest(Math.min(NEWEST_IN_TEST, settings.batchLimit));
	const rows = found.filter(({ watched = '' }) => settings.wants(watched));
	if (rows.length === 0) {
		const none = found.length === 0 ? 'There is no record yet' : 'None of the newest records fits';
		const note = `${none}; this one is made up.`;
		const [event] = likeEvents([sampleRow(settings, now)], settings.event);
		if (!event) return [];
		const mark = { ...changesLike(event, settings), sample: true, note };
		return testItems([toRecord(event, settings, now, mark)], settings, now);
	}
	const told = await withRelated(client, likeEvents(rows, settings.event), settings, budget);
	const records = told.map(({ event, mark }) =>
		toRecord(event, settings, now, { ...mark, ...changesLike(event, settings) }),
	);
	return testItems(records, settings, now);
}

/** With event ids of their own: a node that remembers ids would take the real events for repeats. */
function testItems(records: IDataObject[], settings: Settings, now: number): INodeExecutionData[] {
	const test = `test:${new Date(now).toISOString()}`;
	const marked = records.map(({ _event, ...record }) => {
		const event = _event as IDataObject;
		return { ...record, _event: { ...event, id: `${textOf(event.id)}:${test}` } };
	});
	return toItems(marked, settings);
}

/** What every event needs: the list, the question by which a state is known, the time that is left. */
function prepare(context: IPollFunctions, client: Client, settings: Settings) {
	const { record, list, query, path, compared } = settings;
	const budget = budgetOf(context);
	const watchedOf = compared?.valueIn;
	const question = { list, record, query, path, ...(watchedOf && { watchedOf }) };
	const source = new ListSource(client, question, budget);
	return { source, budget, fingerprint: fingerprintOf(settings, client) };
}

interface Asking {
	readonly fingerprint: string;
	readonly budget: Budget;
}

function policyOf(tells: Tells, settings: Settings, { fingerprint, budget }: Asking): Policy {
	const { event, compared } = settings;
	const watched = compared ? ROOM.watched : 0;
	const seen = tells === 'changed' && !event.newCounts ? 0 : ROOM.seen;
	return {
		tells,
		fingerprint,
		startFrom: settings.startFrom,
		lookbackMs: settings.lookbackMs,
		guardMs: GUARD_MS,
		holdMs: HOLD_MS,
		batchLimit: settings.batchLimit,
		agreeingPasses: 2,
		...(compared && { watches: compared.name, newChanges: event.newCounts }),
		room: { ledger: ROOM.all - seen - watched, seen, watched },
		hasTime: () => budget.readingMs > 0,
	};
}

const wantedEvents = (events: ReadonlyArray<Event<IDataObject>>, { wants }: Settings) =>
	events.filter(({ type, row }) => type !== 'changed' || wants(row.watched ?? ''));

/** n8n never retries an activation whose error contains this word. */
function activatable<E extends Error>(error: E): E {
	error.message = error.message.replace(/authorization/gi, 'sign-in');
	return error;
}
