/** How an event that compares values comes to know what older records look like. */
import type { LastValues, Learning } from './lastValues';
import { readFrom } from './listReader';
import type { State } from './savedState';
import type { Policy, Source } from './types';
import { isoOf, packIds } from '../shared';

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
): Pick<State, 'values'> {
	if (!values) return {};
	const rest = learning && { learning: { ...learning, newer: packIds(values.newer) } };
	return { values: { ...values.saved(valuesRoom), ...rest } };
}
