import { most } from '../../../contract/limits';
import { badRequest } from '../../../contract/refusal';
import type { Scope } from '../../scope';
import { and, or, type Sql } from '../../store/sql';
import { comparison } from './comparison';
import { columnOf, type SearchIndex } from './columns';
import type { Filter, Sort } from './body';

/** A filter as a condition on rows; BAD_REQUEST for anything that the index does not hold. */
export function filterCondition(scope: Scope, kind: SearchIndex, filter: Filter): Sql {
	if (countNodes(filter) - (filter.compositeFilter ? 1 : 0) > most.filterNodes) {
		throw badRequest(`a filter has at most ${most.filterNodes} compositeFilter and valueFilter`);
	}
	return condition(scope, kind, filter);
}

function condition(scope: Scope, kind: SearchIndex, filter: Filter): Sql {
	const { compositeFilter, valueFilter: single } = filter;
	const conditions: Sql[] = [];
	if (compositeFilter) {
		const { logicalOperator, subFilters } = compositeFilter;
		const parts = subFilters.map((sub) => condition(scope, kind, sub));
		if (logicalOperator !== 'AND' && logicalOperator !== 'OR') {
			throw badRequest(`logicalOperator must be AND or OR, not ${logicalOperator}`);
		}
		conditions.push(logicalOperator === 'AND' || parts.length === 0 ? and(parts) : or(parts));
	}
	if (single)
		conditions.push(comparison(scope.service, columnOf(scope, kind, single.field), single));
	return and(conditions);
}

function countNodes({ compositeFilter, valueFilter: single }: Filter): number {
	const below = (compositeFilter?.subFilters ?? []).reduce((sum, sub) => sum + countNodes(sub), 0);
	return below + (compositeFilter ? 1 : 0) + (single ? 1 : 0);
}

/** A sort key: an expression, its direction, and its name in one spelling. */
export interface SortKey {
	name: string;
	column: Sql;
	descending: boolean;
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
	return { name: column.name, column: column.sql, descending: order === 'DESC' };
}
