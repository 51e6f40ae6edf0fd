/** The first state of a trigger. */
import { isoOf } from '../shared';
import { trustedTime } from './clock';
import { Ledger } from './emittedVersions';
import { LastValues, learn, savedWith } from './lastValues';
import { readFrom } from './listReader';
import type { PollOutcome } from './outcome';
import { STATE_VERSION, type State } from './savedState';
import { ServiceTrouble, type Policy, type Source } from './types';

/** The state of a trigger that begins with every version from a time on; 0 means all. */
export const startAt = (time: number, { fingerprint, view }: Policy): State => ({
	version: STATE_VERSION,
	fingerprint,
	view,
	watermark: isoOf(time),
	createdWatermark: isoOf(time),
	ledger: {},
});

/** Begins now: enters all versions inside the lookback as known, so that only later ones are events. */
export async function beginNow(source: Source, policy: Policy): Promise<PollOutcome> {
	const { guardMs, lookbackMs, compares } = policy;
	const told = await source.serverTime();
	const { now } = await trustedTime(told, undefined, source, policy);
	const final = now - lookbackMs;
	// A record created just before `final` may have its first version after it.
	const from = final - guardMs;
	const ledger = new Ledger();
	const values = compares === undefined ? undefined : new LastValues(compares);
	let isWhole = false;
	for await (const { rows, upTo } of readFrom(source, { at: from }, policy)) {
		for (const row of rows) {
			ledger.add(row);
			values?.keepNewest(row);
		}
		isWhole = upTo === Infinity;
	}
	if (!isWhole)
		throw new ServiceTrouble('There was not enough time to find out where the trigger begins');
	const learned = await learn(values, { at: isoOf(0), to: isoOf(from) }, source, policy);
	const state = {
		...startAt(final, policy),
		createdWatermark: isoOf(from),
		ledger: ledger.saved(),
		shows: true,
		...savedWith(values, policy, learned),
	};
	return { events: [], state, serverTime: now, learningFailure: learned.failure };
}
