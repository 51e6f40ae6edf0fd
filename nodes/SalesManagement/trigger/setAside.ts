import type { IDataObject } from 'n8n-workflow';
import { digestOf, type Unreadable } from './versions';

/** How many are remembered, six characters each; more at once are counted instead of emitted. */
const MOST = 200;

/** The records of one poll that can't be told from others, or in time. Each counts once. */
export class SetAside {
	private readonly seen = new Map<string, Unreadable>();

	add(unreadable: Unreadable): void {
		this.seen.set(digestOf(unreadable.record), unreadable);
	}

	/**
	 * What has to be emitted, and what has to be remembered so that it is emitted once.
	 * @param before what was remembered by the polls before.
	 */
	since(before = ''): { news: Array<[id: string, Unreadable]>; left: number; remembered?: string } {
		const known = before === '' ? [] : before.split(',');
		const fresh = [...this.seen].filter(([id]) => !known.includes(id));
		const stillSeen = known.filter((id) => this.seen.has(id));
		const news = fresh.slice(0, Math.max(0, MOST - stillSeen.length));
		const older = known.filter((id) => !this.seen.has(id));
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
	[id, { record, reason }]: [id: string, Unreadable],
	resource: string,
	detectedAt: number,
): IDataObject => ({
	...record,
	_event: {
		id: `${resource}:unreadable:${id}`,
		type: 'unreadable',
		resource,
		detectedAt: new Date(detectedAt).toISOString(),
		reason,
	},
});
