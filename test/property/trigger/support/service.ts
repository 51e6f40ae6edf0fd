import { CursorRejected } from '../../../../nodes/SalesManagement/polling';
import type { Query, Row, Source, VersionPage } from '../../../../nodes/SalesManagement/polling';
import type { Quirks } from './quirks';

export { EXACT, type Quirks } from './quirks';

export interface Content {
	phase: string;
	field: string;
	/** By which filters show a record or not. */
	part: 'x' | 'y';
}

/** One commit: when it was made, what it shows, and from when on it is shown. */
export interface Commit extends Content {
	number: number;
	committedAt: number;
	/** What filters and sorting go by. */
	storedAt: number;
	/** The same as it is shown. */
	updatedAt: number;
	visibleAt: number;
	deleted: boolean;
}

export interface Entity {
	id: number;
	createdAt: number;
	commits: Commit[];
}

export class Fault extends Error {}

/** Adversarial, but honest: it keeps A1 to A4 and nothing more. */
export class Service {
	now = 1_700_000_000_000;

	readonly entities: Entity[] = [];

	requests = 0;

	/** Set by the schedule of a poll: what happens just before its n-th request. */
	before: (request: number) => void = () => {};

	staleFor = 0;

	/** Counts polls. */
	era = 0;

	/** Whether the list shows a version of a record, to those who ask. */
	view: (id: number, commit: Commit) => boolean = () => true;

	private commits = 0;

	/** By how much the filter of the query that is being answered is off. */
	private drift = 0;

	constructor(readonly quirks: Quirks) {}

	create(content: Content, lagShare: number): void {
		const createdAt = this.asShown(this.stamp() - this.quirks.createdBefore);
		const entity = { id: this.entities.length + 1, createdAt, commits: [] };
		this.entities.push(entity);
		this.commit(entity, content, lagShare, false);
	}

	update(index: number, content: Partial<Content>, lagShare: number, deleted = false): void {
		const alive = this.entities.filter((entity) => !entity.commits.at(-1)!.deleted);
		const entity = alive[index % alive.length];
		if (entity) this.commit(entity, { ...entity.commits.at(-1)!, ...content }, lagShare, deleted);
	}

	private commit(entity: Entity, content: Content, share: number, deleted: boolean) {
		const { phase, field, part } = content;
		const visibleAt = this.now + Math.floor(share * this.quirks.lag);
		const updatedAt = this.asShown(this.stamp());
		const isSame = (each: Commit) =>
			each.updatedAt === updatedAt &&
			each.phase === phase &&
			each.field === field &&
			each.part === part;
		const same = this.quirks.digestsContent ? entity.commits.find(isSame) : undefined;
		entity.commits.push({
			number: same?.number ?? ++this.commits,
			phase,
			field,
			part,
			deleted,
			committedAt: this.now,
			storedAt: this.stamp(),
			updatedAt,
			// The commits of one record come to light in their order.
			visibleAt: Math.max(visibleAt, entity.commits.at(-1)?.visibleAt ?? 0),
		});
	}

	private stamp(): number {
		return this.now - (this.now % this.quirks.granularity);
	}

	private asShown(time: number): number {
		const { shownUnit, shownRounds } = this.quirks;
		return ROUND[shownRounds](time / shownUnit) * shownUnit;
	}

	/** What can be read of it. */
	shown(entity: Entity, at = this.now): Commit | undefined {
		return this.isReadable(entity) ? this.listed(entity, at) : undefined;
	}

	isReadable({ id }: Pick<Entity, 'id'>): boolean {
		return id > this.quirks.unreadable;
	}

	private listed(entity: Entity, at: number): Commit | undefined {
		const commit = entity.commits.findLast(({ visibleAt }) => visibleAt <= at);
		return commit && !commit.deleted && this.view(entity.id, commit) ? commit : undefined;
	}

	/** @param compared what is compared just now. */
	source(compared: () => keyof Content | undefined): Source<Commit> {
		return {
			ordered: this.quirks.ordered,
			read: async (query) => this.answer(query, compared()),
			serverTime: async () => this.answer({}).serverTime,
		};
	}

	answer(query: Query, compared?: keyof Content): VersionPage<Commit> {
		this.requests++;
		this.now += 40;
		this.before(this.requests);
		this.drift =
			query.cursor === undefined ? this.newDrift() : Number(query.cursor.split(' ').at(-1));
		const rows = this.window(query, compared);
		const { dateUnit, skew } = this.quirks;
		const pageSize = this.pageSize();
		const start = query.cursor === undefined ? 0 : this.resume(rows, query.cursor);
		const page = rows.slice(start, start + pageSize);
		const date = this.now + skew + this.jump();
		const more = start + pageSize < rows.length;
		const readable = page.filter((row) => this.isReadable(row));
		return {
			rows: readable,
			unreadable: page.length - readable.length,
			...(this.quirks.counts && { total: rows.length }),
			...(more && { cursor: this.cursor(page.at(-1)!, start + pageSize) }),
			serverTime: date - (date % dateUnit),
		};
	}

	/** Lone: the responses before and after it are right. */
	private jump(): number {
		const isWrong = this.requests % 4 === 0 && scattered(this.requests) % 2 === 0;
		return isWrong ? this.quirks.jump : 0;
	}

	private pageSize(): number {
		const { pageSize, shortPages } = this.quirks;
		return shortPages ? 1 + (scattered(this.requests) % pageSize) : pageSize;
	}

	private window({ from, to }: Query, compared?: keyof Content): Row<Commit>[] {
		const low = from === undefined ? -Infinity : this.bound(from);
		const high = to === undefined ? Infinity : this.bound(to);
		const rows: Row<Commit>[] = [];
		for (const entity of this.entities) {
			const commit = this.listed(entity, this.now - this.staleFor);
			if (!commit) continue;
			const { storedAt, updatedAt } = commit;
			if (this.quirks.exclusiveEnds ? storedAt <= low : storedAt < low) continue;
			if (this.quirks.exclusiveEnds ? storedAt >= high : storedAt > high) continue;
			rows.push({
				id: entity.id,
				createdAt: entity.createdAt,
				updatedAt,
				digest: commit.number.toString(36),
				...(compared && { compared: commit[compared] }),
				record: commit,
			});
		}
		return rows.sort((a, b) => this.rank(a) - this.rank(b) || this.tie(a.id) - this.tie(b.id));
	}

	private bound(time: number): number {
		// A time that is none can't be sent; a service would refuse it.
		if (Number.isNaN(new Date(time).getTime())) throw new RangeError(`${time} is no time`);
		const { filterUnit, filterRounds } = this.quirks;
		return ROUND[filterRounds](time / filterUnit) * filterUnit + this.drift;
	}

	private newDrift(): number {
		const { filterDrift } = this.quirks;
		return (scattered(this.requests) % (2 * filterDrift + 1)) - filterDrift;
	}

	/** Lists that can't be sorted by update time come in the order of something else. */
	private rank(row: Row<Commit>): number {
		return this.quirks.ordered ? row.record.storedAt : mix(row.id) % 7;
	}

	private tie(id: number): number {
		if (this.quirks.ties === 'mixed') return mix(id);
		return this.quirks.ties === 'rising' ? id : -id;
	}

	private cursor(last: Row<Commit>, offset: number): string {
		const issued = this.quirks.cursorsExpire ? `${this.era} ${this.requests} ` : '';
		return this.quirks.cursor === 'offset'
			? `offset ${offset} ${issued}${this.drift}`
			: `after ${this.rank(last)} ${this.tie(last.id)} ${issued}${this.drift}`;
	}

	private resume(rows: Row<Commit>[], cursor: string): number {
		const [kind, ...numbers] = cursor.split(' ');
		if (this.quirks.cursorsExpire && Number(numbers.at(-3)) !== this.era) throw rejectedCursor();
		const [first = 0, second = 0] = numbers.map(Number);
		if (kind === 'offset') return first;
		const next = rows.findIndex((row) => {
			const difference = this.rank(row) - first || this.tie(row.id) - second;
			return difference > 0;
		});
		return next < 0 ? rows.length : next;
	}
}

const ROUND = { down: Math.floor, nearest: Math.round, up: Math.ceil };

export const rejectedCursor = () => new CursorRejected('400: the cursor is not valid');

const mix = (id: number) => (id * 2_654_435_761) % 4_294_967_291;

/** Without the regular steps of `mix`, so that no two passes differ in the same way as the two before. */
const scattered = (n: number) => {
	const half = Math.imul(n ^ (n >>> 16), 0x45d9f3b);
	return Math.imul(half ^ (half >>> 16), 0x45d9f3b) >>> 0;
};
