/** Where n8n keeps what a trigger saves, and from what of it a poll goes on. */
import type { IDataObject } from 'n8n-workflow';
import {
	NewestState,
	readMark,
	readState,
	readSweep,
	type Begin,
	type Polled,
	type Saved,
	type StartFrom,
	type State,
	type SweepState,
} from '../polling';
import * as log from './log';
import type { Poll } from './pollContext';
import type { Settings } from './settings';

/** Under this name n8n keeps which poll saved the state beside it. */
const MARK = 'poll';

/** A copy, since n8n watches its own object for changes. */
const copyOf = (saved: unknown): unknown =>
	saved === undefined ? undefined : JSON.parse(JSON.stringify(saved));

/** Where a poll goes on from, see `NewestState`. */
export interface Begun<S> extends Begin<S> {
	/** Without a state: where it begins, if not as set; in milliseconds since 1970. */
	readonly startFrom?: StartFrom;
	/** What the log should say. */
	readonly said: readonly string[];
}

/** What one kind of event saves. */
class Store<S extends State | SweepState> {
	private readonly newest = new NewestState<S>();

	/**
	 * @param other under which name the other kind of event saves.
	 * @param anewOf what the log says of a new beginning.
	 */
	constructor(
		private readonly name: string,
		private readonly other: string,
		private readonly anewOf: (settings: Settings) => string,
		private readonly read: (saved: unknown) => Saved<S>,
	) {}

	/** @param maySkip whether what was before an activation may be left out. */
	begin({ key, home, context, settings, fingerprint }: Poll, maySkip: boolean): Begun<S> {
		const { state: saved, other } = this.read(copyOf(home[this.name]));
		const handed = this.handed(home, context.getActivationMode());
		const wasSaved = (saved ?? other) !== undefined;
		if (maySkip && settings.skipDowntime && this.newest.isReactivation(key, handed, wasSaved)) {
			return { startFrom: 'now', said: [] };
		}
		const begin = this.newest.begin(key, { ...handed, state: saved }, fingerprint);
		const { state, isStale, isRepeat } = begin;
		if (isRepeat) return { ...begin, said: [log.REPEATS] };
		if (state || isStale) return { ...begin, said: [] };
		const anew = this.anewOf(settings);
		if (other) {
			// A change needs values that were learned before it.
			const goesOn = other.fingerprint === fingerprint && settings.event.tells !== 'changed';
			const from = goesOn && other.watermark ? other.watermark : undefined;
			return { startFrom: from, said: [log.unusable(from ?? anew)] };
		}
		const isFirst = !saved && home[this.other] === undefined;
		return { said: isFirst ? [] : [log.beginsAnew(anew)] };
	}

	save({ key, home, context, settings }: Poll, polled: Polled<S>): void {
		const handed = this.handed(home, context.getActivationMode());
		const { mark, beforeBatch } = this.newest.end(key, handed, polled);
		home[MARK] = { ...mark };
		const repeats = settings.delivery === 'atLeastOnce' ? beforeBatch : undefined;
		// Without a state before it, the batch comes again from what n8n has: nothing, or another question.
		if (repeats && !repeats.state) return;
		home[this.name] = repeats?.state ?? polled.state;
		delete home[this.other];
	}

	private handed(home: IDataObject, mode: string) {
		return { home, mark: readMark(copyOf(home[MARK])), mode };
	}
}

const STATE = 'polling';
const SWEEP = 'sweep';

export const changes = new Store<State>(
	STATE,
	SWEEP,
	({ event }) =>
		event.tells === 'changed' ? 'It starts now.' : 'It starts as set under Start From.',
	readState,
);

export const sweeps = new Store<SweepState>(
	SWEEP,
	STATE,
	() => 'What was deleted before is not emitted.',
	readSweep,
);

/** The date that was replayed last; even a state that can't be used may say it. */
export function replayedIn(home: IDataObject): string | undefined {
	const saved = home[STATE] as Partial<State> | undefined;
	return typeof saved?.replayed === 'string' ? saved.replayed : undefined;
}
