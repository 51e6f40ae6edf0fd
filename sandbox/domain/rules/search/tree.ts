import { and, or, raw, sql, type Sql } from '../../store/sql';

/** Conditions that are joined by AND and OR. */
export type Tree = Sql | Branch;
interface Branch {
	operator: 'AND' | 'OR';
	parts: Tree[];
	/** How deep its own conditions are nested; of a condition it would be 0. */
	depth: number;
}

const isCondition = (tree: Tree): tree is Sql => 'text' in tree;
const depthOf = (tree: Tree): number => (isCondition(tree) ? 0 : tree.depth);

/** Joins conditions. What nests without need does not: one part alone, AND in AND, OR in OR. */
export function joined(operator: 'AND' | 'OR', parts: Tree[]): Tree {
	const [only, ...others] = parts;
	if (only && others.length === 0) return only;
	const flat = parts.flatMap((part) =>
		!isCondition(part) && part.operator === operator ? part.parts : [part],
	);
	return { operator, parts: flat, depth: 1 + Math.max(0, ...flat.map(depthOf)) };
}

/** Levels that are written with AND and OR, for which the database uses its indexes. */
const indexedLevels = 8;

/**
 * A tree of any depth as one condition. The database's parser takes only some forty levels of
 * brackets, so what lies deep is written without: `&` and `|` bind equally strong and from the left,
 * so that `a & b | c & d` is `((a & b) | c) & d`.
 */
export function conditionOf(tree: Tree, level = 0): Sql {
	if (isCondition(tree)) return tree;
	if (level === indexedLevels) return sql`(${chainOf(tree)})`;
	const parts = tree.parts.map((part) => conditionOf(part, level + 1));
	return tree.operator === 'AND' ? and(parts) : or(parts);
}

/**
 * The tree as 0 or 1, from its deepest part outwards. Only the other parts are put in brackets, and
 * since each is less deep than the one before it, brackets nest as often as a tree of 300 nodes can
 * be halved.
 */
function chainOf(tree: Tree): Sql {
	const outwards: Branch[] = [];
	let deepest: Tree = tree;
	while (!isCondition(deepest)) {
		outwards.push(deepest);
		deepest = deepestOf(deepest);
	}
	let chain = truthOf(deepest);
	let inside: Tree = deepest;
	for (const branch of outwards.reverse()) {
		const sign = raw(branch.operator === 'AND' ? '&' : '|');
		for (const part of branch.parts) {
			if (part !== inside) chain = sql`${chain} ${sign} (${chainOf(part)})`;
		}
		inside = branch;
	}
	return chain;
}

const deepestOf = ({ parts, depth }: Branch): Tree =>
	parts.find((part) => depthOf(part) === depth - 1) ?? raw('1');

/** 1 where a condition holds, 0 where it does not or where a value is missing. */
const truthOf = (condition: Sql): Sql => sql`((${condition}) IS TRUE)`;
