/** The versions of records, told from one another; and the records of which none can be told. */
import { createHash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';
import { inOneOrder } from '../fields';
import type { Row } from '../polling';
import { NotComparable } from '../records/events';
import type { RecordDescription } from '../records/record';
import { contentReader } from '../records/recordContent';
import { isBlank, isoOf, quoted, timeOf } from '../shared';

/** Five characters of a hash tell versions of one record apart; a full one would fill the state. */
const DIGEST_LENGTH = 5;

/** A few characters that differ when the content differs. */
export const digestOf = (content: unknown): string =>
	createHash('sha256')
		.update(JSON.stringify([inOneOrder(content)]))
		.digest('base64url')
		.slice(0, DIGEST_LENGTH);

/** A record that can't be told from its other versions, or compared with them, and why. */
interface Unreadable {
	readonly record: IDataObject;
	readonly reason: string;
}

/** A whole number that JavaScript holds exactly: beyond it two ids would become one. */
export const isId = (value: unknown): boolean =>
	(typeof value === 'number' || (typeof value === 'string' && /^\d+$/.test(value))) &&
	Number.isSafeInteger(Number(value)) &&
	Number(value) >= 0;

/**
 * Makes a reader of versions: of a record, the time and the content that tell one from the next.
 * @param comparedOf the value that the event compares, if any.
 */
export function versionReader(
	description: RecordDescription,
	comparedOf?: (record: IDataObject) => string,
): (record: IDataObject) => Row<IDataObject> | Unreadable {
	const contentOf = contentReader(description);
	return (record) => {
		const { id, createdAt: created, updatedAt: updated, ...content } = record;
		const updatedAt = timeOf(updated);
		// Without a time of creation a record is never taken for new.
		const createdAt = isBlank(created) ? 0 : timeOf(created);
		const aside = (what: string, value: unknown, no: string) => ({
			record,
			reason: `The record’s ${what} is ${quoted(value)}, which is no ${no}`,
		});
		if (!isId(id)) return aside('ID', id, 'whole number up to 2^53');
		if (Number.isNaN(updatedAt)) return aside('updatedAt', updated, 'time');
		if (Number.isNaN(createdAt)) return aside('createdAt', created, 'time');
		const digest = digestOf(contentOf(content));
		const row = { id: Number(id), createdAt, updatedAt, digest, record };
		try {
			return comparedOf ? { ...row, compared: comparedOf(record) } : row;
		} catch (error) {
			if (error instanceof NotComparable) return { record, reason: error.message };
			throw error as Error;
		}
	};
}

/** How many are remembered at least, six characters each: a response that is behind may not show them. */
const LEAST_REMEMBERED = 200;

/** What is told of them. */
export interface AsideTold {
	readonly news: ReadonlyArray<readonly [id: string, Unreadable]>;
	/** For the state of the next poll. */
	readonly remembered?: string;
}

/** The records of one poll that can't be told from others, or in time. Each counts once. */
export class SetAside {
	private readonly seen = new Map<string, Unreadable>();

	/**
	 * @param before what was remembered by the polls before.
	 * @param since in milliseconds since 1970: what last changed before that is there to be compared
	 * with, and no news.
	 */
	constructor(
		private readonly before?: string,
		private readonly since = -Infinity,
	) {}

	add(unreadable: Unreadable): void {
		if (timeOf(unreadable.record.updatedAt) < this.since) return;
		this.seen.set(digestOf(unreadable.record), unreadable);
	}

	/**
	 * What is emitted, and what has to be remembered so that it is emitted once.
	 * @param emits whether they are news, and not what is there when a trigger begins.
	 * @param wholePass whether the poll read to the end of the list, so that it saw all of them but few.
	 */
	told(emits: boolean, wholePass: boolean): AsideTold {
		const known = new Set(this.before?.split(','));
		const news = [...this.seen].filter(([id]) => !known.has(id));
		const ids = [...new Set([...this.seen.keys(), ...known])];
		const most = wholePass ? Math.max(LEAST_REMEMBERED, this.seen.size) : Infinity;
		return {
			news: emits ? news : [],
			...(ids.length > 0 && { remembered: ids.slice(0, most).join(',') }),
		};
	}
}

/** An item for such a record: the record as it came, and why it is set aside. */
export const unreadableItem = (
	[id, { record, reason }]: AsideTold['news'][number],
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
