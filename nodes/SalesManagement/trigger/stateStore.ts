/** Keeps the saved state in n8n, and finds it there. */
import type { IDataObject } from 'n8n-workflow';
import {
	NewestState,
	readMark,
	readState,
	readSweep,
	type Found,
	type Polled,
	type Saved,
	type State,
	type SweepState,
} from '../polling';
import { isObject, jsonIn } from '../shared';
import type { Poll } from './pollContext';

/** The key under which n8n keeps the mark: which poll saved the state beside it. */
const MARK = 'poll';

/**
 * The key under which the workflow keeps which triggers have emitted anything. n8n files the state itself
 * under the node's name, so that it is lost with that.
 */
const EMITTED = 'salesManagementTriggers';

/** A copy, since n8n watches its own object for changes. */
const copyOf = (saved: unknown) => jsonIn(JSON.stringify(saved));

/** The saved state of one kind of event: changes, or deletions. */
class Store<S extends State | SweepState> {
	private readonly newest = new NewestState<S>();

	/** @param other the key of the other kind's state. */
	constructor(
		private readonly name: string,
		private readonly other: string,
		private readonly read: (saved: unknown, fingerprint: string) => Saved<S>,
	) {}

	/** Finds all that decides where a poll begins. */
	find({ key, home, context, fingerprint }: Poll): Found<S> {
		const hasNothing = home[this.name] === undefined && home[this.other] === undefined;
		const isLost = hasNothing && this.emitters(context)[context.getNode().id] !== undefined;
		const isFirst = hasNothing && !isLost;
		const saved: Saved<S> = isLost
			? { isUnusable: true }
			: this.read(copyOf(home[this.name]), fingerprint);
		const handed = this.handed(home, context.getActivationMode());
		const isReactivation = this.newest.isReactivation(key, handed, !isFirst);
		const newest = this.newest.begin(key, { ...handed, state: saved.state }, fingerprint);
		return { ...saved, isFirst, isReactivation, newest };
	}

	save({ key, home, context, settings }: Poll, polled: Polled<S>): void {
		const handed = this.handed(home, context.getActivationMode());
		const { mark, beforeBatch } = this.newest.end(key, handed, polled);
		home[MARK] = { ...mark };
		const before = settings.repeatsBatch && beforeBatch;
		home[this.name] = before ? { ...before, batch: polled.batch } : { ...polled.state };
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

export const STATE = 'polling';
const SWEEP = 'sweep';

/** The saved state of all events but Deleted. */
export const changes = new Store<State>(STATE, SWEEP, readState);
/** The saved state of Deleted. */
export const sweeps = new Store<SweepState>(SWEEP, STATE, readSweep);
