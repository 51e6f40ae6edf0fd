import type { IDataObject } from 'n8n-workflow';
import {
	readState,
	readSweep,
	reasonToBeginAnew,
	type Policy,
	type Session,
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

/** What a question consists of, as the log names it. */
const PARTS = ['the resource', 'the filters', 'the kind of credential', 'the Base URL'] as const;

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
	/** Where to begin without a state, instead of as set. */
	readonly startFrom?: StartFrom;
	readonly news?: string;
}

export const saveState = (home: IDataObject, state: State): void => {
	home[STATE] = state;
	delete home[SWEEP];
};

export const saveSweep = (home: IDataObject, state: SweepState): void => {
	home[SWEEP] = state;
	delete home[STATE];
};

/** The saved state of Deleted, and what the log should say of one that can't be used. */
export function savedSweep(home: IDataObject): { state?: SweepState; news: string[] } {
	const { state, problem } = readSweep(copyOf(home[SWEEP]));
	if (problem === undefined) return { state, news: [] };
	const said = `can’t use its saved state (${problem}) and begins anew`;
	return { news: [`${said}: what was deleted since its last look is not emitted.`] };
}

/** A copy, since n8n watches its own object for changes. */
const copyOf = (saved: unknown): unknown =>
	saved === undefined ? undefined : JSON.parse(JSON.stringify(saved));

/** Takes the state from what n8n saved, else from what this process knows; begins anew without one. */
export function beginningOf(
	home: IDataObject,
	policy: Policy,
	recall: (saved: State | undefined) => ReturnType<Session['stateOf']>,
): Beginning {
	const saved = readState(copyOf(home[STATE]));
	const state = recall(saved.state);
	if (state) {
		const isAnew = reasonToBeginAnew(state, policy) === 'compared';
		const news = 'since the event is a different one: previous values are learned anew';
		return { state, ...(isAnew && { news: `begins anew, ${news}.` }) };
	}
	if (saved.problem !== undefined) {
		return fromProblem(saved.problem, saved.reached, policy);
	}
	if (!saved.state) return {};
	const changed = changedParts(saved.state.fingerprint, policy.fingerprint);
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
