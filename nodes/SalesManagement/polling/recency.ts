/** How many ages are told apart in a saved state. */
export const GENERATIONS = 8;
/** With more groups than this they are joined by their place first, which is quick. */
const MANY = 4 * GENERATIONS;

type Group = Set<number>;

/**
 * Ids by when they were added, the oldest first. Those of a group were added together, or in an order
 * that is no longer known: an exact one would take more room in a state than what it is for.
 */
export class Recency {
	private groups: Group[] = [];

	private earlier: Group[] = [];

	private readonly groupOf = new Map<number, Group>();

	get size(): number {
		return this.groupOf.size;
	}

	/** As the newest of all. */
	add(ids: Iterable<number>): void {
		this.groups.push(this.grouping(ids));
	}

	/** As the oldest of all, but newer than what was added in this way since it was made. */
	addEarlier(ids: Iterable<number>): void {
		this.earlier.push(this.grouping(ids));
	}

	delete(id: number): void {
		this.groupOf.get(id)?.delete(id);
		this.groupOf.delete(id);
	}

	/** The oldest groups, with at least so many ids in all, as far as there are any. */
	takeOldest(count: number): number[][] {
		const taken: number[][] = [];
		let missing = count;
		for (const group of this.all) {
			if (missing <= 0) break;
			taken.push([...group]);
			missing -= group.size;
			for (const id of group) this.delete(id);
		}
		return taken;
	}

	/** In few groups, as a state keeps them. */
	generations(): ReadonlyArray<ReadonlySet<number>> {
		const { all } = this;
		return merged(all.length > MANY ? joinedByPlace(all, this.size) : all);
	}

	private get all(): Group[] {
		this.earlier = this.earlier.filter(({ size }) => size > 0);
		this.groups = this.groups.filter(({ size }) => size > 0);
		return [...this.earlier, ...this.groups];
	}

	private grouping(ids: Iterable<number>): Group {
		const group = new Set(ids);
		for (const id of group) {
			this.delete(id);
			this.groupOf.set(id, group);
		}
		return group;
	}
}

function joinedByPlace(groups: readonly Group[], size: number): Group[] {
	const joined = Array.from({ length: MANY }, (): Group => new Set());
	let place = 0;
	for (const group of groups) {
		const into = joined[Math.floor((place * MANY) / size)];
		for (const id of group) into?.add(id);
		place += group.size;
	}
	return joined.filter((group) => group.size > 0);
}

/** Joins neighbours until there are few enough, the smallest first. */
function merged(groups: readonly Group[]): Group[] {
	const all = [...groups];
	while (all.length > GENERATIONS) {
		const sizes = all.slice(1).map(({ size }, at) => size + (all[at]?.size ?? 0));
		const smallest = sizes.indexOf(Math.min(...sizes));
		all.splice(smallest, 2, new Set([...(all[smallest] ?? []), ...(all[smallest + 1] ?? [])]));
	}
	return all;
}
