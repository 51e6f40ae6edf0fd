/** The first state of a trigger that begins now. */
import { isoOf } from '../shared';
import { trustedTime } from './clock';
import { Ledger } from './emittedVersions';
import { LastValues, learn, savedWith } from './lastValues';
import { readFrom } from './listReader';
import type { PollOutcome } from './outcome';
import { startAt } from './savedState';
import { ServiceTrouble, type Policy, type Source } from './types';

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
		...startAt(isoOf(final), policy),
		createdWatermark: isoOf(from),
		ledger: ledger.saved(),
		shows: policy.list,
		...savedWith(values, policy, learned),
	};
	return { events: [], state, serverTime: now, learningFailure: learned.failure };
}
