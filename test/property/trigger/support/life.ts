/** What is known from outside of a trigger's life: where it began, what it emitted, what was replayed. */
import type { Event, Row, StartFrom } from '../../../../nodes/SalesManagement/polling';
import { GUARD, type History } from './histories';
import type { Commit, Content, Entity, Service } from './service';
import { ENGINE, shows, wants, type Settings } from './settings';

/** The poll that began it: when it ended, what was visible before and after, by the service's own time. */
interface Begun {
	readonly at: number;
	readonly serverTime: number;
	/** As set, or the date that was to be replayed. */
	readonly startFrom: StartFrom;
	readonly before: ReadonlyMap<number, Commit>;
	readonly shown: ReadonlyMap<number, Commit>;
	readonly settings: Settings;
	/** How many events were emitted in lives before it. */
	readonly events: number;
}

/** From here on, every version of this date or later is told again, once. */
interface Replay {
	readonly date: number;
	/** Where it began: lower, if the trigger had not come as far as that. */
	readonly from: number;
	/** From where on versions may come again. */
	readonly repeatsFrom: number;
	/** How many events were emitted before it, in how many chapters, and what was visible. */
	readonly at: number;
	readonly chapters: number;
	readonly visible: ReadonlyMap<number, Commit>;
	/** A state that was lost does not say who was created before it. */
	readonly isLoss: boolean;
	/** When the last poll before it ended. */
	readonly readAt?: number;
}

/** Polls with the same settings. */
interface Chapter {
	readonly settings: Settings;
	/** When the last one of them ended. */
	readonly endedAt: number;
}

/** Since when the same is compared. */
interface Comparing {
	readonly what: keyof Content;
	/** How many events were emitted before it, and in how many chapters. */
	readonly events: number;
	readonly chapters: number;
	/** When the poll ended that began it, and what was visible before and after. */
	readonly at: number;
	readonly before: ReadonlyMap<number, Commit>;
	readonly shown: ReadonlyMap<number, Commit>;
	/** It had time to learn what every record was. */
	readonly hasLearned: boolean;
	/** It began with values that were older than what had been emitted. */
	readonly isOlder: boolean;
}

/** What a saved state knows of it. */
export interface Memory {
	readonly begun?: Begun;
	readonly emitted: ReadonlyArray<Event<Commit>>;
	readonly replays: readonly Replay[];
	readonly chapters: readonly Chapter[];
	readonly comparing?: Comparing;
	/** The values that it goes on with are older than what it emitted last. */
	readonly isOlder: boolean;
	/** Versions that were surely dealt with, emitted or not. */
	readonly dealtWith: ReadonlySet<number>;
	/** The service's time of the last poll that began it, emitted something or reached the end. */
	readonly movedAt: number;
	/** The same of the last one that reached the end. */
	readonly wholeAt: number;
}

export const NOTHING: Memory = {
	emitted: [],
	replays: [],
	chapters: [],
	isOlder: false,
	dealtWith: new Set(),
	movedAt: -Infinity,
	wholeAt: -Infinity,
};

export class Life {
	begun?: Begun;

	replays = NOTHING.replays;

	chapters = NOTHING.chapters;

	comparing?: Comparing;

	isOlder = NOTHING.isOlder;

	dealtWith = NOTHING.dealtWith;

	movedAt = NOTHING.movedAt;

	wholeAt = NOTHING.wholeAt;

	/** What was executed, as far as the trigger knows. */
	readonly emitted: Event<Commit>[] = [];

	constructor(
		readonly history: History,
		readonly service: Pick<Service, 'now' | 'entities' | 'shown' | 'isReadable'>,
	) {}

	get memory(): Memory {
		const { begun, emitted, replays, chapters, comparing, isOlder } = this;
		const { dealtWith, movedAt, wholeAt } = this;
		const others = { begun, replays, chapters, comparing, isOlder, dealtWith, movedAt, wholeAt };
		return { ...others, emitted: [...emitted] };
	}

	rewind({ emitted, ...memory }: Memory): void {
		this.emitted.splice(0, this.emitted.length, ...emitted);
		// Absent where nothing was ever saved.
		Object.assign(this, { begun: undefined, comparing: undefined, ...memory });
	}

	get replay(): Replay | undefined {
		return this.replays.at(-1);
	}

	/** Those of the last poll. */
	get settings(): Settings {
		return this.chapters.at(-1)!.settings;
	}

	/** What is compared. */
	get compares(): keyof Content | undefined {
		return ENGINE[this.settings.watched].compares;
	}

	/** Of a record, since it was replayed last, if that is wanted. */
	eventsOf(id: number, { sinceReplay }: { readonly sinceReplay: boolean }): Event<Commit>[] {
		const from = sinceReplay ? (this.replay?.at ?? 0) : 0;
		return this.eventsSince(from, id);
	}

	/** Of a record, behind so many events of all lives, in this life. */
	eventsSince(from: number, id: number): Event<Commit>[] {
		const first = Math.max(from, this.begun?.events ?? 0);
		return this.emitted.slice(first).filter(({ row }) => row.id === id);
	}

	/** Whether the first poll showed the record, in whatever version: it was not hidden for a moment. */
	wasThere(id: number): boolean {
		const { before, shown } = this.begun!;
		if (before.get(id) === shown.get(id)) return before.has(id);
		return before.has(id) && shown.has(id) && this.isAlwaysShown(this.service.entities[id - 1]!, 0);
	}

	/** Surely new: created after the start, so that its first event is owed. */
	isNew({ createdAt, commits }: Entity): boolean {
		const { startFrom, at } = this.begun!;
		if (startFrom !== 'now') return createdAt >= startFrom;
		return commits[0]!.committedAt > at;
	}

	/** From this chapter on, whether it was always shown and wanted, whatever it was. */
	isAlwaysShown({ id, commits }: Entity, from: number): boolean {
		return this.chapters
			.slice(from)
			.every(
				({ settings }) =>
					wants(settings, id) && commits.every((commit) => shows(settings, id, commit)),
			);
	}

	/** The first chapter whose polls may have seen a version, had their settings let them. */
	firstChapterOf({ visibleAt }: Commit): number {
		const first = this.chapters.findIndex(({ endedAt }) => visibleAt <= endedAt);
		return first < 0 ? this.chapters.length - 1 : first;
	}

	/** Not before that, anything that a chapter must deal with can have been passed over. */
	since(chapter: number): number {
		const before = this.chapters[chapter - 1];
		return before ? before.endedAt - this.history.lookbackMs : -Infinity;
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

/** Whether a version is one that its creation explains. */
export const isAsCreated = ({ createdAt }: Entity, { updatedAt }: Commit): boolean =>
	updatedAt <= createdAt + GUARD;
