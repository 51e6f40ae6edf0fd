/** The part of a page that a bench writes. */

const marksOf = (name: string) =>
	[`<!-- bench ${name}: begin -->`, `<!-- bench ${name}: end -->`] as const;

/**
 * A page with another text between the marks of a bench.
 * @throws Error where the page does not have them.
 */
export function withPart(page: string, name: string, text: string): string {
	const [begin, end] = marksOf(name);
	const [from, to] = [page.indexOf(begin), page.indexOf(end)];
	if (from < 0 || to < from) throw new Error(`The page has no place for the bench ${name}.`);
	return `${page.slice(0, from)}${begin}\n\n${text}\n\n${page.slice(to)}`;
}
