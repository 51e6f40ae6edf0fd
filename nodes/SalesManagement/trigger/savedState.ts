/** Where n8n keeps what a trigger saves, and the question to which it belongs. */
import type { IDataObject } from 'n8n-workflow';
import type { Client } from '../api/types';
import { readMark, readState, readSweep, type Mark, type State, type SweepState } from '../polling';
import type { Settings } from './settings';
import { digestOf } from './versions';

/** Under these names n8n keeps the state: of an event that reads what changed, or of Deleted. */
const STATE = 'polling';
const SWEEP = 'sweep';
/** Beside either of them: which poll saved it. */
const MARK = 'poll';

/** What a question consists of, as the log names it. */
const PARTS = ['the resource', 'the filters', 'the kind of credential', 'the Base URL'] as const;

/** Identifies the question that is asked of the service, part by part, in the order of `PARTS`. */
export const fingerprintOf = (
	{ record, query, path, kind }: Settings,
	{ baseUrl }: Pick<Client, 'baseUrl'>,
): string => [record.id, digestOf({ query, path }), kind, digestOf(baseUrl)].join(' ');

/** What changed between two questions, the event if there was another kind of state before. */
export function changedParts(before: string | undefined, now: string): string {
	if (before === undefined) return 'the event';
	const older = before.split(' ');
	const newer = now.split(' ');
	return PARTS.filter((_, place) => older[place] !== newer[place]).join(', ');
}

/** A copy, since n8n watches its own object for changes. */
const copyOf = (saved: unknown): unknown =>
	saved === undefined ? undefined : JSON.parse(JSON.stringify(saved));

export const savedState = (home: IDataObject) => readState(copyOf(home[STATE]));

export const savedSweep = (home: IDataObject) => readSweep(copyOf(home[SWEEP]));

/** Whether the other kind of event has saved something. */
export const isOfOtherEvent = (home: IDataObject, tells: 'deleted' | 'changes'): boolean =>
	home[tells === 'deleted' ? STATE : SWEEP] !== undefined;

/** The date that was replayed last; even a state that can't be used may say it. */
export function replayedIn(home: IDataObject): string | undefined {
	const saved = home[STATE] as Partial<State> | undefined;
	return typeof saved?.replayed === 'string' ? saved.replayed : undefined;
}

/** Which poll saved what is there. */
export const markOf = (home: IDataObject): Mark | undefined => readMark(copyOf(home[MARK]));

/** What to save: the state, and what `N8nSaves` says of it. */
interface Saving<S> {
	readonly state: S;
	readonly mark: Mark;
	/** The state before a batch that a new process is to emit again; none in it if there was none. */
	readonly beforeBatch: { readonly state?: S } | undefined;
	readonly delivery: Settings['delivery'];
}

export const saveState = (home: IDataObject, saving: Saving<State>): void =>
	save(home, saving, STATE, SWEEP);

export const saveSweep = (home: IDataObject, saving: Saving<SweepState>): void =>
	save(home, saving, SWEEP, STATE);

function save<S extends State | SweepState>(
	home: IDataObject,
	{ state, mark, beforeBatch, delivery }: Saving<S>,
	name: string,
	other: string,
): void {
	home[MARK] = { ...mark };
	const repeats = delivery === 'atLeastOnce' ? beforeBatch : undefined;
	// Without a state before it, the batch comes again from what n8n has: nothing, or another question.
	if (repeats && !repeats.state) return;
	home[name] = repeats?.state ?? state;
	delete home[other];
}
