/** What an event compares with: the last values of records, and how those of older ones come to be known. */
import { isoOf, packIds } from '../shared';
import { readFrom } from './listReader';
import type { Policy, Row, Source, Window } from './types';

/**
 * A compared value is text: one part per field, separated by line breaks. What follows a tab in a part
 * says how it reads, which is kept with it but not compared.
 */
export const partsOf = (value: string): string[] => value.split('\n');

/** A part without what is not compared. */
export const comparedOf = (part: string): string => part.split('\t', 1)[0] ?? '';

const comparedIn = (value: string | undefined): string | undefined =>
	value === undefined ? undefined : partsOf(value).map(comparedOf).join('\n');

export const isSameValue = (one: string | undefined, other: string | undefined): boolean =>
	comparedIn(one) === comparedIn(other);

/** The values as a state keeps them. */
export interface SavedValues {
	/** What is compared. */
	readonly name: string;
	/** Set when some were forgotten for lack of room. */
	readonly partial?: true;
	/** The distinct parts of each field. */
	readonly parts: ReadonlyArray<readonly string[]>;
	/** `id:place,place` of each record, the one that was learned longest ago first: the places of its parts. */
	readonly records: string;
	/** What is still to be learned: all from `at` up to `to`. */
	readonly learning?: Learning;
}

/** Times as text, as everywhere in a state. */
interface Learning {
	readonly at: string;
	readonly to: string;
	readonly window?: Window;
	/** Records that have changed since, whose values are newer than those that are learned. */
	readonly newer: string;
}

/** What each record looked like last in what an event compares, in the order in which that was learned. */
export class LastValues {
	private readonly values = new Map<number, string>();

	/** Whether some were forgotten for lack of room. */
	private partial: boolean;

	/** @param newer records of which no older value is learned, and which are forgotten last. */
	constructor(
		private readonly name: string,
		{ partial, parts = [], records = '' }: Partial<SavedValues> = {},
		readonly newer = new Set<number>(),
	) {
		this.partial = partial ?? false;
		for (const record of records === '' ? [] : records.split(' ')) {
			const [id, places = ''] = record.split(':');
			const value = places.split(',').map((place, field) => parts[field]?.[Number(place)] ?? '');
			this.values.set(Number(id), value.join('\n'));
		}
	}

	/** The value that the record had when it was last read; `undefined` when not known. */
	of(id: number): string | undefined {
		return this.values.get(id);
	}

	learn({ id, compared }: Pick<Row<unknown>, 'id' | 'compared'>): void {
		if (compared === undefined) return;
		this.newer.add(id);
		this.values.delete(id);
		this.values.set(id, compared);
	}

	/** Learns it of records of which nothing newer is known. */
	learnOlder(rows: ReadonlyArray<Row<unknown>>): void {
		for (const { id, compared } of rows) {
			if (!this.newer.has(id) && compared !== undefined) this.values.set(id, compared);
		}
	}

	/** As a state keeps them: within the room, those that changed longest ago forgotten first. */
	saved(room: number): SavedValues {
		for (const id of this.newer) this.learn({ id, compared: this.of(id) });
		for (;;) {
			const saved = this.packed();
			const size = JSON.stringify(saved).length;
			if (size <= room || this.values.size === 0) return saved;
			this.partial = true;
			let excess = Math.ceil((this.values.size * (size - room)) / size);
			for (const id of this.values.keys()) {
				if (excess-- <= 0) break;
				this.values.delete(id);
			}
		}
	}

	private packed(): SavedValues {
		const fields: Array<Map<string, number>> = [];
		const placeOf = (part: string, at: number) => {
			const places = (fields[at] ??= new Map());
			if (!places.has(part)) places.set(part, places.size);
			return places.get(part);
		};
		const records = [...this.values].map(
			([id, value]) => `${id}:${partsOf(value).map(placeOf).join(',')}`,
		);
		return {
			name: this.name,
			...(this.partial && { partial: true }),
			parts: fields.map((places) => [...places.keys()]),
			records: records.join(' '),
		};
	}
}

/** What is left to be learned. */
export type Unlearned = Omit<Learning, 'newer'>;

/** How a poll left the learning. */
export interface Learned {
	/** Absent when there is nothing left to learn. */
	readonly learning?: Unlearned;
	/** Why it stopped, if not for lack of time. The poll is none the worse for it. */
	readonly failure?: unknown;
}

/** Learns the values of older records, for as long as there is time. */
export async function learn<T>(
	values: LastValues | undefined,
	learning: Unlearned | undefined,
	source: Source<T>,
	policy: Policy,
): Promise<Learned> {
	if (!values || !learning) return {};
	const to = Date.parse(learning.to);
	let { at, window } = learning;
	const open = () => ({ at, to: learning.to, ...(window && { window }) });
	try {
		if (!policy.hasTime()) return { learning };
		for await (const stretch of readFrom(source, { at: Date.parse(at), window }, policy)) {
			values.learnOlder(stretch.rows.filter(({ updatedAt }) => updatedAt < to));
			if (stretch.upTo >= to) return {};
			at = isoOf(stretch.upTo);
			({ window } = stretch);
		}
		return { learning: open() };
	} catch (failure) {
		return { learning: open(), failure };
	}
}

/** What the state keeps of the values, and of what is left to learn. */
export function savedWith(
	values: LastValues | undefined,
	{ valuesRoom }: Policy,
	{ learning }: Learned,
): { readonly values?: SavedValues } {
	if (!values) return {};
	const rest = learning && { learning: { ...learning, newer: packIds(values.newer) } };
	return { values: { ...values.saved(valuesRoom), ...rest } };
}
