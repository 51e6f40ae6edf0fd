import { most } from '../../../contract/limits';
import { badRequest } from '../../../contract/refusal';
import { type Filter, type SearchIndex, type Sort, columnOf } from './columns';
import { comparison } from './comparison';
import type { Scope } from '../../scope';
import { type Sql, and, or, raw, sql } from '../../store/sql';

/** A filter as a condition on rows; BAD_REQUEST for anything that the index does not hold. */
export function filterCondition(scope: Scope, kind: SearchIndex, filter: Filter): Sql {
	if (countNodes(filter) - (filter.compositeFilter ? 1 : 0) > most.filterNodes) {
		throw badRequest(`a filter has at most ${most.filterNodes} compositeFilter and valueFilter`);
	}
	return conditionOf(treeOf(scope, kind, filter));
}

/** How many composites and comparisons there are; the filter may be of any depth here. */
function countNodes(filter: Filter): number {
	let count = 0;
	const left = [filter];
	for (let next = left.pop(); next; next = left.pop()) {
		const { compositeFilter, valueFilter } = next;
		count += (compositeFilter ? 1 : 0) + (valueFilter ? 1 : 0);
		for (const sub of compositeFilter?.subFilters ?? []) left.push(sub);
	}
	return count;
}

/** What a filter says. It recurses as deep as a filter has nodes at most. */
function treeOf(scope: Scope, kind: SearchIndex, filter: Filter): Tree {
	const { compositeFilter, valueFilter: single } = filter;
	const parts: Tree[] = [];
	if (compositeFilter) {
		const { logicalOperator, subFilters } = compositeFilter;
		if (logicalOperator !== 'AND' && logicalOperator !== 'OR') {
			throw badRequest(`logicalOperator must be AND or OR, not ${logicalOperator}`);
		}
		const below = subFilters.map((sub) => treeOf(scope, kind, sub));
		// A composite of nothing holds, whatever its operator.
		parts.push(joined(below.length === 0 ? 'AND' : logicalOperator, below));
	}
	if (single) {
		parts.push(comparison(scope.service, columnOf(scope, kind, single.field), single));
	}
	return joined('AND', parts);
}

/** A sort key: an expression, its direction, and its name in one spelling. */
export interface SortKey {
	name: string;
	column: Sql;
	descending: boolean;
	/** Whether the column may be empty. */
	nullable: boolean;
}

/** By default the newest update comes first (v2 §4.4); ids break ties, ascending. */
export function searchSort(scope: Scope, kind: SearchIndex, sort?: Sort): SortKey {
	const { field, order = 'ASC' } = sort ?? { field: { name: 'updatedAt' }, order: 'DESC' };
	if (order !== 'ASC' && order !== 'DESC') {
		throw badRequest(`order must be ASC or DESC, not ${order}`);
	}
	const column = columnOf(scope, kind, field);
	if (!column.isCustom && !kind.sortable.includes(column.name)) {
		throw badRequest(`the search index cannot sort by ${column.name}`);
	}
	if (column.type === 'list') throw badRequest(`a list such as ${column.name} cannot be sorted by`);
	const { name, sql, nullable } = column;
	return { name, column: sql, descending: order === 'DESC', nullable };
}

/** Conditions that are joined by AND and OR. */
type Tree = Sql | Branch;
interface Branch {
	operator: 'AND' | 'OR';
	parts: Tree[];
	/** How deep its own conditions are nested; of a condition it would be 0. */
	depth: number;
}

const isCondition = (tree: Tree): tree is Sql => 'text' in tree;
const depthOf = (tree: Tree): number => (isCondition(tree) ? 0 : tree.depth);

/** Joins conditions. What nests without need does not: one part alone, AND in AND, OR in OR. */
function joined(operator: 'AND' | 'OR', parts: Tree[]): Tree {
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
function conditionOf(tree: Tree, level = 0): Sql {
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
