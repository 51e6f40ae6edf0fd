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
		parts.push(
			joined(
				logicalOperator,
				subFilters.map((sub) => treeOf(scope, kind, sub)),
			),
		);
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

/** Joins conditions; one part alone, or AND in AND, nests no deeper. Nothing at all holds. */
function joined(operator: 'AND' | 'OR', parts: Tree[]): Tree {
	const flat = parts.flatMap((part) =>
		!isCondition(part) && part.operator === operator ? part.parts : [part],
	);
	const [only = raw('1')] = flat;
	if (flat.length <= 1) return only;
	return { operator, parts: flat, depth: 1 + Math.max(...flat.map(depthOf)) };
}

/** As deep as the database's parser surely takes brackets; it then uses its indexes, too. */
const bracketDepth = 20;

function conditionOf(tree: Tree): Sql {
	if (isCondition(tree)) return tree;
	if (tree.depth > bracketDepth) return chainOf(tree);
	const parts = tree.parts.map(conditionOf);
	return tree.operator === 'AND' ? and(parts) : or(parts);
}

/**
 * A deeper tree as 0 or 1, from its deepest part outwards: `&` and `|` bind equally strong and from
 * the left, so that `a & b | c & d` is `((a & b) | c) & d`. Only the other parts are put in brackets,
 * and since each is no deeper than the one before it, brackets nest as often as a tree of 300 nodes
 * can be halved.
 */
function chainOf(tree: Tree): Sql {
	// 0 also where a value is missing.
	if (isCondition(tree)) return sql`((${tree}) IS TRUE)`;
	const { operator, parts } = tree;
	const sign = raw(operator === 'AND' ? '&' : '|');
	const [deepest = raw('1'), ...others] = parts.toSorted((a, b) => depthOf(b) - depthOf(a));
	return others.reduce<Sql>(
		(chain, part) => sql`${chain} ${sign} (${chainOf(part)})`,
		chainOf(deepest),
	);
}
