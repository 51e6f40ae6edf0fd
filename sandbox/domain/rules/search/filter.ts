import { most } from '../../../contract/limits';
import { badRequest } from '../../../contract/refusal';
import { type SearchFilter, type SearchIndex, type Sort, columnOf } from './columns';
import { comparison } from './comparison';
import type { Scope } from '../../scope';
import { type Sql, join, raw, sql } from '../../store/sql';

/**
 * A filter as a condition on rows.
 * @throws Refusal (BAD_REQUEST) for anything that the index does not hold
 */
export function filterCondition(scope: Scope, kind: SearchIndex, filter: SearchFilter): Sql {
	// The outermost composite is not counted (v2 §4.4).
	let left = most.filterNodes + (filter.compositeFilter ? 1 : 0);
	// The number of nodes bounds the recursion.
	const conditionOf = ({ compositeFilter, valueFilter }: SearchFilter): Condition => {
		left -= (compositeFilter ? 1 : 0) + (valueFilter ? 1 : 0);
		if (left < 0) {
			throw badRequest(`a filter has at most ${most.filterNodes} compositeFilter and valueFilter`);
		}
		const parts: Condition[] = [];
		if (compositeFilter) {
			const { logicalOperator: operator, subFilters } = compositeFilter;
			if (operator !== 'AND' && operator !== 'OR') {
				throw badRequest(`logicalOperator must be AND or OR, not ${operator}`);
			}
			parts.push(joined(operator, subFilters.map(conditionOf)));
		}
		if (valueFilter) {
			const column = columnOf(scope, kind, valueFilter.field);
			parts.push(comparison(scope.service, column, valueFilter));
		}
		return joined('AND', parts);
	};
	return sql`(${conditionOf(filter)})`;
}

type Condition = Sql & { isOr?: boolean };

/**
 * Joins conditions; without any the result is true. The longest comes first, and only an OR inside
 * an AND is in brackets, so that a tree of 300 nodes never has more brackets open than the
 * database's parser takes.
 */
function joined(operator: 'AND' | 'OR', parts: Condition[]): Condition {
	const [longest, ...others] = parts.toSorted((a, b) => b.text.length - a.text.length);
	if (!longest) return raw('1');
	if (others.length === 0) return longest;
	const pieces = [longest, ...others].map((part) =>
		operator === 'AND' && part.isOr ? sql`(${part})` : part,
	);
	return { ...join(pieces, ` ${operator} `), isOr: operator === 'OR' };
}

/** A sort key: an expression, its direction, and its name in camelCase. */
export interface SortKey {
	name: string;
	column: Sql;
	descending: boolean;
	/** Whether the column may be empty. */
	nullable: boolean;
}

/** The sort key of a search. By default the newest update comes first (v2 §4.4); ids break ties, ascending. */
export function searchSort(scope: Scope, kind: SearchIndex, sort?: Sort): SortKey {
	const { field, order = 'ASC' } = sort ?? { field: { name: 'updatedAt' }, order: 'DESC' };
	if (order !== 'ASC' && order !== 'DESC') {
		throw badRequest(`order must be ASC or DESC, not ${order}`);
	}
	const { name, sql: column, nullable, isSortable } = columnOf(scope, kind, field);
	if (!isSortable) throw badRequest(`the search index cannot sort by ${name}`);
	return { name, column, descending: order === 'DESC', nullable };
}
