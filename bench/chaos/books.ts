/** The books of faulty work: what was asked for, what the node said of it, what there is. */
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { KINDS, type Kind } from './kinds';
import type { Told } from './told';

/** What a record is created from. */
export type Row = IDataObject & { name: string };

/** What a change writes into which record. */
export type Change = IDataObject & { id: number; note: string };

/** A record as the service shows it. */
export interface Found {
	readonly id: number;
	readonly name: string;
	readonly note: string;
	readonly updatedAt: string;
}

/** All that is known of the records of one kind. */
class Account {
	/** Whether it is in doubt if a record was made, by its name. */
	readonly asked = new Map<string, boolean>();
	/** Told as made or changed, and not as removed since. */
	readonly made = new Set<number>();
	readonly removed = new Set<number>();
	/** May or may not have been removed. */
	readonly perhapsRemoved = new Set<number>();
	/** What a record's note may be; without an entry it was never written. */
	readonly notes = new Map<number, Set<string>>();
	/** The versions that the trigger handed out, by record. */
	readonly events = new Map<number, Set<string>>();

	constructor(readonly foreign: ReadonlySet<number>) {}
}

const counted = [
	'lost',
	'doubled',
	/** Told as made or as still there, but it is not. */
	'invented',
	/** Told as changed or removed, but it is not, or the other way round. */
	'untrue',
	'eventsLost',
	'eventsDoubled',
] as const;
type Counted = (typeof counted)[number];

export class Books {
	readonly counts = Object.fromEntries(counted.map((what) => [what, 0])) as Record<Counted, number>;
	/** Records that were compared. */
	compared = 0;
	readonly examples: string[] = [];
	private readonly accounts = new Map<Kind, Account>();

	/** @param foreign records that are there before the work begins. */
	open(kind: Kind, foreign: Iterable<number>): void {
		this.accounts.set(kind, new Account(new Set(foreign)));
	}

	private of(kind: Kind): Account {
		const account = this.accounts.get(kind);
		if (!account) throw new Error(`The account of ${kind} was never opened`);
		return account;
	}

	created(kind: Kind, input: readonly Row[], told: Told): void {
		const { asked, made } = this.of(kind);
		for (const id of told.ids) made.add(id);
		input.forEach(({ name }, index) => {
			const isOpen = told.verdict(index) === 'inDoubt';
			asked.set(name, (asked.get(name) ?? false) || isOpen);
		});
	}

	changed(kind: Kind, changes: readonly Change[], told: Told): void {
		const { made, notes } = this.of(kind);
		changes.forEach(({ id, note }, index) => {
			const verdict = told.verdict(index, id);
			if (verdict === 'notDone') return;
			if (verdict === 'done') made.add(id);
			notes.set(id, new Set(verdict === 'done' ? [note] : [...(notes.get(id) ?? ['']), note]));
		});
	}

	removed(kind: Kind, ids: readonly number[], told: Told): void {
		const { made, removed, perhapsRemoved } = this.of(kind);
		ids.forEach((id, index) => {
			const verdict = told.verdict(index, id);
			if (verdict === 'notDone') return;
			made.delete(id);
			(verdict === 'done' ? removed : perhapsRemoved).add(id);
		});
	}

	/** A name that exists for certain, so that looking it up has one answer. */
	someName(kind: Kind, chance: () => number): string | undefined {
		const certain = [...this.of(kind).asked].filter(([, inDoubt]) => !inDoubt);
		return certain[Math.floor(chance() * certain.length)]?.[0];
	}

	/** Records that exist for certain, each once. */
	someIds(kind: Kind, count: number, chance: () => number): number[] {
		const ids = [...this.of(kind).made];
		return Array.from({ length: Math.min(count, ids.length) }, () =>
			ids.splice(Math.floor(chance() * ids.length), 1),
		).flat();
	}

	emitted(kind: Kind, items: readonly INodeExecutionData[]): void {
		const { events } = this.of(kind);
		for (const { json } of items) {
			const { id, updatedAt } = json as unknown as Found;
			const { id: event } = json._event as { id: string };
			const known = events.get(id) ?? new Set<string>();
			if (known.has(event)) this.note('eventsDoubled', `event ${event} twice`);
			events.set(id, known.add(event).add(`at ${updatedAt}`));
		}
	}

	/** What there is in the end. */
	close(kind: Kind, records: readonly Found[]): void {
		const account = this.of(kind);
		const own = records.filter(({ id }) => !account.foreign.has(id));
		const names = new Map<string, number>();
		for (const record of own) {
			this.compared++;
			names.set(record.name, (names.get(record.name) ?? 0) + 1);
			this.compare(kind, account, record);
		}
		for (const [name, count] of names) {
			if (count > 1) this.note('doubled', `${kind} ${name}: ${count}`);
		}
		const there = new Set(own.map(({ id }) => id));
		for (const id of account.made) {
			if (!there.has(id)) this.note('invented', `${kind} ${id}`);
		}
	}

	private compare(kind: Kind, account: Account, { id, name, note, updatedAt }: Found): void {
		const what = `${kind} ${name} (${id})`;
		const isTold =
			account.made.has(id) || account.perhapsRemoved.has(id) || account.asked.get(name) === true;
		if (account.removed.has(id)) this.note('untrue', `${what} was told as removed`);
		else if (!isTold) this.note('lost', what);
		const possible = account.notes.get(id) ?? new Set(['']);
		if (!possible.has(note)) {
			this.note('untrue', `${what} holds "${note}", told was ${[...possible].join(' or ')}`);
		}
		const isEmitted = account.events.get(id)?.has(`at ${updatedAt}`);
		if (KINDS[kind].isWatched && !isEmitted) this.note('eventsLost', what);
	}

	private note(what: Counted, example: string): void {
		this.counts[what]++;
		if (this.examples.length < 20) this.examples.push(`${what}: ${example}`);
	}
}
