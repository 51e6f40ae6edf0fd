import { beginLearning, type Learned } from './learning';
import { Ledger } from './ledger';
import { readFrom } from './read';
import { WatchedValues } from './watchedValues';
import {
	ServiceTrouble,
	STATE_VERSION,
	type Outcome,
	type Policy,
	type Source,
	type State,
} from './types';

const stateAt = (watermark: number, { fingerprint }: Policy): State => ({
	version: STATE_VERSION,
	fingerprint,
	watermark,
	ledger: '',
	settled: '',
	createdWatermark: watermark,
	createdSeen: [],
});

/** Begins with every version from a time on; 0 means all. */
export const startAt = (time: number, policy: Policy): State => stateAt(time, policy);

/** Begins again from a time. Who is owed a first event still is. */
export const replayedFrom = (time: number, { createdOwed }: State, policy: Policy): State => ({
	...startAt(time, policy),
	...(createdOwed && { createdOwed }),
});

/**
 * Begins now: what is visible inside the lookback is entered as known, so that only what comes to
 * light later is an event. An event that compares values begins to learn those of older records.
 */
export async function baseline<T>(
	source: Source<T>,
	policy: Policy,
): Promise<Omit<Outcome<T>, 'events'>> {
	const now = await source.serverTime();
	const final = now - Math.max(policy.lookbackMs, policy.holdMs);
	// What was created just before that may have its first version after it.
	const from = final - policy.guardMs;
	const ledger = new Ledger(from);
	const watched = policy.watches === undefined ? undefined : new WatchedValues(policy.watches);
	let complete = false;
	for await (const { rows, upTo } of readFrom(source, { at: from }, policy)) {
		for (const row of rows) {
			watched?.learn(row);
			ledger.add(row);
		}
		complete = upTo === Infinity;
	}
	if (!complete)
		throw new ServiceTrouble('There was not enough time to find out where the trigger begins');
	const created = ledger.shrink(policy.room.ledger, from, now - policy.holdMs);
	const watermark = Math.max(created, final);
	const learned = watched && (await beginLearning(from, { watched, source, policy }));
	const state = {
		...stateAt(watermark, policy),
		createdWatermark: created,
		...ledger.pack(watermark),
		...(watched && { watched: keptWith(watched, policy, learned) }),
	};
	return { state, serverTime: now, learningFailure: learned?.failure };
}

/** What the state keeps of watched values: those known, and what is left to learn. */
export const keptWith = (
	watched: WatchedValues,
	{ room }: Policy,
	{ learning }: Learned = {},
): State['watched'] => ({
	...watched.pack(room.watched),
	...(learning && { learning }),
});
