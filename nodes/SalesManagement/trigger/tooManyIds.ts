/** A list whose IDs can't be remembered is refused, and not read again at each poll to be refused again. */
import { UsageError } from '../api/errors/errors';
import { TooManyIds, type SweepPolicy } from '../polling';
import type { Poll } from './onePoll';

interface Refusal {
	readonly fingerprint: string;
	/** In milliseconds since 1970, by n8n's clock. */
	readonly at: number;
	readonly records: string;
}

/** By trigger, since n8n saves nothing of a poll that fails. */
const refusals = new Map<string, Refusal>();

/** @throws UsageError when the IDs don't fit, or didn't within the time from one sweep to the next. */
export async function unlessTooMany<R>(
	{ key, settings }: Pick<Poll, 'key' | 'settings'>,
	{ fingerprint, now, intervalMs }: SweepPolicy,
	work: () => Promise<R>,
): Promise<R> {
	const refused = (refusal: Refusal): UsageError => {
		const { many } = settings.record;
		const again = new Date(refusal.at + intervalMs).toISOString();
		return new UsageError(
			`Deleted can’t watch this list: the IDs of its ${refusal.records} don’t fit into the 64 KB that n8n keeps for a trigger. Narrow it with Filters, or use several triggers that share the ${many} among them. It is read again after ${again}, or when the resource, the filters or the credential have changed.`,
		);
	};
	const before = refusals.get(key);
	const isRecent = before && now >= before.at && now < before.at + intervalMs;
	if (isRecent && before.fingerprint === fingerprint) throw refused(before);
	refusals.delete(key);
	try {
		return await work();
	} catch (error) {
		if (!(error instanceof TooManyIds)) throw error as Error;
		const refusal = { fingerprint, at: now, records: error.message };
		refusals.set(key, refusal);
		throw refused(refusal);
	}
}
