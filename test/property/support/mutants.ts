import { CursorRejected, Session } from '../../../nodes/SalesManagement/polling';
import type { Row, State } from '../../../nodes/SalesManagement/polling';
import { CreatedTracker, type Moment } from '../../../nodes/SalesManagement/polling/createdTracker';
import { Ledger } from '../../../nodes/SalesManagement/polling/ledger';
import { readFrom } from '../../../nodes/SalesManagement/polling/read';
import type { Steps } from '../../../nodes/SalesManagement/polling/steps';
import { WatchedValues } from '../../../nodes/SalesManagement/polling/watchedValues';
import type { Mutation } from './model';
import { FEW_VALUES } from './history';
import {
	inOrder,
	withExpiringCursors,
	withLateBursts,
	withMovingRuns,
	withReplays,
	withRoundedTimes,
	withStandstills,
} from './shaped';
import type { Commit } from './simulatedService';

/** Follows the cursor from the first page on, as most clients do. */
const followCursor: Steps['readFrom'] = async function* (source, { at: from }, { guardMs }) {
	const query = from > guardMs ? { from: from - guardMs } : {};
	const first = await source.read(query);
	for (let view = first; ; view = await source.read({ ...query, cursor: view.cursor })) {
		const rows = view.rows.filter((row) => row.updatedAt >= from);
		const last = view.cursor === undefined ? Infinity : (rows.at(-1)?.updatedAt ?? from);
		yield { rows, upTo: last, serverTime: first.serverTime };
		if (view.cursor === undefined) return;
	}
};

class ByUpdateWatermark extends CreatedTracker {
	private readonly from: number;

	private readonly inLedger: Pick<Ledger, 'has'>;

	constructor(...[state, ledger, policy]: ConstructorParameters<typeof CreatedTracker>) {
		super(state, ledger, policy);
		this.from = state.watermark;
		this.inLedger = ledger;
	}

	override isFirst({ id, createdAt }: Row<unknown>): boolean {
		return createdAt >= this.from && !this.inLedger.has(id);
	}
}

class NothingOwed extends CreatedTracker {
	override next(at: Moment, _held: ReadonlyArray<Row<unknown>>, room: { seen: number }) {
		return super.next(at, [], { ...room, ledger: 0, watched: 0 });
	}
}

class OlderIsNews extends Ledger {
	override knows(row: Parameters<Ledger['knows']>[0]): boolean {
		const sameTimeOrNewer = new Ledger(0);
		sameTimeOrNewer.add(row);
		return super.knows(row) && !this.isOlder(row);
	}

	private isOlder(row: Parameters<Ledger['knows']>[0]): boolean {
		// A version known only for being older is known under any digest.
		return super.knows({ ...row, digest: 'none of them' }) && super.has(row.id);
	}
}

/** As if room for values were made by dropping the lowest ids. */
function withHighestIds(state: State, most: number): State {
	if (!state.watched) return state;
	const values = new WatchedValues('', state.watched);
	const kept = new WatchedValues(state.watched.name);
	const ids = Array.from({ length: 500 }, (_, id) => id);
	for (const id of ids.filter((each) => values.of(each) !== undefined).slice(-most)) {
		const times = { createdAt: 0, updatedAt: 0 };
		kept.learn({ id, ...times, digest: '', watched: values.of(id), record: undefined });
	}
	return { ...state, watched: { ...kept.pack(10_000), partial: true } };
}

/** A proof that a rejected cursor cuts short is taken for complete. */
const noProofAfterReanchoring: Steps['readFrom'] = (
	source,
	from,
	{ agreeingPasses: _, ...reading },
) => {
	let rejected = false;
	const watched: typeof source = {
		ordered: source.ordered,
		serverTime: () => source.serverTime(),
		read: async (query) => {
			try {
				return await source.read(query);
			} catch (error) {
				rejected ||= error instanceof CursorRejected;
				throw error;
			}
		},
	};
	return readFrom(watched, from, {
		...reading,
		get agreeingPasses() {
			return rejected ? 1 : 2;
		},
	});
};

/** The same cursor is answered as before, as if the page had not been read once more. */
const noSecondLook: Mutation['source'] = (source) => {
	const answers = new Map<string, Awaited<ReturnType<typeof source.read>>>();
	return {
		...source,
		read: async (query) => {
			if (query.cursor === undefined) return await source.read(query);
			const asked = JSON.stringify(query);
			const view = answers.get(asked) ?? (await source.read(query));
			answers.set(asked, view);
			return view;
		},
	};
};

/** A view that shows a record of the time asked for is taken to begin low enough. */
const sameTimeAsProof: Mutation['source'] = (source) => {
	let last: Row<Commit> | undefined;
	return {
		...source,
		read: async (query) => {
			const view = await source.read(query);
			const { rows } = view;
			const isTaken = last && query.from === last.updatedAt && query.cursor === undefined;
			const shows = isTaken && rows.some(({ updatedAt }) => updatedAt <= last!.updatedAt);
			const proof = shows ? [last!, ...rows.filter(({ id }) => id !== last!.id)] : rows;
			last = rows.at(-1);
			return { ...view, rows: proof };
		},
	};
};

class NoPatience extends Session {
	protected override readonly patienceMs = 0;
}

class Unchecked extends Session {
	protected override isKept(): boolean {
		return true;
	}
}

class NothingToRepeat extends Session {
	protected override readonly repeatableMs = 0;
}

/** Each leaves out one thing that the promise needs, so that the model must find it. */
export const MUTANTS: Readonly<Record<string, () => Mutation>> = {
	'no guard': () => ({ policy: { guardMs: 0 } }),
	'no lookback': () => ({ policy: { lookbackMs: 0 } }),
	'a lookback below the lag': () => ({ policy: { lookbackMs: 12_000 } }),
	'a wrong time believed of a lone response': () => ({
		believes: true,
		given: (history) => ({ ...history, quirks: { ...history.quirks, jump: 365 * 86_400_000 } }),
	}),
	'no ledger': () => ({ state: (state) => ({ ...state, ledger: '', settled: '' }) }),
	'no record of who is done at the watermark': () => ({
		state: (state) => ({ ...state, settled: '' }),
	}),
	'no hold and no digest': () => ({
		policy: { holdMs: 0 },
		source: (source) => ({
			...source,
			read: async (query) => {
				const view = await source.read(query);
				return { ...view, rows: view.rows.map((row) => ({ ...row, digest: '' })) };
			},
		}),
	}),
	'a cursor followed without proof': () => ({ steps: { readFrom: followCursor }, given: inOrder }),
	'no proof in a run of equal timestamps': () => ({
		policy: { agreeingPasses: 1 },
		given: (history) => withMovingRuns(history),
	}),
	'no proof after re-anchoring': () => ({
		steps: { readFrom: noProofAfterReanchoring },
		given: (history) => withMovingRuns(history, 4),
	}),
	'a page of a long run that is not read again': () => ({
		source: noSecondLook,
		given: withLateBursts,
	}),
	'who was dealt with in a long run forgotten': () => ({
		state: (state) => (state.run ? { ...state, settled: '' } : state),
		given: withLateBursts,
	}),
	'a record of the same shown time taken for one that was read': () => ({
		source: sameTimeAsProof,
		given: withRoundedTimes,
	}),
	'a created watermark that follows at once': () => ({
		state: (state) => (state.pendingPass ? state : { ...state, createdWatermark: state.watermark }),
		given: (history) => ({
			...history,
			watched: 'createdOrUpdated',
			quirks: { ...history.quirks, createdBefore: 700 },
		}),
	}),
	'created by the update watermark': () => ({ steps: { CreatedTracker: ByUpdateWatermark } }),
	'a first event held back and forgotten': () => ({ steps: { CreatedTracker: NothingOwed } }),
	'a created watermark that trusts a stale end of a pass': () => ({
		state: ({ pendingPass, ...state }) => ({
			...state,
			...(pendingPass && { pendingPass: { ...pendingPass, partAt: -Infinity } }),
		}),
	}),
	'a new record that changes from nothing left out': () => ({
		policy: { newChanges: false },
		given: (history) => ({ ...history, watched: 'entered' }),
	}),
	'the highest ids remembered instead of those that changed last': () => ({
		state: (state) => withHighestIds(state, 6),
		given: (history) => ({
			...history,
			watched: 'fields',
			room: { ...history.room, watched: FEW_VALUES },
		}),
	}),
	'older versions from a stale replica taken for news': () => ({ steps: { Ledger: OlderIsNews } }),
	'an old state of n8n taken for a refused batch': () => ({
		session: (...given) => new NoPatience(...given),
	}),
	'a state remembered that n8n refused to save': () => ({
		session: (...given) => new Unchecked(...given),
	}),
	'the state after a batch saved under At Least Once': () => ({
		session: (...given) => new NothingToRepeat(...given),
	}),
	'a replay that is not remembered': () => ({
		state: ({ replayed: _, ...state }) => state,
		given: withReplays,
	}),
	'a replay that is left out': () => ({ replay: ({ state }) => ({ state }), given: withReplays }),
	'a replay that begins above what is not emitted yet': () => ({
		replay: (beginning, date) =>
			beginning.replays ? { ...beginning, startFrom: date } : beginning,
		given: withReplays,
	}),
	'a replay that forgets which creations are owed': () => ({
		replay: ({ state, ...beginning }) => ({
			...beginning,
			...(state && { state: beginning.replays ? { ...state, createdOwed: undefined } : state }),
		}),
		given: withReplays,
	}),
	'a standstill that is never told': () => ({
		standing: ({ stuckSince }) => ({ stuckSince }),
		given: (history) => withStandstills(history),
	}),
	'a standstill that begins anew with each poll': () => ({
		state: ({ stuckSince: _, ...state }) => state,
		given: (history) => withStandstills(history),
	}),
	'a standstill that has no end': () => ({
		standing: (standing, before) => ({
			...standing,
			stuckSince: standing.stuckSince ?? before?.stuckSince,
		}),
		given: (history) => withStandstills(history),
	}),
	'another cursor taken for a step further': () => ({
		standing: (standing, before, after) =>
			JSON.stringify(before?.run) === JSON.stringify(after.run) ? standing : {},
		given: (history) => withExpiringCursors(withStandstills(history)),
	}),
	'a standstill told of a trigger that moves': () => ({
		standing: (standing, before) =>
			before ? { stuckSince: before.watermark, ...standing } : standing,
		given: (history) => withStandstills(history),
	}),
};
