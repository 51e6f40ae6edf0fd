import { and, or, raw, sql, valuesOf, type Sql } from '../../store/sql';

/** Conditions that are joined by AND and OR. */
export type Tree = Leaf | Branch;
interface Leaf {
	condition: Sql;
	/** What the condition says, where it is that a column has a value. */
	equality?: Equality;
}

export interface Equality {
	column: Sql;
	value: string | number;
}
interface Branch {
	operator: 'AND' | 'OR';
	parts: Tree[];
	/** How deep its own conditions are nested; of a leaf it would be 0. */
	depth: number;
}

const isLeaf = (tree: Tree): tree is Leaf => 'condition' in tree;
const depthOf = (tree: Tree): number => (isLeaf(tree) ? 0 : tree.depth);

export const leaf = (condition: Sql): Tree => ({ condition });

export const equality = (equal: Equality): Tree => ({
	condition: sql`${equal.column} = ${equal.value}`,
	equality: equal,
});

/** Joins conditions. What nests without need does not: one part alone, AND in AND, OR in OR. */
export function joined(operator: 'AND' | 'OR', parts: Tree[]): Tree {
	const [only, ...others] = parts;
	if (only && others.length === 0) return only;
	const flat = parts.flatMap((part) =>
		!isLeaf(part) && part.operator === operator ? part.parts : [part],
	);
	const merged = operator === 'OR' ? withListsOf(flat) : flat;
	const [list, ...rest] = merged;
	if (list && rest.length === 0) return list;
	return { operator, parts: merged, depth: 1 + Math.max(0, ...merged.map(depthOf)) };
}

/**
 * `a = 1 OR a = 2 OR …` as one look into a list: the database then goes through its index value by
 * value, and the statement's text is the same for any number of values.
 */
function withListsOf(parts: Tree[]): Tree[] {
	const lists = new Map<string, { column: Sql; values: Array<string | number> }>();
	const others: Tree[] = [];
	for (const part of parts) {
		if (!isLeaf(part) || !part.equality) {
			others.push(part);
			continue;
		}
		const { column, value } = part.equality;
		const key = JSON.stringify(column);
		const list = lists.get(key) ?? { column, values: [] };
		list.values.push(value);
		lists.set(key, list);
	}
	const listed = [...lists.values()].map(({ column, values }) => {
		const [value, ...more] = values;
		return value === undefined || more.length > 0
			? leaf(sql`${column} IN ${valuesOf(values)}`)
			: equality({ column, value });
	});
	return [...listed, ...others];
}

/** Levels that are written with AND and OR, for which the database uses its indexes. */
const indexedLevels = 8;

/**
 * A tree of any depth as one condition. The database's parser takes only some forty levels of
 * brackets, so what lies deep is written without: `&` and `|` bind equally strong and from the left,
 * so that `a & b | c & d` is `((a & b) | c) & d`.
 */
export function conditionOf(tree: Tree, level = 0): Sql {
	if (isLeaf(tree)) return tree.condition;
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
	let deepest = tree;
	while (!isLeaf(deepest)) {
		outwards.push(deepest);
		deepest = deepestOf(deepest);
	}
	let chain = truthOf(deepest.condition);
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
	parts.find((part) => depthOf(part) === depth - 1) ?? leaf(raw('1'));

/** 1 where a condition holds, 0 where it does not or where a value is missing. */
const truthOf = (condition: Sql): Sql => sql`((${condition}) IS TRUE)`;
