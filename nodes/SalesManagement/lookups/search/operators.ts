import { match, type Aliases } from '../../fields';
import { quoted, UsageError } from '../../shared';
import table from './operators.json';
import type { SearchField } from './recordFields';

/** An operator as the form shows it, and as it is sent (S3): a row of `operators.json`. */
export interface Operator {
	readonly id: string;
	readonly label: string;
	readonly comparisonOperator: string;
	/** `none`: takes no value; `list`: takes several; one value if absent. */
	readonly takes?: 'list' | 'none';
	/** The pattern that is sent; the value takes the place of `{}`. */
	readonly pattern?: string;
	/**
	 * The only kinds of values (`valueKind`) that it fits; any if absent. A part of a number or date means nothing,
	 * nor does the order of choices.
	 */
	readonly only?: readonly string[];
}

/** The operators in the order of the form. */
export const OPERATORS = table as readonly Operator[];

/** The operators that fit the values of a field. */
const fittingOperators = ({ type: { valueKind = 'anything' } }: SearchField): Operator[] =>
	OPERATORS.filter(
		({ only = [valueKind] }) => valueKind === 'anything' || only.includes(valueKind),
	);

/**
 * The names of an operator: `Is Less Than (Before)` also has each of its two names, these without Is, and its
 * sign.
 */
function aliasesOf({ id, label, comparisonOperator }: Operator): Aliases {
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
	const [operator] = match(chosen, OPERATORS, aliasesOf);
	const fitting = fittingOperators(field);
	if (!operator) {
		throw new UsageError(
			`Unknown search operator ${quoted(chosen)}; use one of ${fitting.map(({ id }) => id).join(', ')}.`,
		);
	}
	if (fitting.includes(operator)) return operator;
	throw new UsageError(
		`${operator.label} does not fit ${field.label}: use one of ${fitting.map(({ label }) => label).join(', ')}.`,
	);
}
