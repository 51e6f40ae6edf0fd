/** The event Deleted: sweeps over the ids of a list, and a look at each id that is missing. */
import type { IDataObject } from 'n8n-workflow';
import { isMissing, ServiceError, UsageError } from '../api/errors/errors';
import { SeenIds } from '../api/lists/seenIds';
import {
	sweep,
	TooManyIds,
	type Found as Look,
	type IdSource,
	type SweepPolicy,
	type SweepState,
} from '../polling';
import type { Found } from './health';
import * as log from './log';
import { lookupOf } from './lookup';
import type { Poll } from './onePoll';
import { sweeps } from './savedState';
import type { Settings } from './settings';
import { Pages } from './source';
import { isId } from './versions';
import { isoOf } from '../values';

/** Characters of state: n8n has no limit, but copies what it keeps of a trigger into each execution. */
const ROOM = 256_000;

/** From what n8n saved to what it saves: records that are gone, none until the next sweep is due. */
export async function deletedRecords(poll: Poll): Promise<Found> {
	const { context, settings } = poll;
	const { many } = settings.record;
	// A new list knows nothing of what was deleted before it.
	const { state: before, isStale, said } = sweeps.begin(poll, true);
	if (isStale) return { records: [] };
	log.report(context, said);
	const source = new Ids(poll);
	const now = Date.now();
	const outcome = await swept(before, source, poll, now);
	const { gone, state, stopped, failure, stalled } = outcome;
	const stands = stalled && log.sweepStands(stalled, failure, many);
	log.report(context, log.ofSweep(outcome, { many, stands, doubt: source.doubt }));
	const at = source.serverTime ?? now;
	const records = gone.map((id) => deletion(id, settings, at));
	sweeps.save(poll, { before, state, emitted: records.length > 0 });
	const standing = stalled && stands !== undefined && { since: stalled.since, said: stands };
	return { records, progress: { stopped, at, ...(standing && { stalled: standing }) } };
}

/** Lists whose IDs can't be remembered: to read them at each poll would use up the day's quota. */
const refused = new Map<string, { readonly until: number; readonly error: Error }>();

/** @throws UsageError when the IDs are more than can be remembered, until the next sweep is due. */
async function swept(
	saved: SweepState | undefined,
	source: IdSource,
	{ key, settings, fingerprint, budget }: Poll,
	now: number,
) {
	const list = `${key} ${fingerprint}`;
	const refusal = refused.get(list);
	if (refusal && now < refusal.until) throw refusal.error;
	const { sweepMs: intervalMs, isFiltered: filtered, batchLimit } = settings;
	const hasTime = () => budget.readingMs > 0;
	const policy: SweepPolicy = {
		...{ fingerprint, intervalMs, now, filtered, batchLimit, hasTime },
		room: ROOM,
	};
	return await sweep(saved, source, policy).catch((error: unknown) => {
		if (!(error instanceof TooManyIds)) throw error as Error;
		const tooMany = new UsageError(
			`Deleted can’t watch this list: the IDs of its ${error.message} are more than the trigger keeps in n8n’s database (256 KB). Narrow it with Filters, or use several triggers that share the ${settings.record.many} among them.`,
		);
		refused.set(list, { until: now + intervalMs, error: tooMany });
		throw tooMany;
	});
}

/** What stands for a deleted record: nothing of it is left to read. */
export const deletion = (
	id: number,
	{ record, event }: Settings,
	detectedAt: number,
	mark: IDataObject = {},
): IDataObject => ({
	id,
	_event: {
		id: `${record.id}:${id}:${event.id}`,
		type: event.id,
		resource: record.id,
		detectedAt: isoOf(detectedAt),
		...mark,
	},
});

/** A credential, a quota or a connection that fails does so for every record. */
const isOfOneRecord = ({ outcome, status = 0 }: ServiceError): boolean =>
	outcome !== 'unreachable' && ![401, 429].includes(status);

class Ids implements IdSource {
	/** The service's own clock, at the last answer. */
	serverTime?: number;
	/** The first answer that doesn't say whether the record is deleted. */
	doubt?: log.Doubt;
	private readonly pages: Pages;
	/** What this poll has read since the list's beginning, or since where it went on. */
	private seen: SeenIds;

	constructor(private readonly poll: Poll) {
		this.pages = new Pages(poll);
		this.seen = new SeenIds(this.pages.listing());
	}

	/** Oldest first, where the list can be sorted so: what is new comes at its end. */
	async list(cursor?: string) {
		const { sortable } = this.poll.settings.record.watch;
		const query = { sort: sortable ? 'createdAt' : undefined };
		const { records, next, serverTime } = await this.pages.read(query, cursor);
		if (cursor === undefined) this.seen = new SeenIds(this.pages.listing());
		this.seen.sorted(records);
		if (next !== undefined) this.seen.expectMore();
		this.serverTime = serverTime ?? this.serverTime;
		const ids = records.flatMap(({ id }) => (isId(id) ? [Number(id)] : []));
		return { ids, cursor: next };
	}

	async look(id: number): Promise<Look> {
		const { client, settings, budget } = this.poll;
		const request = { operation: lookupOf(settings.record), path: { ...settings.path, id } };
		try {
			const { serverTime } = await client.send(request, budget.waits);
			this.serverTime = serverTime ?? this.serverTime;
			return 'there';
		} catch (error) {
			if (!(error instanceof ServiceError)) throw error as Error;
			if (isMissing(error) && error.isOwn) return 'gone';
			if (error.status === 403) return 'hidden';
			if (!isOfOneRecord(error)) throw error as Error;
			this.doubt ??= { id, error };
			return 'unclear';
		}
	}
}
