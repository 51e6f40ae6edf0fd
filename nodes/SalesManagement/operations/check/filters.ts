/** Conditions as the body of a search has them. */
import type { IDataObject } from 'n8n-workflow';

/** A comparison of a standard field (v1 §4, search body). */
export const comparison = (name: string, operator: string, value: IDataObject): IDataObject => ({
	valueFilter: { field: { name }, comparisonOperator: operator, value },
});

export const filterOf = (...filters: IDataObject[]): IDataObject => ({
	compositeFilter: { logicalOperator: 'AND', subFilters: filters },
});
