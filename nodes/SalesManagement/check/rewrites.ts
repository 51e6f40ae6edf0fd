import patterns from './rewrites.json';

/** A rewrite of addresses that the documents don't show (v2 §4 E1, v1 §4 E1): another convention that a service may follow. */
export type Rewrite = (path: string) => string;

/** The rewrites in the order in which they are applied: those of single words, then those of all words. */
const REWRITES: readonly Rewrite[] = [
	...patterns.map(
		({ from, to }): Rewrite =>
			(path) =>
				path.replace(new RegExp(from, 'g'), to),
	),
	(path) => path.replace(/ies(?=$|[_/])/g, 'y').replace(/([^s])s(?=$|[_/])/g, '$1'),
	(path) => path.replace(/(?<=[a-z])_/g, '-'),
	(path) => path.replace(/(?<=[a-z])_(\w)/g, (_, letter: string) => letter.toUpperCase()),
];

/** An address to which rewrites were applied. */
export const rewritten = (path: string, by: ReadonlySet<Rewrite>): string =>
	REWRITES.filter((each) => by.has(each)).reduce((built, rewrite) => rewrite(built), path);

/**
 * The sets of rewrites to try: those that were seen to hold, these with one more each, and none. The
 * likeliest come first.
 */
export function waysTo(path: string, seen: ReadonlySet<Rewrite>): Array<ReadonlySet<Rewrite>> {
	const usual = rewritten(path, seen);
	const more = REWRITES.map((each) => new Set([...seen, each]));
	return [seen, ...more.filter((each) => rewritten(path, each) !== usual), new Set()];
}
