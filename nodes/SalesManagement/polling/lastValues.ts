/** The last compared value of each record, and how the values of older records are learned. */
import { isoOf, packIds, remembered } from '../shared';
import { readFrom } from './listReader';
import type { Policy, Row, Source, Window } from './types';

/**
 * Splits a compared value: one part for each field, separated by line breaks. After a tab, a part may say how
 * the value reads; this is kept, but not compared.
 */
export const fieldParts = (value: string): string[] => value.split('\n');

/** The part of a field that is compared, without its readable form. */
export const comparedOf = (part: string): string => part.split('\t', 1)[0] ?? '';

const comparedIn = (value: string | undefined) =>
	value === undefined ? undefined : fieldParts(value).map(comparedOf).join('\n');

/** Whether two compared values are equal, their readable forms aside. */
export const isSameValue = (one: string | undefined, other: string | undefined): boolean =>
	comparedIn(one) === comparedIn(other);

/** The values in their saved form. */
export interface SavedValues {
	/** Names what is compared. */
	readonly name: string;
	/** Set if values were forgotten for lack of room. */
	readonly partial?: true;
	/** The distinct parts of each field. */
	readonly parts: ReadonlyArray<readonly string[]>;
	/**
	 * `id:place,place` for each record, the least recently learned first: the places of its values in `parts`.
	 */
	readonly records: string;
	/** The span of update times, from `at` up to `to`, whose values are still to be learned. */
	readonly learning?: Learning;
}

/** Times are text, as everywhere in a state. */
interface Learning {
	readonly at: string;
	readonly to: string;
	readonly window?: Window;
	/** Records that changed after the span: their known values are newer than those to be learned. */
	readonly newer: string;
}

/** The last compared value of each record, in the order in which they were learned. */
export class LastValues {
	private readonly values = new Map<number, string>();

	/** Whether values were forgotten for lack of room. */
	private partial: boolean;

	/**
	 * @param newer records whose values are already newer than older ones still to be learned; they are
	 * forgotten last.
	 */
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

	/** Keeps the value of a record's newest version. */
	keepNewest(row: Pick<Row, 'id' | 'compared'>): void {
		if (row.compared !== undefined) this.newer.add(row.id);
		this.keep(row);
	}

	private keep({ id, compared }: Pick<Row, 'id' | 'compared'>): void {
		if (compared === undefined) return;
		this.values.delete(id);
		this.values.set(id, compared);
	}

	/**
	 * Keeps the values of older versions in the order of their times, except of records whose newer value is known.
	 */
	keepOlder(rows: readonly Row[]): void {
		for (const row of rows) if (!this.newer.has(row.id)) this.keep(row);
	}

	/**
	 * The saved form, at most `room` characters long: the values of the records that changed longest ago are
	 * forgotten first.
	 */
	saved(room: number): SavedValues {
		for (const id of this.newer) this.keep({ id, compared: this.of(id) });
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
			return remembered(places, part, () => places.size);
		};
		const records = [...this.values].map(
			([id, value]) => `${id}:${fieldParts(value).map(placeOf).join(',')}`,
		);
		return {
			name: this.name,
			partial: this.partial || undefined,
			parts: fields.map((places) => [...places.keys()]),
			records: records.join(' '),
		};
	}
}

/** The span of update times whose values are still to be learned. */
export type OpenSpan = Omit<Learning, 'newer'>;

/** How far a poll got with learning. */
export interface Learned {
	/** Absent once everything is learned. */
	readonly learning?: OpenSpan;
	/** The error that stopped it; absent if time ran out. The poll itself succeeds all the same. */
	readonly failure?: unknown;
}

/**
 * Learns the values of older records while there is time. A list that is empty ends no learning: a permission may be
 * missing.
 * @returns the span that remains, and the error if one ended it.
 */
export async function learn(
	values: LastValues | undefined,
	learning: OpenSpan | undefined,
	source: Source,
	policy: Policy,
): Promise<Learned> {
	if (!values || !learning) return {};
	// The reading sends its first request without a look at the time.
	if (!policy.hasTime()) return { learning };
	const to = Date.parse(learning.to);
	let { at, window } = learning;
	// Newer versions than the span's were read before.
	const whole = { ms: to - Date.parse(at), pageSize: 1 };
	const remaining = () => ({ at, to: learning.to, window });
	try {
		for await (const stretch of readFrom(
			source,
			{ at: Date.parse(at), window: window ?? whole },
			policy,
		)) {
			values.keepOlder(stretch.rows.filter(({ updatedAt }) => updatedAt < to));
			if (stretch.upTo >= to) {
				if (stretch.rows.length > 0) return {};
				const { rows, unreadable = 0 } = await source.read({});
				return rows.length + unreadable > 0 ? {} : { learning };
			}
			at = isoOf(stretch.upTo);
			// A stretch without a window says that what follows may fit into one response. The first stretch has none
			// either: after an error at the second request, the next poll finds the window anew.
			({ window } = stretch);
		}
		// The reading ended early, since no time is left.
		return { learning: remaining() };
	} catch (failure) {
		return { learning: remaining(), failure };
	}
}

/** The saved form of the values and of the learning. */
export function savedWith(
	values: LastValues | undefined,
	{ valuesRoom }: Policy,
	{ learning }: Learned,
): { readonly values?: SavedValues } {
	if (!values) return {};
	const rest = learning && { learning: { ...learning, newer: packIds(values.newer) } };
	return { values: { ...values.saved(valuesRoom), ...rest } };
}
