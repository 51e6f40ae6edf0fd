/** What is known from outside of a trigger's life: where it began, what it emitted, what was replayed. */
import type { Event, Policy, Row, StartFrom } from '../../../../nodes/SalesManagement/polling';
import type { History } from './histories';
import type { Commit, Entity, Service } from './service';

/** The poll that began it: when it ended, what was visible before and after, by the service's own time. */
interface Begun {
	readonly at: number;
	readonly serverTime: number;
	/** As set, or the date that was to be replayed. */
	readonly startFrom: StartFrom;
	readonly before: ReadonlyMap<number, Commit>;
	readonly shown: ReadonlyMap<number, Commit>;
	/** It had time to learn what every record was. */
	readonly hasLearned: boolean;
}

/** From here on, every version of this date or later is told again, once. */
interface Replay {
	readonly date: number;
	/** Where it began: lower, if the trigger had not come as far as that. */
	readonly from: number;
	/** How many events were emitted before it, and what was visible. */
	readonly at: number;
	readonly visible: ReadonlyMap<number, Commit>;
}

/** What a saved state knows of it. */
export interface Memory {
	readonly begun?: Begun;
	readonly events: number;
	readonly replays: readonly Replay[];
	/** The service's time of the last poll that began it, emitted something or reached the end. */
	readonly movedAt: number;
}

export const NOTHING: Memory = { events: 0, replays: [], movedAt: -Infinity };

export class Life {
	begun?: Begun;

	replays: readonly Replay[] = [];

	movedAt = -Infinity;

	/** What was executed, as far as the trigger knows. */
	readonly emitted: Event<Commit>[] = [];

	constructor(
		readonly history: History,
		readonly policy: Policy,
		readonly service: Pick<Service, 'now' | 'entities' | 'shown'>,
	) {}

	get memory(): Memory {
		const { begun, emitted, replays, movedAt } = this;
		return { begun, events: emitted.length, replays, movedAt };
	}

	rewind({ events, ...memory }: Memory): void {
		this.emitted.length = Math.min(this.emitted.length, events);
		// Absent where nothing was ever saved.
		Object.assign(this, { begun: undefined, ...memory });
	}

	get replay(): Replay | undefined {
		return this.replays.at(-1);
	}

	/** Of a record, since it was replayed last, if that is wanted. */
	eventsOf(id: number, { sinceReplay }: { readonly sinceReplay: boolean }): Event<Commit>[] {
		const from = sinceReplay ? (this.replay?.at ?? 0) : 0;
		return this.emitted.slice(from).filter(({ row }) => row.id === id);
	}

	/** Whether the first poll showed the record, in whatever version. */
	wasThere(id: number): boolean {
		const { before, shown } = this.begun!;
		return before.has(id) && shown.has(id);
	}

	/** Surely new: created after the start, so that its first event is owed. */
	isNew({ createdAt, commits }: Entity): boolean {
		const { startFrom, at } = this.begun!;
		if (startFrom !== 'now') return createdAt >= startFrom;
		return commits[0]!.committedAt > at;
	}

	/** Two versions of one timestamp: which is newer can't be told from a stale replica. */
	areTwins(a: Row<Commit>, b: Row<Commit>): boolean {
		const { staleness, digestsContent } = this.history.quirks;
		return (staleness > 0 || digestsContent) && a.updatedAt === b.updatedAt;
	}

	/** Whether its last version is one that it had before, with the same timestamp. */
	isBack({ commits }: Entity): boolean {
		const last = commits.at(-1);
		return commits.some((each) => each !== last && each.number === last?.number);
	}

	/** With so little room for values some are forgotten. */
	hasForgotten(): boolean {
		return this.history.valuesRoom < 1_000;
	}
}
