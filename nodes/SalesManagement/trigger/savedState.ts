import type { IDataObject } from 'n8n-workflow';
import {
	readMark,
	readState,
	readSweep,
	reasonToBeginAnew,
	type Begin,
	type Mark,
	type Policy,
	type StartFrom,
	type State,
	type SweepState,
} from '../polling';
import type { Client } from '../api/types';
import type { Settings } from './settings';
import { digestOf } from './versions';

/** Under these names n8n keeps the state: of an event that reads what changed, or of Deleted. */
const STATE = 'polling';
const SWEEP = 'sweep';
/** Beside either of them: which poll saved it. */
const MARK = 'poll';

/** What a question consists of, as the log names it. */
const PARTS = ['the resource', 'the filters', 'the kind of credential', 'the Base URL'] as const;

const THE_EVENT = 'the event';

/** Identifies the question that is asked of the service, part by part, in the order of `PARTS`. */
export const fingerprintOf = (
	{ record, query, path, kind }: Settings,
	{ baseUrl }: Pick<Client, 'baseUrl'>,
): string => [record.id, digestOf({ query, path }), kind, digestOf(baseUrl)].join(' ');

/** What changed between two questions; all that may have, when the older one can't be taken apart. */
function changedParts(before: string, now: string): string {
	const [older, newer] = [before.split(' '), now.split(' ')];
	const changed = PARTS.filter((_, place) => older[place] !== newer[place]);
	return changed.length > 0 && older.length === newer.length
		? changed.join(', ')
		: PARTS.join(' or ');
}

/** Where a poll begins, and what the log should say of it. */
export interface Beginning {
	readonly state?: State;
	/** The state is of an event that compared something else. */
	readonly isAnew?: true;
	/** There can be no news yet, see `Session`. */
	readonly isStale?: true;
	/** Where to begin without a state, instead of as set. */
	readonly startFrom?: StartFrom;
	readonly news?: string;
}

/** What to save: the state, and what the session says of it. */
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

/** The state as it was saved, unchecked. */
export const savedIn = (home: IDataObject): unknown => home[STATE];

/** Which poll saved what is there. */
export const markOf = (home: IDataObject): Mark | undefined => readMark(copyOf(home[MARK]));

/** The saved state of Deleted, and what the log should say of one that can't be used. */
export function savedSweep(home: IDataObject): { state?: SweepState; news: string[] } {
	const { state, problem } = readSweep(copyOf(home[SWEEP]));
	if (problem === undefined) return { state, news: [] };
	const said = `can’t use its saved state (${problem}) and begins anew`;
	return { news: [`${said}: what was deleted since its last look is not emitted.`] };
}

/** What the log says when Deleted finds the state of another question, or of another event. */
export function newListNews(
	home: IDataObject,
	saved: SweepState | undefined,
	fingerprint: string,
): string[] {
	const event = home[STATE] === undefined ? undefined : THE_EVENT;
	const what = saved ? changedParts(saved.fingerprint, fingerprint) : event;
	if (what === undefined) return [];
	return [
		`begins with a new list of IDs, since this changed: ${what}; what was deleted before is not emitted.`,
	];
}

/** What the log says when n8n refused to save a batch. */
export const REPEATS = 'finds that n8n did not save its last batch, and emits it again.';

/** A copy, since n8n watches its own object for changes. */
const copyOf = (saved: unknown): unknown =>
	saved === undefined ? undefined : JSON.parse(JSON.stringify(saved));

/** Takes the state from what n8n saved, else from what this process knows; begins anew without one. */
export function beginningOf(
	home: IDataObject,
	policy: Policy,
	recall: (saved: State | undefined) => Begin<State>,
): Beginning {
	const saved = readState(copyOf(home[STATE]));
	const { state, isStale, isRepeat } = recall(saved.state);
	if (isStale) return { isStale };
	if (state) {
		if (reasonToBeginAnew(state, policy) === 'compared') {
			const why = 'since it compares something else than before: previous values are learned anew';
			return { state, isAnew: true, news: `begins anew, ${why}.` };
		}
		return { state, ...(isRepeat && { news: REPEATS }) };
	}
	if (saved.problem !== undefined) {
		return fromProblem(saved.problem, saved.reached, policy);
	}
	if (!saved.state && home[SWEEP] === undefined) return {};
	const changed = saved.state
		? changedParts(saved.state.fingerprint, policy.fingerprint)
		: THE_EVENT;
	return { news: `begins anew as set under Start From, since this changed: ${changed}.` };
}

/** What a damaged state still says is where it had got to: so nothing is lost, but some may be repeated. */
function fromProblem(
	problem: string,
	reached: { readonly fingerprint: string; readonly watermark: number } | undefined,
	policy: Policy,
): Beginning {
	const said = `can’t use its saved state (${problem}) and begins anew`;
	if (reached?.fingerprint !== policy.fingerprint || policy.tells === 'changed') {
		return { news: `${said}, as set under Start From.` };
	}
	const from = new Date(reached.watermark).toISOString();
	const news = `${said}, with the changes since ${from}: some of them may come a second time.`;
	return { startFrom: reached.watermark, news };
}
