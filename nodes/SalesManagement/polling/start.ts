import { WatchedValues } from './watchedValues';
import type { Steps } from './steps';
import { STATE_VERSION, type Outcome, type Policy, type Source, type State } from './types';

/** A list longer than this is not read at activation just to learn every record's watched value. */
const MOST_TO_LEARN = 50_000;

const stateAt = (watermark: number, { fingerprint }: Policy): State => ({
	version: STATE_VERSION,
	fingerprint,
	watermark,
	ledger: '',
	settled: '',
	createdWatermark: watermark,
	createdSeen: '',
});

/** Begins with every version from a time on; 0 means all. */
export const startAt = (time: number, policy: Policy): State => stateAt(time, policy);

/**
 * Begins now: what is visible inside the lookback is entered as known, so that only what comes to
 * light later is an event. An event that compares values learns them from the whole list first.
 */
export async function baseline<T>(
	source: Source<T>,
	policy: Policy,
	steps: Steps,
): Promise<Pick<Outcome<T>, 'state' | 'serverTime'>> {
	const now = await source.serverTime();
	const final = now - Math.max(policy.lookbackMs, policy.holdMs);
	// What was created just before that may have its first version after it.
	const from = final - policy.guardMs;
	const ledger = new steps.Ledger(from);
	const watched = policy.watches === undefined ? undefined : new WatchedValues(policy.watches);
	const learnAll = watched !== undefined && (await isShort(source));
	if (watched && !learnAll) watched.startEmpty();
	let complete = false;
	for await (const { rows, upTo } of steps.readFrom(source, { at: learnAll ? 0 : from }, policy)) {
		for (const row of rows) {
			watched?.learn(row);
			if (row.updatedAt >= from) ledger.add(row);
		}
		complete = upTo === Infinity;
	}
	if (!complete) throw new Error('There was not enough time to find out where the trigger begins');
	const created = ledger.shrink(policy.room.ledger, from, now - policy.holdMs);
	const watermark = Math.max(created, final);
	const state = {
		...stateAt(watermark, policy),
		createdWatermark: created,
		...ledger.pack(watermark),
		...(watched && { watched: watched.pack(policy.room.watched) }),
	};
	return { state, serverTime: now };
}

async function isShort<T>(source: Source<T>): Promise<boolean> {
	const { total } = await source.read({});
	return total === undefined || total <= MOST_TO_LEARN;
}
