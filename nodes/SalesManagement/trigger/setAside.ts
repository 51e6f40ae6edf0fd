import type { IDataObject } from 'n8n-workflow';
import { digestOf, timeOf, type Unreadable } from './versions';
import { isoOf } from '../values';

/** How many are remembered, six characters each; more at once are counted instead of emitted. */
const MOST = 200;

/** What is told of them. */
export interface AsideTold {
	readonly news: ReadonlyArray<readonly [id: string, Unreadable]>;
	/** How many are too many to be remembered. */
	readonly left: number;
	/** For the state of the next poll. */
	readonly remembered?: string;
}

/** The records of one poll that can't be told from others, or in time. Each counts once. */
export class SetAside {
	private readonly known: readonly string[];

	private readonly seen = new Map<string, Unreadable>();

	/**
	 * @param before what was remembered by the polls before.
	 * @param since in milliseconds since 1970: what last changed before that is there to be compared
	 * with, and no news.
	 */
	constructor(
		before = '',
		private readonly since = -Infinity,
	) {
		this.known = before === '' ? [] : before.split(',');
	}

	add(unreadable: Unreadable): void {
		if (timeOf(unreadable.record.updatedAt) < this.since) return;
		this.seen.set(digestOf(unreadable.record), unreadable);
	}

	/** What is emitted, and what has to be remembered so that it is emitted once. */
	told(): AsideTold {
		const fresh = [...this.seen].filter(([id]) => !this.known.includes(id));
		const stillSeen = this.known.filter((id) => this.seen.has(id));
		const older = this.known.filter((id) => !this.seen.has(id));
		const news = fresh.slice(0, MOST - stillSeen.length);
		const ids = [...news.map(([id]) => id), ...stillSeen, ...older].slice(0, MOST);
		return {
			news,
			left: fresh.length - news.length,
			...(ids.length > 0 && { remembered: ids.join(',') }),
		};
	}
}

/** An item for such a record: the record as it came, and why it is set aside. */
export const unreadableItem = (
	[id, { record, reason }]: readonly [id: string, Unreadable],
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
