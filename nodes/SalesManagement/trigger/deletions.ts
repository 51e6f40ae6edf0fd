/** The event Deleted: sweeps over the ids of a list, and a look at each id that is missing. */
import type { IDataObject } from 'n8n-workflow';
import { isMissing, ServiceError, UsageError } from '../api/errors/errors';
import { listingOf } from '../api/lists/listing';
import { assertEnd, pageAt, PageSize } from '../api/lists/page';
import { SeenIds } from '../api/lists/seenIds';
import type { Client } from '../api/types';
import {
	LookFailed,
	N8nSaves,
	sweep,
	TooManyIds,
	type Begin,
	type Found as Look,
	type IdSource,
	type SweepPolicy,
	type SweepState,
} from '../polling';
import type { Budget } from './budget';
import { assertMoving, sweepHealth, type Found } from './health';
import * as log from './log';
import { lookupOf } from './lookup';
import { memoryOf } from './memory';
import type { Poll } from './onePoll';
import { changedParts, isOfOtherEvent, markOf, savedSweep, saveSweep } from './savedState';
import type { Settings } from './settings';
import { fittingPage } from './source';
import { isId } from './versions';
import { isoOf } from '../values';

/** Characters of state: n8n has no limit, but copies what it keeps of a trigger into each execution. */
const ROOM = 256_000;

const saves = new N8nSaves<SweepState>();

/** From what n8n saved to what it saves: records that are gone, none until the next sweep is due. */
export async function deletedRecords(given: Poll): Promise<Found> {
	const { context, settings, key, home } = given;
	const poll = { ...given, fingerprint: `${given.fingerprint} ${settings.event.id}` };
	const { problem, state: saved } = savedSweep(home);
	const handed = { state: saved, home, mark: markOf(home), mode: context.getActivationMode() };
	// A new list knows nothing of what was deleted before it.
	const skips = settings.skipDowntime && saves.isActivation(key, handed);
	const begin: Begin<SweepState> = skips ? {} : saves.begin(key, handed, poll.fingerprint);
	const { state: before, isStale, isRepeat } = begin;
	if (isStale) return { records: [] };
	if (problem !== undefined) log.report(context, [log.unusableList(problem)]);
	if (isRepeat) log.report(context, [log.REPEATS]);
	if (!before && !skips && (saved ?? isOfOtherEvent(home, 'deleted'))) {
		log.report(context, [log.beginsNewList(changedParts(saved?.fingerprint, poll.fingerprint))]);
	}
	const { records, state, stopped, stalled, at } = await swept(before, poll);
	const saving = saves.end(key, handed, { before, state, emitted: records.length > 0 });
	saveSweep(home, { ...saving, state, delivery: settings.delivery });
	const said = stalled && log.sweepStands(stalled, settings.record.many);
	if (records.length === 0 && stalled && said !== undefined) {
		assertMoving({ since: stalled.since, said }, { now: Date.now(), settings });
	}
	return { records, health: sweepHealth(stopped, at, said && `It ${said}`) };
}

async function swept(saved: SweepState | undefined, poll: Poll) {
	const { context, client, settings, fingerprint, budget } = poll;
	const source = new Ids(client, settings, budget);
	const policy: SweepPolicy = {
		fingerprint,
		intervalMs: settings.sweepMs,
		now: Date.now(),
		filtered: settings.isFiltered,
		batchLimit: settings.batchLimit,
		room: ROOM,
		hasTime: () => budget.readingMs > 0,
	};
	const outcome = await unlessTooMany(poll, policy, async () => await sweep(saved, source, policy));
	log.report(context, log.ofSweep(outcome, settings.record, source.doubt));
	const at = source.serverTime ?? policy.now;
	const records = outcome.gone.map((id) => deletion(id, settings, at));
	return { ...outcome, records, at };
}

/**
 * A list whose IDs can't be remembered is refused, and not read again at each poll to be refused again.
 * @throws UsageError when the IDs don't fit, or didn't within the time from one sweep to the next.
 */
async function unlessTooMany<R>(
	{ key, settings }: Poll,
	{ fingerprint, now, intervalMs }: SweepPolicy,
	work: () => Promise<R>,
): Promise<R> {
	const memory = memoryOf(key);
	const { refused } = memory;
	if (refused?.fingerprint === fingerprint && now < refused.until) throw refused.error;
	try {
		return await work();
	} catch (error) {
		if (!(error instanceof TooManyIds)) throw error as Error;
		const until = now + intervalMs;
		const again = isoOf(until);
		const refusal = new UsageError(
			`Deleted can’t watch this list: the IDs of its ${error.message} are more than the trigger keeps in n8n’s database (256 KB). Narrow it with Filters, or use several triggers that share the ${settings.record.many} among them. It is read again after ${again}, or when the resource, the filters or the credential have changed.`,
		);
		memory.refused = { fingerprint, until, error: refusal };
		throw refusal;
	}
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
const isOfOneRecord = (error: unknown): boolean =>
	error instanceof ServiceError &&
	error.outcome !== 'unreachable' &&
	error.status !== 401 &&
	error.status !== 429;

class Ids implements IdSource {
	/** The service's own clock, at the last answer. */
	serverTime?: number;
	doubt?: log.Doubt;
	private readonly sizes: PageSize;
	/** What this poll has read since the list's beginning, or since where it went on. */
	private seen: SeenIds;

	constructor(
		private readonly client: Client,
		private readonly settings: Settings,
		private readonly budget: Budget,
	) {
		this.sizes = new PageSize(this.listing().rules.pageSize);
		this.seen = new SeenIds(this.listing());
	}

	async list(cursor?: string) {
		const read = async () => await pageAt(this.listing(), this.sizes, cursor);
		const page = await fittingPage(read, cursor);
		assertEnd(this.listing(), { limit: this.sizes.current, cursor }, page);
		if (cursor === undefined) this.seen = new SeenIds(this.listing());
		this.seen.sorted(page.records);
		if (page.next !== undefined) this.seen.expectMore();
		this.serverTime = page.serverTime ?? this.serverTime;
		return {
			ids: page.records.flatMap(({ id }) => (isId(id) ? [Number(id)] : [])),
			cursor: page.next,
		};
	}

	async look(id: number): Promise<Look> {
		const { path } = this.settings;
		const request = { operation: lookupOf(this.settings), path: { ...path, id } };
		try {
			const { serverTime } = await this.client.send(request, this.budget.waits);
			this.serverTime = serverTime ?? this.serverTime;
			return 'there';
		} catch (error) {
			if (isMissing(error)) {
				if (error.isOwn) return 'gone';
				this.doubt ??= { id, error };
				return 'unclear';
			}
			if (error instanceof ServiceError && error.status === 403) return 'hidden';
			throw isOfOneRecord(error) ? new LookFailed(error) : (error as Error);
		}
	}

	/** Oldest first, where the list can be sorted so: what is new comes at its end. */
	private listing() {
		const { list: operation, path, query: filters, record } = this.settings;
		const sort = record.watch.sortable ? 'createdAt' : undefined;
		const request = { operation, path, query: { ...filters, sort } };
		return listingOf(this.client, request, this.budget.waits);
	}
}
