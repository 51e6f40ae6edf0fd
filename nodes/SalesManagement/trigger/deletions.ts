/** The event Deleted: sweeps over the ids of a list, with a lookup of each id that is missing. */
import type { IDataObject } from 'n8n-workflow';
import { failureIn, isOfKind, type ServiceError } from '../api/errors/errors';
import { SeenIds } from '../api/paging/pages';
import type { OperationId } from '../api/routes';
import { sweep, withoutReplay, type RecordPresence, type IdSource } from '../polling';
import { formatCount, isoOf } from '../shared';
import type { PollResult } from './health';
import { Pages } from './listSource';
import * as log from './log';
import type { Poll } from './pollContext';
import { isId } from './recordVersions';
import type { Settings } from './settings';
import { sweeps } from './stateStore';
import { lookupOf } from './watchedRecords';

/** The records that this poll finds deleted; none until the next sweep is due. */
export async function deletedRecords(poll: Poll): Promise<PollResult> {
	const { context, settings, fingerprint, hasTime } = poll;
	const { many } = settings.record;
	// The first sweep can't know what was deleted before it.
	const beginning = withoutReplay(sweeps.find(poll), settings.skipsDowntime);
	if (!beginning) return { records: [] };
	log.report(context, log.ofBeginning(beginning, 'What was deleted before is not emitted.'));
	const { before } = beginning;
	const source = new Ids(poll);
	const now = Date.now();
	const outcome = await sweep(before, source, {
		...settings,
		fingerprint,
		now,
		hasTime,
	});
	const { gone, state, stopped, failure, stalled } = outcome;
	const stall =
		stalled &&
		log.stallReport(
			stalled.since,
			`its sweep for deleted ${many}, begun at ${isoOf(stalled.since)}, stands after record ${formatCount(stalled.read)} of the list`,
			failure,
		);
	log.report(context, log.ofSweep(outcome, { many, stall, doubt: source.doubt }));
	const at = source.serverTime ?? now;
	const records = gone.map((id) => deletion(id, settings, at));
	sweeps.save(poll, { before, state, emitted: records.length > 0 });
	return { records, progress: { stopped, at, stall } };
}

/**
 * The item of a deleted record: only its id is left.
 * @param mark further properties of `_event`.
 */
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

/**
 * Whether an error concerns one record only: a rejected credential, a quota or a broken connection would meet
 * every other one, too.
 */
const isOfOneRecord = (error: ServiceError) =>
	error.outcome !== 'unreachable' && !isOfKind(error, 'credential', 'rate', 'quota');

class Ids implements IdSource {
	/** The service's time in the last answer. */
	serverTime?: number;
	/** The first answer that doesn't say whether the record is deleted. */
	doubt?: log.Doubt;
	private readonly pages: Pages;
	/** The ids that this poll has read, from the list's beginning or from where it went on. */
	private seen: SeenIds;

	constructor(private readonly poll: Poll) {
		this.pages = new Pages(poll);
		this.seen = new SeenIds(this.pages.listing());
	}

	/** Reads a page, oldest records first if the list can be sorted so: new ones then come at its end. */
	async list(cursor?: string) {
		const { sortable } = this.poll.settings.record.watch;
		const query = { sort: sortable ? 'createdAt' : undefined };
		const { records, next, serverTime } = await this.pages.read(query, cursor);
		if (cursor === undefined) this.seen = new SeenIds(this.pages.listing());
		this.seen.fresh(records);
		if (next !== undefined) this.seen.expectMore();
		this.serverTime = serverTime ?? this.serverTime;
		const ids = records.flatMap(({ id }) => (isId(id) ? id : []));
		return { ids, cursor: next };
	}

	async look(id: number): Promise<RecordPresence> {
		const { client, settings } = this.poll;
		const operation = lookupOf(settings.record) as OperationId;
		const request = { operation, path: { ...settings.path, id } };
		try {
			const { serverTime } = await client.send(request);
			this.serverTime = serverTime ?? this.serverTime;
			return 'there';
		} catch (error) {
			const failure = failureIn(error);
			if (failure.kind === 'missing' && failure.isOwn) return 'gone';
			if (failure.kind === 'permission') return 'hidden';
			if (!isOfOneRecord(failure)) throw failure;
			this.doubt ??= { id, error: failure };
			return 'unclear';
		}
	}
}
