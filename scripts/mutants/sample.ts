/**
 * Which of a folder's mutants are tried. The order is drawn by a seed from what a mutant is, not
 * from where it stands: a change elsewhere leaves the rest of the sample as it was.
 */
import { createHash } from 'node:crypto';
import type { Mutation } from './mutations';

export interface Drawing {
	readonly seed: string;
	/** How many; all when absent. */
	readonly size?: number;
	/** Whether the types allow it: what does not compile needs no test. */
	readonly compiles: (mutation: Mutation) => boolean;
}

export function draw(mutations: readonly Mutation[], drawing: Drawing): Mutation[] {
	const { seed, size = Infinity, compiles } = drawing;
	const drawn: Mutation[] = [];
	for (const mutation of shuffled(mutations, seed)) {
		if (drawn.length >= size) break;
		if (compiles(mutation)) drawn.push(mutation);
	}
	return drawn;
}

function shuffled(mutations: readonly Mutation[], seed: string): Mutation[] {
	const occurrences = new Map<string, number>();
	return mutations
		.map((mutation) => {
			const { file, code, original, replacement } = mutation;
			const what = [seed, file, code, original, replacement].join('\0');
			const occurrence = occurrences.get(what) ?? 0;
			occurrences.set(what, occurrence + 1);
			const rank = createHash('sha256').update(`${what}\0${occurrence}`).digest('hex');
			return { mutation, rank };
		})
		.sort((a, b) => (a.rank < b.rank ? -1 : 1))
		.map(({ mutation }) => mutation);
}
