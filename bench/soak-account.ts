/** The soak's books: what was written, what was handed out, and what became of each version. */
interface Version {
	readonly updatedAt: number;
	/** From when on lists show it. */
	readonly visibleAt: number;
	emitted: boolean;
}

interface Entry {
	readonly versions: Version[];
	readonly createdInSoak: boolean;
	created: number;
	events: number;
	deletedAt?: number;
}

export interface Emission {
	readonly id: number;
	readonly updatedAt: number;
	readonly type: string;
	readonly eventId: string;
}

export interface Verdict {
	/** Every version written has exactly one of these four fates. */
	readonly written: number;
	readonly emitted: number;
	/** A newer version came to light before any poll could have seen this one. */
	readonly merged: number;
	/** The record was deleted before any poll could have seen this one. */
	readonly deleted: number;
	readonly lost: number;
	readonly repeated: number;
	readonly unknown: number;
	/** `created` said of a new record other than exactly once, or of an old one. */
	readonly wronglyCreated: number;
	readonly outOfOrder: number;
}

export class Account {
	private readonly entries = new Map<number, Entry>();

	private readonly eventIds = new Set<string>();

	/** Service times between which a poll read its list to the end. */
	private readonly wholePolls: Array<{ readonly began: number; readonly ended: number }> = [];

	private repeated = 0;

	private unknown = 0;

	private outOfOrder = 0;

	/** @param openMs how long a version may be held back, in ms. */
	constructor(private readonly openMs: number) {}

	wrote(id: number, updatedAt: number, visibleAt: number, isNew: boolean): void {
		const entry = this.entries.get(id) ?? {
			versions: [],
			createdInSoak: isNew,
			created: 0,
			events: 0,
		};
		entry.versions.push({ updatedAt, visibleAt, emitted: false });
		this.entries.set(id, entry);
	}

	deleted(id: number, at: number): void {
		const entry = this.entries.get(id);
		if (entry) entry.deletedAt = at;
	}

	/** When a version of a record comes to light, so that the next one can't do so before it. */
	visibleFrom(id: number): number {
		return this.entries.get(id)?.versions.at(-1)?.visibleAt ?? 0;
	}

	polled(began: number, ended: number, emissions: readonly Emission[], whole: boolean): void {
		if (whole) this.wholePolls.push({ began, ended });
		let before = -Infinity;
		for (const emission of emissions) {
			if (emission.updatedAt < before) this.outOfOrder++;
			before = emission.updatedAt;
			this.received(emission);
		}
	}

	private received({ id, updatedAt, type, eventId }: Emission): void {
		if (this.eventIds.has(eventId)) this.repeated++;
		this.eventIds.add(eventId);
		const entry = this.entries.get(id);
		const version = entry?.versions.find((each) => each.updatedAt === updatedAt);
		if (!entry || !version) {
			this.unknown++;
			return;
		}
		version.emitted = true;
		if (type === 'created') entry.created += entry.events === 0 ? 1 : 2;
		entry.events++;
	}

	verdict(): Verdict {
		const fates = { emitted: 0, merged: 0, deleted: 0, lost: 0 };
		let written = 0;
		let wronglyCreated = 0;
		for (const entry of this.entries.values()) {
			const wanted = entry.createdInSoak && entry.events > 0 ? 1 : 0;
			if (entry.created !== wanted) wronglyCreated++;
			entry.versions.forEach((version, i) => {
				written++;
				fates[this.fate(entry, version, entry.versions[i + 1])]++;
			});
		}
		const { repeated, unknown, outOfOrder } = this;
		return { written, ...fates, repeated, unknown, wronglyCreated, outOfOrder };
	}

	private fate(entry: Entry, version: Version, next?: Version) {
		if (version.emitted) return 'emitted';
		const from = Math.max(version.visibleAt, version.updatedAt + this.openMs);
		const hiddenAt = next?.visibleAt ?? Infinity;
		const deletedAt = entry.deletedAt ?? Infinity;
		if (this.wasPolled(from, Math.min(hiddenAt, deletedAt))) return 'lost';
		return hiddenAt < Infinity ? 'merged' : deletedAt < Infinity ? 'deleted' : 'lost';
	}

	/** Whether a whole poll began and ended in this time: one that it ends in may have seen either side. */
	private wasPolled(from: number, to: number): boolean {
		let [low, high] = [0, this.wholePolls.length];
		while (low < high) {
			const middle = (low + high) >> 1;
			if ((this.wholePolls[middle]?.began ?? Infinity) < from) low = middle + 1;
			else high = middle;
		}
		return (this.wholePolls[low]?.ended ?? Infinity) < to;
	}
}
