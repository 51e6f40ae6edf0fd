import { match, type Aliases } from '../../fields';
import { quoted, UsageError } from '../../shared';
import type { SearchField } from './searchableFields';

/** An operator as the form shows it, and as it is sent (S3). */
export interface Operator {
	readonly label: string;
	readonly comparisonOperator: string;
	/** `none`: takes no value; `list`: takes several; one value if absent. */
	readonly takes?: 'list' | 'none';
	readonly pattern?: (text: string) => string;
	/**
	 * The only kind of field that it fits; any if absent. A part of a number or date means nothing, nor does
	 * the order of choices.
	 */
	readonly only?: 'text' | 'ordered';
}

export const OPERATORS = {
	equals: { label: 'Equals', comparisonOperator: '=' },
	notEquals: { label: 'Does Not Equal', comparisonOperator: '!=' },
	contains: {
		label: 'Contains',
		comparisonOperator: 'LIKE',
		pattern: (text) => text,
		only: 'text',
	},
	startsWith: {
		label: 'Starts With',
		comparisonOperator: 'LIKE',
		pattern: (text) => `${text}%`,
		only: 'text',
	},
	endsWith: {
		label: 'Ends With',
		comparisonOperator: 'LIKE',
		pattern: (text) => `%${text}`,
		only: 'text',
	},
	greaterThan: {
		label: 'Is Greater Than (After)',
		comparisonOperator: '>',
		only: 'ordered',
	},
	greaterOrEqual: {
		label: 'Is at Least (From)',
		comparisonOperator: '>=',
		only: 'ordered',
	},
	lessThan: {
		label: 'Is Less Than (Before)',
		comparisonOperator: '<',
		only: 'ordered',
	},
	lessOrEqual: {
		label: 'Is at Most (Until)',
		comparisonOperator: '<=',
		only: 'ordered',
	},
	isOneOf: { label: 'Is One Of', comparisonOperator: '=', takes: 'list' },
	isEmpty: { label: 'Is Empty', comparisonOperator: 'IS NULL', takes: 'none' },
	isNotEmpty: { label: 'Is Not Empty', comparisonOperator: 'IS NOT NULL', takes: 'none' },
} as const satisfies Readonly<Record<string, Operator>>;

type OperatorId = keyof typeof OPERATORS;

const OPERATOR_IDS = Object.keys(OPERATORS) as OperatorId[];

/** Operators that take no value. */
export const WITHOUT_VALUE = OPERATOR_IDS.filter(
	(id) => (OPERATORS[id] as Operator).takes === 'none',
);

/** The kind of values in a field, as far as operators go: `ordered` is a number or a time. */
type FieldKind = 'text' | 'ordered' | 'choice' | 'anything';

/** The operators that fit a kind of field. */
export const operatorsOf = (kind: FieldKind): OperatorId[] =>
	OPERATOR_IDS.filter((id) => {
		const { only }: Operator = OPERATORS[id];
		return only === undefined || only === kind || kind === 'anything';
	});

/** The kind of a field's values. */
function fieldKindOf({ type }: SearchField): FieldKind {
	const { valueKind = 'anything' } = type;
	return valueKind === 'number' || valueKind === 'date' ? 'ordered' : (valueKind as FieldKind);
}

/**
 * The names of an operator: `Is Less Than (Before)` also has each of its two names, these without Is, and its
 * sign.
 */
function aliasesOf(id: OperatorId): Aliases {
	const { label, comparisonOperator }: Operator = OPERATORS[id];
	const names = [label, ...label.split(/[()]/)];
	return {
		names: [id, ...names, ...names.map((name) => name.replace(/^Is /, '')), comparisonOperator],
	};
}

/**
 * Finds an operator by its id or its label, in any case, or by its sign.
 * @throws UsageError for an unknown operator, and for one that does not fit the field; both list those that
 * do.
 */
export function operatorFor(chosen: string, field: SearchField): Operator {
	const [id] = match(chosen, OPERATOR_IDS, aliasesOf);
	const fitting = operatorsOf(fieldKindOf(field));
	if (!id) {
		throw new UsageError(
			`Unknown search operator ${quoted(chosen)}; use one of ${fitting.join(', ')}.`,
		);
	}
	if (fitting.includes(id)) return OPERATORS[id];
	throw new UsageError(
		`${OPERATORS[id].label} does not fit ${field.label}: use one of ${fitting.map((each) => OPERATORS[each].label).join(', ')}.`,
	);
}
