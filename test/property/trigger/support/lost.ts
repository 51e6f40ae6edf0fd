/** What must have been told: the last version of each record, and that it was created. */
import { hold } from './hold';
import type { Life } from './life';
import type { Commit, Entity } from './service';

/** Holds it for all records whose last version lies below a time. */
export function checkNothingLost(life: Life, below = Infinity): void {
	for (const entity of life.service.entities) {
		const last = entity.commits.at(-1)!;
		if (last.deleted || last.updatedAt >= below || !isOwed(life, entity, last)) continue;
		if (!life.isBack(entity) || life.history.tellsChangesBack)
			new LastVersion(life, entity, last).check();
	}
}

/** A version that is to be told again. */
const isReplayed = ({ replay }: Life, { updatedAt }: Commit) =>
	replay !== undefined && updatedAt >= replay.date;

/** A change that was not there when the trigger's life began, or one that is told again. */
function isOwed(life: Life, { id }: Entity, last: Commit): boolean {
	const { startFrom, at, shown } = life.begun!;
	if (isReplayed(life, last)) return true;
	if (startFrom !== 'now' && life.policy.tells !== 'changed') return last.updatedAt >= startFrom;
	if (last.committedAt > at) return true;
	if (last.updatedAt < at - life.history.lookbackMs) return false;
	return shown.get(id)?.number !== last.number && last.visibleAt > at;
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
		const twin = this.events.find(({ row }) => row.record === last)?.row;
		const newest = this.events.at(-1)?.row;
		this.emitted = twin && newest && life.areTwins(twin, newest) ? twin : newest;
		this.what = `record ${entity.id}, commit ${last.number}`;
	}

	private get isReplayed(): boolean {
		return isReplayed(this.life, this.last);
	}

	check(): void {
		const { life, entity, emitted, last, what } = this;
		const { watched } = life.history;
		if (life.policy.tells === 'changed') {
			this.checkPhase();
			return;
		}
		if (watched !== 'updated') this.checkCreated();
		if (watched === 'fields') {
			const wasVisible = life.replay?.visible.get(entity.id) === last;
			hold(!(this.isReplayed && wasVisible) || emitted !== undefined, `not told again: ${what}`);
			if (emitted) hold(emitted.compared === last.field, `changed fields lost: ${what}`);
		} else if (watched === 'createdOrUpdated') {
			hold(emitted?.record.number === last.number, `last version lost: ${what}`);
		} else if (watched === 'updated' && last.updatedAt > entity.createdAt + life.policy.guardMs) {
			// No poll can have seen it without an edit that came right after it.
			hold(emitted?.record.number === last.number, `last update lost: ${what}`);
		}
	}

	/** Once in its life, and once more in each replay from before it was created. */
	private checkCreated(): void {
		const { life, entity, events, what } = this;
		const { replay } = life;
		const isAgain = replay !== undefined && entity.createdAt >= replay.date;
		if (!isAgain && !life.isNew(entity)) return;
		const told = isAgain ? events : life.eventsOf(entity.id, { sinceReplay: false });
		const { length } = told.filter(({ type }) => type === 'created');
		const isRight = replay ? length >= 1 : length === 1;
		hold(isRight, `created said ${length} times: ${what}`);
	}

	private checkPhase(): void {
		const { life, entity, emitted, events, last, what } = this;
		const { before, shown, at, hasLearned } = life.begun!;
		// What moved while the first poll was reading may count as before or after it.
		if (before.get(entity.id) !== shown.get(entity.id)) return;
		const start = before.get(entity.id)?.phase;
		if (start === undefined) {
			const isNew = entity.commits[0]!.committedAt > at;
			const mustBeNew = life.history.watched === 'entered' && isNew;
			const isCertain = mustBeNew && !life.hasForgotten();
			hold(!isCertain || emitted?.compared === last.phase, `a new record’s phase lost: ${what}`);
			return;
		}
		if (!hasLearned || life.hasForgotten()) return;
		hold((emitted?.compared ?? start) === last.phase, `phase lost: ${what}`);
		hold((events[0]?.from ?? start) === start, `wrong first phase: ${what}`);
	}
}
