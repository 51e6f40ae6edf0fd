import { readFrom } from './read';
import type { Learning, Policy, Source } from './types';
import type { WatchedValues } from './watchedValues';
import { narrowest } from './windows';

/** How a poll left the learning. */
export interface Learned {
	/** Absent when there is nothing left to learn, or no room for it. */
	readonly learning?: Learning;
	/** Why it stopped, if not for lack of time. The poll is none the worse for it. */
	readonly failure?: unknown;
}

/** What learning needs. */
interface Means<T> {
	readonly watched: WatchedValues;
	readonly source: Source<T>;
	readonly policy: Policy;
}

/** A list with at most so many records below the start is learned in one window. */
const FEW = 5_000;
/** How many records a window is meant to hold. */
const WANTED = 1_000;
const MOST_GROWTH = 8;

/** Goes on learning older records for as long as there is time and room. */
export async function learn<T>(learning: Learning, means: Means<T>): Promise<Learned> {
	const { watched, source, policy } = means;
	let part = learning;
	try {
		while (policy.hasTime()) {
			const { from, to } = part;
			const start = startIn(source, part, policy);
			let count = 0;
			for await (const { rows, upTo, window, run } of readFrom(source, start, policy)) {
				const older = rows.filter(({ updatedAt }) => updatedAt < to);
				older.forEach((row) => watched.learnEarlier(row));
				count += older.length;
				const at = Math.min(upTo, to);
				part = { from, at, to, ...placeIn(source, part, { at, window, run }) };
				if (upTo >= to) break;
			}
			watched.pack(policy.room.watched);
			if (watched.partial) return {};
			if (part.at < to) break;
			if (from === 0) return {};
			part = below(from, (to - from) * growthAfter(count));
		}
		return { learning: part };
	} catch (failure) {
		return { learning: part, failure };
	}
}

type Place = Pick<Learning, 'at' | 'window' | 'run'>;

/** How a next poll goes on. Within a long run the place in time stays where it is. */
function placeIn({ ordered }: Source<unknown>, before: Place, { at, window, run }: Place) {
	const open = run ?? (at === before.at ? before.run : undefined);
	const hint = ordered ? undefined : (window ?? before.window);
	return { ...(hint && { window: hint }), ...(open && { run: open }) };
}

/** Learns from the whole list below a time, as far as the first poll has time. */
export async function beginLearning<T>(to: number, means: Means<T>): Promise<Learned> {
	const { source, policy } = means;
	const backwards = below(to, policy.lookbackMs);
	try {
		if (!policy.hasTime()) return { learning: backwards };
		const { total = Infinity } = await source.read({ to });
		const whole = { from: 0, at: 0, to };
		return await learn(total <= FEW ? whole : backwards, means);
	} catch (failure) {
		return { learning: backwards, failure };
	}
}

const growthAfter = (count: number) =>
	Math.min(MOST_GROWTH, Math.max(1 / MOST_GROWTH, WANTED / (count + 1)));

/** The window of this width that ends there; it begins in 1970 at the earliest. */
export function below(to: number, width: number): Learning {
	const from = Math.max(0, Math.floor(to - width));
	return { from, at: from, to };
}

/** A list without order is cut into windows anyway, so it is told where this one ends. */
function startIn({ ordered }: Source<unknown>, part: Learning, { guardMs }: Policy) {
	const { at, to, run, window } = part;
	if (ordered) return { at, run };
	const whole = { ms: to - at + narrowest(guardMs), pageSize: WANTED };
	return { at, run, window: window && window.ms < whole.ms ? window : whole };
}
