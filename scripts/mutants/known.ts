/**
 * The mutants of which it is known that nothing follows from them, or only another wording. Each
 * stands in known.json with its reason, and is found by its file, its line of code and its change,
 * so that it is still found when lines have moved.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SOURCES, changeOf, type Mutation } from './mutations';

export interface KnownMutation {
	/** The path below the node's folder. */
	readonly file: string;
	/** The line in which the change begins, without its indentation. */
	readonly code: string;
	/** What is changed into what; all changes of the line when absent. */
	readonly change?: string;
	readonly reason: string;
}

export function readKnown(root: string): KnownMutation[] {
	return JSON.parse(
		readFileSync(join(root, 'scripts/mutants/known.json'), 'utf8'),
	) as KnownMutation[];
}

export const isKnown = (mutation: Mutation, known: readonly KnownMutation[]): boolean =>
	known.some((entry) => fits(entry, mutation));

/** Entries that fit no mutant any more: the code has changed under them. */
export const outdated = (known: readonly KnownMutation[], mutations: readonly Mutation[]) =>
	known.filter((entry) => !mutations.some((mutation) => fits(entry, mutation)));

function fits({ file, code, change }: KnownMutation, mutation: Mutation): boolean {
	if (`${SOURCES}/${file}` !== mutation.file || code !== mutation.code) return false;
	return change === undefined || change === changeOf(mutation);
}
