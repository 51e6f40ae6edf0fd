/** What must have been told: the last version of each record, and that it was created. */
import { hold } from './hold';
import { isAsCreated, type Life } from './life';
import type { Commit, Entity } from './service';
import { isChange, shows, wants, type Watched } from './settings';

/** Holds it for all records whose last version lies below a time. */
export function checkNothingLost(life: Life, below = Infinity): void {
	for (const entity of life.service.entities) {
		const last = entity.commits.at(-1)!;
		if (!life.service.isReadable(entity)) continue;
		if (last.deleted || last.updatedAt >= below || !isOwed(life, entity, last)) continue;
		if (!life.isBack(entity) || life.history.tellsChangesBack)
			new LastVersion(life, entity, last).check();
	}
}

/** A version that is to be told again. */
const isReplayed = ({ replay }: Life, { updatedAt }: Commit) =>
	replay !== undefined && updatedAt >= replay.date;

/** Which chapters may have dealt with it. */
function dealers(life: Life, { id }: Entity, last: Commit): number[] {
	const first = isReplayed(life, last) ? life.replay!.chapters : 0;
	const from = Math.max(first, life.firstChapterOf(last));
	return life.chapters.flatMap(({ settings }, at) =>
		at >= from && shows(settings, id, last) ? [at] : [],
	);
}

/**
 * A change that was not there when the trigger's life began, or one that is told again; which is wanted, and
 * which the list shows in the end, and did as long as a poll may have passed over it otherwise.
 */
function isOwed(life: Life, entity: Entity, last: Commit): boolean {
	if (!isReplayed(life, last) && !isOfItsLife(life, entity, last)) return false;
	const end = life.chapters.length - 1;
	const those = dealers(life, entity, last);
	if (those.at(-1) !== end) return false;
	if (!those.every((at) => wants(life.chapters[at]!.settings, entity.id))) return false;
	const [first = end] = those;
	const isThroughout = those.length === end - first + 1;
	// Filters that let it in again reach back no further than the lookback, also after a state was lost.
	if (!isThroughout) return last.updatedAt >= life.since(end);
	const isFirst = isReplayed(life, last) && first === life.replay!.chapters;
	return isFirst || last.updatedAt >= life.since(first);
}

function isOfItsLife(life: Life, { id }: Entity, last: Commit): boolean {
	const { startFrom, at, shown } = life.begun!;
	if (startFrom !== 'now') return last.updatedAt >= startFrom;
	if (last.committedAt > at) return true;
	if (last.updatedAt < at - life.history.lookbackMs) return false;
	const wasShown = shows(life.chapters[0]!.settings, id, last);
	return shown.get(id)?.number !== last.number && (last.visibleAt > at || !wasShown);
}

class LastVersion {
	private readonly events;

	private readonly emitted;

	private readonly what: string;

	constructor(
		private readonly life: Life,
		private readonly entity: Entity,
		private readonly last: Commit,
	) {
		this.events = life.eventsOf(entity.id, { sinceReplay: this.isReplayed });
		this.emitted = this.newestOf(this.events);
		this.what = `record ${entity.id}, commit ${last.number}`;
	}

	private newestOf(events: LastVersion['events']) {
		const twin = events.find(({ row }) => row.record === this.last)?.row;
		const newest = events.at(-1)?.row;
		return twin && newest && this.life.areTwins(twin, newest) ? twin : newest;
	}

	private get isReplayed(): boolean {
		return isReplayed(this.life, this.last);
	}

	/** Whether all that may have dealt with it told one of these events. */
	private wasFor(...watched: Watched[]): boolean {
		const { life, entity, last } = this;
		return dealers(life, entity, last).every((at) =>
			watched.includes(life.chapters[at]!.settings.watched),
		);
	}

	check(): void {
		const { life, entity, emitted, last, what } = this;
		const { settings } = life;
		if (isChange(settings)) {
			this.checkPhase();
			return;
		}
		if (settings.watched !== 'updated') this.checkCreated();
		if (settings.watched === 'fields') {
			this.checkFields();
		} else if (settings.watched !== 'created') {
			// No poll can have seen it without an edit that came right after it.
			const isUpdate = !isAsCreated(entity, last);
			const isTold = this.wasFor('createdOrUpdated', ...(isUpdate ? ['updated' as const] : []));
			const isLast = emitted?.record.number === last.number;
			const lost = settings.watched === 'updated' ? 'update' : 'version';
			hold(!isTold || isLast, `last ${lost} lost: ${what}`);
		}
	}

	/** Once in its life, and once more in each replay from before it was created. */
	private checkCreated(): void {
		const { life, entity, events, what } = this;
		const { createdAt, commits } = entity;
		const { replay } = life;
		// Created is promised once, of new records. Where a state was lost, what is left of it may know which were there
		// at the start or had an event; these may come again as updates.
		const isAgain = replay !== undefined && !replay.isLoss && createdAt >= replay.date;
		if (!isAgain && !life.isNew(entity)) return;
		if (life.replays.some(({ isLoss, from }) => isLoss && createdAt < from)) return;
		const first = Math.max(isAgain ? replay.chapters : 0, life.firstChapterOf(commits[0]!));
		if (!life.isAlwaysShown(entity, first)) return;
		const isSilent = ({ settings }: (typeof life.chapters)[number]) =>
			settings.watched === 'updated' || isChange(settings);
		if (life.chapters.slice(first).some(isSilent)) return;
		const told = isAgain ? events : life.eventsOf(entity.id, { sinceReplay: false });
		const { length } = told.filter(({ type }) => type === 'created');
		const isRight = replay ? length >= 1 : length === 1;
		hold(isRight, `created said ${length} times: ${what}`);
	}

	/** The events since the same is compared. */
	private compared() {
		const comparing = this.life.comparing!;
		const events = this.life.eventsSince(comparing.events, this.entity.id);
		return { ...comparing, events, emitted: this.newestOf(events) };
	}

	private checkFields(): void {
		const { life, entity, last, what } = this;
		const { comparing } = life;
		if (!life.isAlwaysShown(entity, comparing!.chapters)) return;
		const wasVisible = life.replay?.visible.get(entity.id) === last && this.wasFor('fields');
		const isAgain = this.isReplayed && wasVisible;
		hold(!isAgain || this.emitted !== undefined, `not told again: ${what}`);
		const { emitted } = this.compared();
		if (emitted) hold(emitted.record.field === last.field, `changed fields lost: ${what}`);
	}

	private checkPhase(): void {
		const { life, entity, last, what } = this;
		const { before, shown, at, hasLearned, chapters, events, emitted } = this.compared();
		if (!life.isAlwaysShown(entity, chapters)) return;
		// What moved while the first poll was reading may count as before or after it.
		if (before.get(entity.id) !== shown.get(entity.id)) return;
		const start = before.get(entity.id)?.phase;
		if (start === undefined) {
			const isNew = entity.commits[0]!.committedAt > at;
			const isEntered = life.chapters
				.slice(chapters)
				.every(({ settings }) => settings.watched === 'entered');
			const isCertain = isEntered && isNew && !life.hasForgotten();
			hold(
				!isCertain || emitted?.record.phase === last.phase,
				`a new record’s phase lost: ${what}`,
			);
			return;
		}
		if (!hasLearned || life.hasForgotten()) return;
		// Of two versions with one timestamp, a stale replica may show the older one last (docs/decisions.md).
		if (life.history.quirks.staleness > 0 && emitted?.updatedAt === last.updatedAt) return;
		hold((emitted?.record.phase ?? start) === last.phase, `phase lost: ${what}`);
		hold((events[0]?.from ?? start) === start, `wrong first phase: ${what}`);
	}
}
