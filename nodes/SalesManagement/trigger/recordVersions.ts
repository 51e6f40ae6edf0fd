/** The versions of records, and the records whose version can't be read. */
import { createHash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';
import { inOneOrder } from '../fields';
import type { Row } from '../polling';
import { NotComparable } from '../records/events';
import type { RecordDescription } from '../records';
import { contentReader } from '../records/recordContent';
import { isBlank, isoOf, quoted, timeOf } from '../shared';

/** Five characters of a hash tell versions of one record apart; whole hashes would fill the state. */
const DIGEST_LENGTH = 5;

/** A few characters that differ if the content differs. */
export const digestOf = (content: unknown): string =>
	createHash('sha256')
		.update(JSON.stringify([inOneOrder(content)]))
		.digest('base64url')
		.slice(0, DIGEST_LENGTH);

/** A record whose version can't be read or compared, and the reason. */
interface UnreadableRecord {
	readonly record: IDataObject;
	readonly reason: string;
}

/**
 * Whether a value is a whole number that JavaScript holds exactly: above that limit two ids would become one. A page
 * with ids as text was refused before.
 */
export const isId = (value: unknown): value is number =>
	Number.isSafeInteger(value) && Number(value) >= 0;

/**
 * Makes a reader of versions: the times and the content that tell one version of a record from the next.
 * @param comparedOf the value that the event compares, if any.
 */
export function versionReader(
	description: RecordDescription,
	comparedOf?: (record: IDataObject) => string,
): (record: IDataObject) => Row<IDataObject> | UnreadableRecord {
	const contentOf = contentReader(description);
	return (record) => {
		const { id, createdAt: created, updatedAt: updated, ...content } = record;
		const updatedAt = timeOf(updated);
		// A record without a creation time never counts as new.
		const createdAt = isBlank(created) ? 0 : timeOf(created);
		const unreadable = (what: string, value: unknown, no: string) => ({
			record,
			reason: `The record’s ${what} is ${quoted(value)}, which is no ${no}`,
		});
		if (!isId(id)) return unreadable('ID', id, 'whole number up to 2^53');
		if (Number.isNaN(updatedAt)) return unreadable('updatedAt', updated, 'time');
		if (Number.isNaN(createdAt)) return unreadable('createdAt', created, 'time');
		const digest = digestOf(contentOf(content));
		try {
			return { id, createdAt, updatedAt, digest, record, compared: comparedOf?.(record) };
		} catch (error) {
			if (error instanceof NotComparable) return { record, reason: error.message };
			throw error as Error;
		}
	};
}

/**
 * How many ids of unreadable records are stored at least, six characters each: a stale response may not show
 * all of them.
 */
const LEAST_STORED = 200;

/** The unreadable records of a poll that are reported. */
export interface UnreadableReport {
	readonly emitted: ReadonlyArray<readonly [id: string, UnreadableRecord]>;
	/** The ids for the state of the next poll. */
	readonly stored?: string;
}

/** The unreadable records of one poll. Each is reported once. */
export class UnreadableRecords {
	private readonly found = new Map<string, UnreadableRecord>();

	/**
	 * @param before the ids that earlier polls stored.
	 * @param since in milliseconds since 1970: an unreadable record that last changed before is only there for
	 * comparison, and not reported.
	 */
	constructor(
		private readonly before?: string,
		private readonly since = -Infinity,
	) {}

	add(unreadable: UnreadableRecord): void {
		if (timeOf(unreadable.record.updatedAt) < this.since) return;
		this.found.set(digestOf(unreadable.record), unreadable);
	}

	/**
	 * The records to emit, and the ids to store so that each is emitted once.
	 * @param emits false if the trigger has just begun, so that all of them were there before.
	 * @param wholePass whether the poll read to the end of the list, so that it saw nearly all of them.
	 */
	report(emits: boolean, wholePass: boolean): UnreadableReport {
		const known = new Set(this.before?.split(','));
		const added = [...this.found].filter(([id]) => !known.has(id));
		const ids = [...new Set([...this.found.keys(), ...known])];
		const most = wholePass ? Math.max(LEAST_STORED, this.found.size) : Infinity;
		return {
			emitted: emits ? added : [],
			stored: ids.slice(0, most).join(',') || undefined,
		};
	}
}

/** The item of an unreadable record: the record as it came, and the reason. */
export const unreadableItem = (
	[id, { record, reason }]: UnreadableReport['emitted'][number],
	resource: string,
	detectedAt: number,
): IDataObject => ({
	...record,
	_event: {
		id: `${resource}:unreadable:${id}`,
		type: 'unreadable',
		resource,
		detectedAt: isoOf(detectedAt),
		reason,
	},
});
