/** The event Deleted: sweeps over the ids of a list, and a look at each id that is missing. */
import type { IDataObject } from 'n8n-workflow';
import { ServiceError, UsageError } from '../api/errors';
import { listingOf, pageAt, PageSize } from '../api/pageParts';
import type { Client } from '../api/types';
import {
	LookFailed,
	sweep,
	TooManyIds,
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
import { report } from './report';
import type { Settings } from './settings';
import { sweepStandstillNews } from './sweepStandstill';
import { isId } from './versions';

/** Characters of state, out of n8n's 64 KB. */
const ROOM = 62_000;

/** The events of records that are gone, none until the next sweep is due; and the next state. */
export async function deletions(saved: SweepState | undefined, poll: Poll) {
	const { context, client, settings, fingerprint, budget, namesSize } = poll;
	const source = new Ids(client, settings, budget);
	const policy: SweepPolicy = {
		fingerprint,
		intervalMs: settings.sweepMs,
		now: Date.now(),
		filtered: settings.isFiltered,
		batchLimit: settings.batchLimit,
		room: ROOM - namesSize,
		hasTime: () => budget.readingMs > 0,
	};
	const outcome = await attempt(async () => await sweep(saved, source, policy), settings);
	report(context, newsOf(outcome, settings));
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

async function attempt(
	work: () => Promise<SweepOutcome>,
	settings: Settings,
): Promise<SweepOutcome> {
	try {
		return await work();
	} catch (error) {
		throw error instanceof TooManyIds ? tooMany(error, settings) : (error as Error);
	}
}

const tooMany = ({ message }: TooManyIds, { record }: Settings): UsageError =>
	new UsageError(
		`Deleted can’t watch this list: the IDs of its ${message} don’t fit into the 64 KB that n8n keeps for a trigger. Narrow it with Filters, or use several triggers that share the ${record.many} among them.`,
	);

/** What the log says of a sweep. */
function* newsOf(outcome: SweepOutcome, settings: Settings) {
	const { hidden, failed, stopped, failure, standstill } = outcome;
	const { record } = settings;
	const [first] = failed;
	if (hidden > 0) {
		yield `may no longer read ${hidden} of the ${record.many} that it watches. They are not told as deleted.`;
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

/** A credential, a quota or a connection that fails does so for every record. */
const isOfOneRecord = (error: unknown): boolean =>
	error instanceof ServiceError &&
	error.outcome !== 'unreachable' &&
	error.status !== 401 &&
	error.status !== 429;

class Ids implements IdSource {
	/** The service's own clock, at the last answer. */
	serverTime?: number;
	private readonly sizes: PageSize;

	constructor(
		private readonly client: Client,
		private readonly settings: Settings,
		private readonly budget: Budget,
	) {
		this.sizes = new PageSize(this.listing().rules.pageSize);
	}

	async list(cursor?: string) {
		const read = async () => await pageAt(this.listing(), this.sizes, cursor);
		const page = await fittingPage(read, cursor);
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
			if (error instanceof ServiceError && error.status === 404) return 'gone';
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
