/** Where n8n keeps what a trigger saves, and what a poll does about it. */
import type { IDataObject } from 'n8n-workflow';
import {
	beginningOf,
	NewestState,
	readMark,
	readState,
	readSweep,
	type Beginning,
	type Polled,
	type Saved,
	type StartFrom,
	type State,
	type SweepState,
} from '../polling';
import { isObject } from '../shared';
import * as log from './log';
import type { Poll } from './pollContext';

/** Under this name n8n keeps which poll saved the state beside it. */
const MARK = 'poll';

/** Under this name the workflow keeps which triggers have emitted anything: what n8n files under a node's name is lost with that. */
const EMITTED = 'salesManagementTriggers';

/** A copy, since n8n watches its own object for changes. */
const copyOf = (saved: unknown): unknown =>
	saved === undefined ? undefined : JSON.parse(JSON.stringify(saved));

/** Stands for a state that is lost. */
const LOST = { other: { fingerprint: '', watermark: NaN } };

/** What one kind of event saves. */
class Store<S extends State | SweepState> {
	private readonly newest = new NewestState<S>();

	/** @param other under which name the other kind of event saves. */
	constructor(
		private readonly name: string,
		private readonly other: string,
		private readonly read: (saved: unknown) => Saved<S>,
	) {}

	/**
	 * Where a poll begins; `undefined` where it waits for what n8n has not saved yet.
	 * @param maySkip whether what was before an activation may be left out.
	 */
	begin(
		{ key, home, context, settings, fingerprint }: Poll,
		startFrom: StartFrom,
		maySkip: boolean,
	): Beginning<S> | undefined {
		const hasNothing = home[this.name] === undefined && home[this.other] === undefined;
		const isLost = hasNothing && this.emitters(context)[context.getNode().id] !== undefined;
		const isFirst = hasNothing && !isLost;
		const saved: Saved<S> = isLost ? LOST : this.read(copyOf(home[this.name]));
		const handed = this.handed(home, context.getActivationMode());
		if (maySkip && settings.skipDowntime && this.newest.isReactivation(key, handed, !isFirst)) {
			return { anew: 'now' };
		}
		const newest = this.newest.begin(key, { ...handed, state: saved.state }, fingerprint);
		if (newest.relation === 'refused') log.report(context, [log.REPEATS]);
		return beginningOf({ isFirst, saved, newest, fingerprint, startFrom });
	}

	save({ key, home, context, settings }: Poll, polled: Polled<S>): void {
		const handed = this.handed(home, context.getActivationMode());
		const { mark, beforeBatch } = this.newest.end(key, handed, polled);
		home[MARK] = { ...mark };
		const repeats = settings.isRepeated ? beforeBatch : undefined;
		// Without a state before it, the batch comes again from what n8n has: nothing, or another question.
		if (repeats && !repeats.state) return;
		home[this.name] = repeats?.state ?? polled.state;
		delete home[this.other];
		if (!polled.emitted) return;
		const emitters = this.emitters(context);
		const { id } = context.getNode();
		if (emitters[id] === undefined) {
			context.getWorkflowStaticData('global')[EMITTED] = { ...emitters, [id]: true };
		}
	}

	private emitters(context: Poll['context']): IDataObject {
		const emitters = context.getWorkflowStaticData('global')[EMITTED];
		return isObject(emitters) ? emitters : {};
	}

	private handed(home: IDataObject, mode: string) {
		return { home, mark: readMark(copyOf(home[MARK])), mode };
	}
}

const STATE = 'polling';
const SWEEP = 'sweep';

export const changes = new Store<State>(STATE, SWEEP, readState);
export const sweeps = new Store<SweepState>(SWEEP, STATE, readSweep);

/** The date that was replayed last; even a state that can't be used may say it. */
export function replayedIn(home: IDataObject): string | undefined {
	const saved = home[STATE] as Partial<State> | undefined;
	return typeof saved?.replayed === 'string' ? saved.replayed : undefined;
}
