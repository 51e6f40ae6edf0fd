import { most } from '../../../contract/limits';
import { badRequest } from '../../../contract/refusal';
import type { Scope } from '../../scope';
import type { Sql } from '../../store/sql';
import { comparison } from './comparison';
import { columnOf, type SearchIndex } from './columns';
import type { Filter, Sort } from './body';
import { conditionOf, joined, type Tree } from './tree';

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
