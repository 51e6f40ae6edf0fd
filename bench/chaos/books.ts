/** The books of faulty work: what was asked for, what the node said of it, what there is. */
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { NodeResult } from '../../test/support/harness';

export type Kind = 'contact' | 'customer';

/** What a record is created from. */
export type Row = IDataObject & { name: string };

/** What the node told of a run: the ids that it made or changed, and the items that it is in doubt about. */
export interface Told {
	readonly ids: ReadonlySet<number>;
	readonly doubtful: ReadonlySet<number>;
}

/** `1-3, 7` as the numbers that it stands for. */
function numbersIn(text: string): number[] {
	return Array.from(text.matchAll(/(\d+)(?:-(\d+))?/g)).flatMap(([, first, last]) =>
		Array.from(
			{ length: Number(last ?? first) - Number(first) + 1 },
			(_, at) => Number(first) + at,
		),
	);
}

/** Reads what a user can read, nothing else: items, and the message and description of an error. */
export function toldOf({ items, error }: NodeResult): Told {
	const ids = new Set<number>();
	const doubtful = new Set<number>();
	items.forEach(({ json, pairedItem }) => {
		if (typeof json.id === 'number') ids.add(json.id);
		const index = (pairedItem as { item: number }).item;
		const { outcome } = (json.details ?? {}) as IDataObject;
		if (
			outcome === 'unknown' ||
			(typeof json.error === 'string' && /may or may not/.test(json.error))
		)
			doubtful.add(index);
	});
	if (error) {
		const description = error.description ?? '';
		const made = /with the IDs ([\d, -]+)/.exec(description)?.[1] ?? '';
		for (const id of numbersIn(made)) ids.add(id);
		const open = /counted from 0: ([\d, -]+)/.exec(description)?.[1] ?? '';
		for (const index of numbersIn(open)) doubtful.add(index);
		const { itemIndex } = (error as { context?: { itemIndex?: number } }).context ?? {};
		if (/not known whether|not known/.test(error.message) && itemIndex !== undefined) {
			doubtful.add(itemIndex);
		}
	}
	return { ids, doubtful };
}

/** A record as the service shows it. */
export interface Found {
	readonly id: number;
	readonly name: string;
	readonly updatedAt: string;
}

type Emitted = Found & { readonly _event: { readonly id: string } };

interface Asked {
	inDoubt: boolean;
}

export class Books {
	lost = 0;
	doubled = 0;
	/** Told as made, but not there. */
	invented = 0;
	eventsLost = 0;
	eventsDoubled = 0;
	/** Records that were compared. */
	compared = 0;
	readonly examples: string[] = [];

	private asks = { contact: new Map<string, Asked>(), customer: new Map<string, Asked>() };
	private made = { contact: new Set<number>(), customer: new Set<number>() };
	private events = new Map<number, Set<string>>();

	/** A new service. */
	open(): void {
		this.asks = { contact: new Map(), customer: new Map() };
		this.made = { contact: new Set(), customer: new Set() };
		this.events = new Map();
	}

	asked(kind: Kind, input: readonly Row[], told: Told): void {
		for (const id of told.ids) this.made[kind].add(id);
		input.forEach(({ name }, index) => {
			const known = this.asks[kind].get(name) ?? { inDoubt: false };
			known.inDoubt ||= told.doubtful.has(index);
			this.asks[kind].set(name, known);
		});
	}

	/** A name that exists for certain, so that looking it up has one answer. */
	someName(kind: Kind, chance: () => number): string | undefined {
		const certain = [...this.asks[kind]].filter(([, { inDoubt }]) => !inDoubt);
		return certain[Math.floor(chance() * certain.length)]?.[0];
	}

	someId(kind: Kind, chance: () => number): number | undefined {
		const ids = [...this.made[kind]];
		return ids[Math.floor(chance() * ids.length)];
	}

	emitted(items: readonly INodeExecutionData[]): void {
		for (const { json } of items as unknown as ReadonlyArray<{ json: Emitted }>) {
			const { id } = json._event;
			const known = this.events.get(json.id) ?? new Set<string>();
			if (known.has(id)) this.note('eventsDoubled', `event ${id} twice`);
			known.add(id).add(`at ${json.updatedAt}`);
			this.events.set(json.id, known);
		}
	}

	/** What there is in the end. */
	close(kind: Kind, records: readonly Found[]): void {
		const names = new Map<string, number>();
		for (const { id, name, updatedAt } of records) {
			this.compared++;
			names.set(name, (names.get(name) ?? 0) + 1);
			const isTold = this.made[kind].has(id) || this.asks[kind].get(name)?.inDoubt;
			if (!isTold) this.note('lost', `${kind} ${name} (${id})`);
			this.made[kind].delete(id);
			const isEmitted = this.events.get(id)?.has(`at ${updatedAt}`);
			if (kind === 'contact' && !isEmitted) this.note('eventsLost', `contact ${name} (${id})`);
		}
		for (const [name, count] of names) {
			if (count > 1) this.note('doubled', `${kind} ${name}: ${count}`);
		}
		for (const id of this.made[kind]) this.note('invented', `${kind} ${id}`);
	}

	private note(
		what: 'lost' | 'doubled' | 'invented' | 'eventsLost' | 'eventsDoubled',
		example: string,
	): void {
		this[what]++;
		if (this.examples.length < 20) this.examples.push(`${what}: ${example}`);
	}
}
