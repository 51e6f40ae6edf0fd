/**
 * Rewrites of addresses that the documents don't show (v2 §4 E1, v1 §4 E1): other conventions that a service
 * may follow, in the order in which they are applied.
 */
export type Rewrite = (path: string) => string;

const replacing =
	(pattern: RegExp, by: string): Rewrite =>
	(path) =>
		path.replace(pattern, by);

/** Changes the words of an address, but not its parameters. */
const words =
	(change: (word: string) => string): Rewrite =>
	(path) =>
		path.replace(/(?<=\/)\w+/g, change);

const REWRITES: readonly Rewrite[] = [
	replacing(/^\/actions\b/, '/deal_actions'),
	replacing(/^\/actions\b/, '/deals/actions'),
	replacing(/^\/(customer|contact)s(\/\{\w+\})?\/actions\b/, '/$1_actions$2'),
	replacing(/^\/deals\/(\{\w+\})\/contacts\b/, '/deal_contacts/$1'),
	replacing(/^\/(action|customer|contact)_custom_items\b/, '/$1s/custom_items'),
	replacing(/^\/deal_setting\//, '/'),
	replacing(/(?<=[/_])actions\b/g, 'activities'),
	replacing(/^(\/.+)\/search$/, '/search$1'),
	replacing(/\/search$/, '/_search'),
	replacing(/^\/users\/me$/, '/me'),
	replacing(/^\/users\/me$/, '/users/current'),
	words((word) => word.replace(/ies(?=$|_)/g, 'y').replace(/([^s])s(?=$|_)/g, '$1')),
	words((word) => word.replace(/(?<=[a-z])_/g, '-')),
	words((word) => word.replace(/(?<=[a-z])_(\w)/g, (_, letter: string) => letter.toUpperCase())),
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
