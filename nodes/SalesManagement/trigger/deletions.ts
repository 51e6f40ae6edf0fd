/** The event Deleted: sweeps over the ids of a list, and a look at each id that is missing. */
import type { IDataObject } from 'n8n-workflow';
import { isMissing, ServiceError } from '../api/errors/errors';
import { listingOf } from '../api/lists/listing';
import { assertEnd, pageAt, PageSize } from '../api/lists/page';
import { SeenIds } from '../api/lists/seenIds';
import type { Client } from '../api/types';
import {
	LookFailed,
	sweep,
	type Found,
	type IdSource,
	type SweepOutcome,
	type SweepPolicy,
	type SweepState,
} from '../polling';
import type { Budget } from './budget';
import { fittingPage } from './fittingPage';
import { lookupOf } from './lookup';
import type { Poll } from './onePoll';
import { isOwnerGone, ownerGone, ownerOf } from './owner';
import { report } from './report';
import type { Settings } from './settings';
import { sweepStandstillNews } from './sweepStandstill';
import { unlessTooMany } from './tooManyIds';
import { isId } from './versions';

/** Characters of state, out of n8n's 64 KB. */
const ROOM = 62_000;

/** The events of records that are gone, none until the next sweep is due; and the next state. */
export async function deletions(saved: SweepState | undefined, poll: Poll) {
	const { context, client, settings, fingerprint, budget, namesSize } = poll;
	const knowsAny = saved?.fingerprint === fingerprint && saved.known !== '';
	const source = new Ids(client, settings, budget, knowsAny);
	const policy: SweepPolicy = {
		fingerprint,
		intervalMs: settings.sweepMs,
		now: Date.now(),
		filtered: settings.isFiltered,
		batchLimit: settings.batchLimit,
		room: ROOM - namesSize,
		hasTime: () => budget.readingMs > 0,
	};
	const outcome = await unlessTooMany(poll, policy, async () => await sweep(saved, source, policy));
	report(context, newsOf(outcome, settings, source.doubt));
	const at = source.serverTime ?? policy.now;
	const records = outcome.gone.map((id) => deletion(id, settings, at));
	return { ...outcome, records, at };
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
		detectedAt: new Date(detectedAt).toISOString(),
		...mark,
	},
});

/** What the log says of a sweep. */
function* newsOf(outcome: SweepOutcome, settings: Settings, doubt?: Doubt) {
	const { hidden, unclear, failed, stopped, failure, standstill } = outcome;
	const { record } = settings;
	const [first] = failed;
	if (hidden > 0) {
		yield `may no longer read ${hidden} of the ${record.many} that it watches. They are not told as deleted.`;
	}
	if (doubt) {
		const { id, error } = doubt;
		yield `got a 404 for ${unclear} of the missing ${record.many} that is not in the form of the service’s own, so it may come from a proxy or a wrong address. They are not told as deleted, and looked up again by the next sweep; the first with ID ${id}: ${error.message}`;
	}
	if (first) {
		const why = first.reason instanceof Error ? `: ${first.reason.message}` : '.';
		yield `could not look up ${failed.length} of the missing ${record.many}, the first with ID ${first.id}, and will try again at the next poll${why}`;
	}
	if (standstill) {
		yield sweepStandstillNews(standstill, settings);
	} else if (failure instanceof Error) {
		yield `stopped early and will continue to look for deleted ${record.many} at the next poll: ${failure.message}`;
	} else if (stopped === 'out of time') {
		yield `ran out of time and will continue to look for deleted ${record.many} at the next poll.`;
	}
}

/** The first 404 of a poll that need not be the service's own. */
interface Doubt {
	readonly id: number;
	readonly error: ServiceError;
}

/** A credential, a quota or a connection that fails does so for every record. */
const isOfOneRecord = (error: unknown): boolean =>
	error instanceof ServiceError &&
	error.outcome !== 'unreachable' &&
	error.status !== 401 &&
	error.status !== 429;

class Ids implements IdSource {
	/** The service's own clock, at the last answer. */
	serverTime?: number;
	doubt?: Doubt;
	private readonly sizes: PageSize;
	/** What this poll has read since the list's beginning, or since where it went on. */
	private seen: SeenIds;

	constructor(
		private readonly client: Client,
		private readonly settings: Settings,
		private readonly budget: Budget,
		/** Whether any record is known that would be gone with the owner of the list. */
		private readonly knowsAny: boolean,
	) {
		this.sizes = new PageSize(this.listing().rules.pageSize);
		this.seen = new SeenIds(this.listing());
	}

	async list(cursor?: string) {
		const read = async () => await pageAt(this.listing(), this.sizes, cursor);
		const page = await fittingPage(read, cursor).catch(async (error: unknown) => {
			await this.assertOwnerGone(error);
			return undefined;
		});
		if (!page) return { ids: [] };
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

	async look(id: number): Promise<Found> {
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

	/**
	 * A list of what belonged to a record that is gone is as good as empty.
	 * @throws the error itself where it means something else; UsageError when nothing is left to be told.
	 */
	private async assertOwnerGone(error: unknown): Promise<void> {
		const { client, settings } = this;
		const owner = ownerOf(settings);
		const isGone = owner && (await isOwnerGone(owner, error, { client, waits: this.budget.waits }));
		if (!isGone) throw error as Error;
		if (!this.knowsAny) throw ownerGone(owner, settings);
	}

	/** Oldest first, where the list can be sorted so: what is new comes at its end. */
	private listing() {
		const { list: operation, path, query: filters, record } = this.settings;
		const sort = record.watch.sortable ? 'createdAt' : undefined;
		const request = { operation, path, query: { ...filters, sort } };
		return listingOf(this.client, request, this.budget.waits);
	}
}
