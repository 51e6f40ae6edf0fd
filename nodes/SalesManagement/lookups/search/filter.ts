import type { IDataObject } from 'n8n-workflow';
import {
	asList,
	customDateType,
	dateTimeType,
	optionValue,
	readIds,
	textType,
	toSent,
	unwrap,
	wayOf,
	wholeDay,
	type ValueContext,
} from '../../fields';
import { FILTER_NODES, isBlank, objectsAt, textOf, trimmed, UsageError } from '../../shared';
import { operatorFor } from './operators';
import type { SearchField } from './recordFields';

/** One condition of a search, as the form or an expression gives it. */
export interface Condition {
	readonly field: SearchField;
	readonly operator: string;
	/** A list stands for any of its values, or for none of them if they must not be equal. */
	readonly value?: unknown;
	/** Whether the value is compared as it is written, without trimming. */
	readonly isAsWritten?: boolean;
}

/** A group of filters as the body of a search has it (v1 §4). */
export const composite = (
	logicalOperator: 'AND' | 'OR',
	subFilters: IDataObject[],
): IDataObject => ({
	compositeFilter: { logicalOperator, subFilters },
});

/**
 * The values that a name stands for: the IDs of all entries with the name, but only one option, since two
 * options with one label are different choices. Any other value is unchanged.
 */
function namedValues(
	value: unknown,
	{ label, lookup, choices }: SearchField,
	context: ValueContext,
): readonly unknown[] {
	if (isBlank(unwrap(value))) return [value];
	if (lookup) {
		return readIds(value, { lookup, label, isOne: true, means: 'all' }, context);
	}
	if (!choices || wayOf(value)) return [value];
	const fields = context.names?.fieldsOf?.(choices.resource) ?? [];
	const options = fields.filter(({ key }) => key === choices.key).flatMap((each) => each.options);
	return [optionValue(value, label, { ...context, options })];
}

/** One value of a condition, as it is sent. */
function sentValue(field: SearchField, value: unknown, context: ValueContext): IDataObject {
	if (isBlank(unwrap(value))) {
		throw new UsageError(
			`The search condition on ${field.label} has no value: enter one under ${field.box ?? 'Value'}, or choose Is Empty.`,
		);
	}
	const { key, value: compared } = toSent(unwrap(value), field.type, field.label, context);
	return { [key]: compared } as IDataObject;
}

/**
 * One comparison, as the service takes it (v1 §4).
 * @param field how the service names the compared field: `{ name: 'amount' }`.
 * @param value the value under the name of its type: `{ stringValue: 'Acme' }`; absent for an operator that takes none.
 */
export const comparison = (
	{ field }: Pick<SearchField, 'field'>,
	comparisonOperator: string,
	value?: IDataObject,
): IDataObject => ({ valueFilter: { field, comparisonOperator, value } });

/**
 * Compares a field of moments with a whole day in the workflow's time zone. A custom date at midnight in UTC
 * is a bare day (v2 §2.8), and counts as that day in every zone.
 * @returns `undefined` for other fields, values and operators.
 */
function dayFilter(
	field: SearchField,
	comparisonOperator: string,
	value: unknown,
	context: ValueContext,
) {
	const isCustom = field.type === customDateType;
	const whole =
		isCustom || field.type === dateTimeType ? wholeDay(unwrap(value), context) : undefined;
	if (!whole) return undefined;
	const { day, next } = whole;
	const edge = (side: '<' | '>=', at: string) => {
		const all = [comparison(field, side, sentValue({ ...field, type: dateTimeType }, at, context))];
		const isBefore = side === '<';
		if (isCustom) all.push(comparison(field, isBefore ? '!=' : '=', sentValue(field, at, context)));
		return combined(isBefore ? 'AND' : 'OR', all);
	};
	const filters: Readonly<Record<string, IDataObject>> = {
		'=': composite('AND', [edge('>=', day), edge('<', next)]),
		'!=': composite('OR', [edge('<', day), edge('>=', next)]),
		'<': edge('<', day),
		'<=': edge('<', next),
		'>': edge('>=', next),
		'>=': edge('>=', day),
	};
	return filters[comparisonOperator];
}

/**
 * The filter of one condition (v1 §4, search body): a comparison, or a group of comparisons for a list of
 * values.
 * @throws UsageError for a value that its field can't be compared with.
 */
export function conditionFilter(condition: Condition, context: ValueContext): IDataObject {
	const { field, value } = condition;
	const { comparisonOperator, takes, pattern } = operatorFor(condition.operator, field);
	if (takes === 'none') return comparison(field, comparisonOperator);
	if (pattern) {
		const { stringValue } = sentValue({ ...field, type: textType }, value, context);
		const text = pattern.replace('{}', () => textOf(stringValue));
		return comparison(field, comparisonOperator, { stringValue: text });
	}
	// A value differs from a list if it differs from each value in it; it equals a list if it equals one of them.
	const logicalOperator = comparisonOperator === '!=' ? 'AND' : 'OR';
	const filterOf = (given: unknown) => {
		const one = condition.isAsWritten ? given : trimmed(given);
		const ofDay = dayFilter(field, comparisonOperator, one, context);
		if (ofDay) return ofDay;
		const all = namedValues(one, field, context).map((each) =>
			comparison(field, comparisonOperator, sentValue(field, each, context)),
		);
		return combined(logicalOperator, all);
	};
	// The documents show no operator for lists, so Is One Of becomes an OR of equalities (S5).
	const mayBeNames = (field.lookup ?? field.choices) !== undefined;
	const isList =
		takes === 'list' || (Array.isArray(value) && ['=', '!='].includes(comparisonOperator));
	const values = isList ? asList(value ?? '', field.label, { mayBeNames }) : [value];
	const filters = (values.length === 0 ? [undefined] : values).map(filterOf);
	return combined(logicalOperator, filters);
}

/** A group of filters; a single filter stays as it is. */
const combined = (logicalOperator: 'AND' | 'OR', filters: IDataObject[]) =>
	filters.length === 1 && filters[0] ? filters[0] : composite(logicalOperator, filters);

/** All groups and conditions in a filter, itself first. */
const nodesIn = (node: IDataObject): IDataObject[] => [
	node,
	...objectsAt(node, 'compositeFilter.subFilters').flatMap(nodesIn),
];

/**
 * Checks a filter before it is sent: it must not find everything, nor be refused for its size.
 * @throws UsageError without a condition, and above 300 nodes, the outermost group not counted (v2 §4.4).
 */
export function checkedFilter(filter: IDataObject): IDataObject {
	const nodes = nodesIn(filter);
	if (nodes.every(({ valueFilter }) => valueFilter === undefined)) {
		throw new UsageError(
			'The search has no condition, so it would find every record: add one, or use Get Many for all records. n8n drops what is given to all of Conditions by one expression: give each value its own expression, or use the option Filter (JSON).',
		);
	}
	const count = nodes.length - (filter.compositeFilter === undefined ? 0 : 1);
	if (count > FILTER_NODES) {
		throw new UsageError(
			`The filter has ${count} conditions and groups; the service accepts at most ${FILTER_NODES}. Each value of Is One Of counts as one: split the search.`,
		);
	}
	return filter;
}
