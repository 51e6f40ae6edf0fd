import { packIds, unpackIds } from './idSet';

/** Ids that were added together, packed. */
export interface SeenGroup {
	/** None of these records was created later, in milliseconds since 1970. */
	readonly to: number;
	readonly ids: string;
}

interface Group {
	readonly to: number;
	readonly ids: ReadonlySet<number>;
	readonly text: string;
}

/** A record, with a time after which it surely was not created. */
export interface Seen {
	readonly id: number;
	readonly createdBy: number;
}

/** The ids are forgotten in about so many steps. */
const GROUPS = 4;
/** Characters of a group around its ids. */
const AROUND = 35;
/** Packing takes a while, so that no fewer are tried. */
const PIECE = 250;

/**
 * The records that have had their first event, in the order in which they had it. Where not all fit,
 * those who had it first are forgotten: they were created before a time that is remembered instead.
 */
export class SeenIds {
	private readonly groups: readonly Group[];

	private readonly added = new Map<number, number>();

	constructor(saved: readonly SeenGroup[] = []) {
		this.groups = saved.map(({ to, ids }) => ({ to, ids: unpackIds(ids), text: ids }));
	}

	has(id: number): boolean {
		return this.added.has(id) || this.groups.some(({ ids }) => ids.has(id));
	}

	add({ id, createdBy }: Seen): void {
		if (!this.has(id)) this.added.set(id, createdBy);
	}

	/**
	 * @param room characters.
	 * @returns the groups that fit, and the latest `to` of those that don't.
	 */
	pack(room: number): { readonly groups: SeenGroup[]; readonly forgottenTo: number } {
		const all = this.all(room / GROUPS);
		let length = all.reduce((sum, { text }) => sum + text.length + AROUND, 0);
		let forgottenTo = -Infinity;
		while (length > room) {
			const oldest = all.shift();
			if (!oldest) break;
			length -= oldest.text.length + AROUND;
			forgottenTo = Math.max(forgottenTo, oldest.to);
		}
		return { groups: all.map(({ to, text }) => ({ to, ids: text })), forgottenTo };
	}

	/**
	 * With those added since in the last group, as long as that has less than its share. Mostly they
	 * all fit, so all are tried first, and then fewer and fewer.
	 */
	private all(share: number): Group[] {
		const all = [...this.groups];
		let left = [...this.added];
		let tried = left.length;
		while (left.length > 0) {
			const entries = left.slice(0, tried);
			const last = all.at(-1);
			const joined = joinedOf(last, entries);
			const fits = joined.text.length <= share;
			if (!fits && entries.length > PIECE) {
				tried = Math.max(PIECE, Math.ceil(entries.length / 2));
				continue;
			}
			if (fits) all.splice(-1, 1, joined);
			else all.push(last ? joinedOf(undefined, entries) : joined);
			left = left.slice(tried);
			if (!fits) tried = left.length;
		}
		return all;
	}
}

function joinedOf(
	group: Group | undefined,
	entries: ReadonlyArray<readonly [id: number, createdBy: number]>,
): Group {
	const ids = new Set(group?.ids);
	let to = group?.to ?? -Infinity;
	for (const [id, createdBy] of entries) {
		ids.add(id);
		to = Math.max(to, createdBy);
	}
	return { to, ids, text: packIds(ids) };
}
