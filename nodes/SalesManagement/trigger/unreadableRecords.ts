import type { IDataObject } from 'n8n-workflow';
import { digestOf, type Unreadable } from './recordVersions';
import { isoOf, timeOf } from '../shared';

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
