import type { IDataObject } from 'n8n-workflow';
import { UsageError } from '../../api/errors';
import {
	asList,
	isName,
	toSent,
	unwrap,
	type Comparison,
	type Lookup,
	type WireContext,
} from '../../fields';
import { isBlank, textOf } from '../../values';

/** The most filters that a search may hold; the outermost group is not counted (v2 §4.4). */
export const FILTER_NODES = 300;

/** A field that a search can compare: a standard one, one of a related record, or a custom one. */
export interface SearchField {
	readonly field: IDataObject;
	readonly label: string;
	/** Absent for a custom field of unknown type: the value's own type decides. */
	readonly type?: Comparison;
	/** The list of what it refers to, for a reference. */
	readonly lookup?: Lookup;
	/** The property of a request and the one of a record that hold a standard field. */
	readonly properties?: { readonly sent: string; readonly shown: string };
	/** Whether one record may hold several values in it. */
	readonly holdsSeveral?: boolean;
}

/** How a comparison is chosen in the form, and what it becomes (S3). */
interface Operator {
	readonly label: string;
	readonly sent: string;
	/** `none`: takes no value; `list`: several. */
	readonly takes: 'one' | 'list' | 'none';
	readonly pattern?: (text: string) => string;
}

export const OPERATORS: Readonly<Record<string, Operator>> = {
	equals: { label: 'Equals', sent: '=', takes: 'one' },
	notEquals: { label: 'Does Not Equal', sent: '!=', takes: 'one' },
	contains: { label: 'Contains', sent: 'LIKE', takes: 'one', pattern: (text) => text },
	startsWith: { label: 'Starts With', sent: 'LIKE', takes: 'one', pattern: (text) => `${text}%` },
	endsWith: { label: 'Ends With', sent: 'LIKE', takes: 'one', pattern: (text) => `%${text}` },
	greaterThan: { label: 'Is Greater Than (After)', sent: '>', takes: 'one' },
	greaterOrEqual: { label: 'Is at Least (From)', sent: '>=', takes: 'one' },
	lessThan: { label: 'Is Less Than (Before)', sent: '<', takes: 'one' },
	lessOrEqual: { label: 'Is at Most (Until)', sent: '<=', takes: 'one' },
	isOneOf: { label: 'Is One Of', sent: '=', takes: 'list' },
	isEmpty: { label: 'Is Empty', sent: 'IS NULL', takes: 'none' },
	isNotEmpty: { label: 'Is Not Empty', sent: 'IS NOT NULL', takes: 'none' },
};

export interface Condition {
	readonly field: SearchField;
	readonly operator: string;
	readonly value?: unknown;
}

/** Conditions of which all or any must hold, with groups inside. */
export interface Group {
	readonly match: 'all' | 'any';
	readonly conditions: readonly Condition[];
	readonly groups?: readonly Group[];
}

/** One value of a condition, as it is sent. */
function sent({ field, value }: Condition, context: WireContext): IDataObject {
	if (isBlank(value)) {
		throw new UsageError(
			`The search condition on ${field.label} has no value; enter one, or choose Is Empty.`,
		);
	}
	const { key, value: compared } = toSent(value, field.type, field.label, context);
	return { [key]: compared } as IDataObject;
}

/** The IDs of all that have the name that is given for a reference; else the value as it is. */
function namedValues({ field, value }: Condition, { names }: WireContext): readonly unknown[] {
	const { label, lookup } = field;
	const given = unwrap(value);
	if (!lookup || !names || !isName(given)) return [value];
	return names.idsOf({ lookup, label, name: given.trim() });
}

/** An operator by its name in any case. */
const operatorOf = (chosen: string): Operator | undefined =>
	Object.entries(OPERATORS).find(
		([name]) => name.toLowerCase() === chosen.trim().toLowerCase(),
	)?.[1];

/** The filter of one condition: a comparison, or for a list of values a group of comparisons. */
function conditionFilter(condition: Condition, context: WireContext): IDataObject {
	const { field, operator: chosen, value } = condition;
	const operator = operatorOf(chosen);
	if (!operator) {
		throw new UsageError(
			`Unknown search operator "${chosen}"; use one of ${Object.keys(OPERATORS).join(', ')}.`,
		);
	}
	const comparison = { field: field.field, comparisonOperator: operator.sent };
	const filterOf = (one: Condition) => {
		const filters = namedValues(one, context).map((each) => ({
			valueFilter: { ...comparison, value: sent({ ...one, value: each }, context) },
		}));
		return operator.sent === '!=' ? allOf(filters) : anyOf(filters);
	};
	if (operator.takes === 'none') return { valueFilter: comparison };
	if (operator.pattern) {
		const { stringValue } = sent({ ...condition, field: { ...field, type: 'text' } }, context);
		const pattern = operator.pattern(textOf(stringValue));
		return { valueFilter: { ...comparison, value: { stringValue: pattern } } };
	}
	if (operator.takes === 'one') return filterOf(condition);
	// The documents show no operator for lists: one of several is an OR of equalities (S5).
	const list = asList(value ?? '', field.label);
	const values = list.length === 0 ? [undefined] : list;
	return anyOf(values.map((each) => filterOf({ ...condition, value: each })));
}

const composite = (logicalOperator: 'AND' | 'OR', subFilters: IDataObject[]): IDataObject => ({
	compositeFilter: { logicalOperator, subFilters },
});

const combined = (logicalOperator: 'AND' | 'OR') => (filters: IDataObject[]) =>
	filters.length === 1 && filters[0] ? filters[0] : composite(logicalOperator, filters);

const anyOf = combined('OR');
const allOf = combined('AND');

/** The filter tree of the service (v1 §4, search body) for a group of conditions. */
export function filterTree(group: Group, context: WireContext): IDataObject {
	const subFilters = [
		...group.conditions.map((condition) => conditionFilter(condition, context)),
		...(group.groups ?? [])
			.filter((inner) => inner.conditions.length + (inner.groups?.length ?? 0) > 0)
			.map((inner) => filterTree(inner, context)),
	];
	return composite(group.match === 'any' ? 'OR' : 'AND', subFilters);
}

interface FilterNode {
	compositeFilter?: { subFilters?: FilterNode[] };
	valueFilter?: unknown;
}

const nodesIn = ({ compositeFilter, valueFilter: value }: FilterNode): number =>
	(value === undefined ? 0 : 1) +
	(compositeFilter === undefined ? 0 : 1) +
	(compositeFilter?.subFilters ?? []).reduce((sum, inner) => sum + nodesIn(inner), 0);

const hasCondition = ({ compositeFilter, valueFilter: value }: FilterNode): boolean =>
	value !== undefined || (compositeFilter?.subFilters ?? []).some(hasCondition);

/**
 * Refuses a filter that would find everything, or that the service would refuse for its size,
 * before it is sent.
 * @throws UsageError without a condition, and above 300 nodes, the outermost group not counted
 * (v2 §4.4).
 */
export function checkedFilter(filter: IDataObject): IDataObject {
	const root = filter as FilterNode;
	if (!hasCondition(root)) {
		throw new UsageError(
			'The search has no condition, so it would find every record: add one, or use Get Many for all records. n8n drops what is given to all of Conditions by one expression: give each value its own expression, or choose JSON under Search With.',
		);
	}
	const nodes = nodesIn(root) - (root.compositeFilter === undefined ? 0 : 1);
	if (nodes > FILTER_NODES) {
		throw new UsageError(
			`The filter has ${nodes} conditions and groups; the service accepts at most ${FILTER_NODES}. Each value of Is One Of counts as one: split the search.`,
		);
	}
	return filter;
}
