import { UsageError } from '../../api/errors/errors';
import { folded, TYPES } from '../../fields';
import type { SearchField } from './searchField';

/** How a comparison is chosen in the form, and what it becomes (S3). */
export interface Operator {
	readonly label: string;
	readonly sent: string;
	/** `none`: takes no value; `list`: several. */
	readonly takes: 'one' | 'list' | 'none';
	readonly pattern?: (text: string) => string;
	/** What else it is called, in lower case without spaces. */
	readonly also?: readonly string[];
}

export const OPERATORS = {
	equals: { label: 'Equals', sent: '=', takes: 'one', also: ['=', '=='] },
	notEquals: { label: 'Does Not Equal', sent: '!=', takes: 'one', also: ['!=', '<>'] },
	contains: { label: 'Contains', sent: 'LIKE', takes: 'one', pattern: (text) => text },
	startsWith: { label: 'Starts With', sent: 'LIKE', takes: 'one', pattern: (text) => `${text}%` },
	endsWith: { label: 'Ends With', sent: 'LIKE', takes: 'one', pattern: (text) => `%${text}` },
	greaterThan: { label: 'Is Greater Than (After)', sent: '>', takes: 'one', also: ['>'] },
	greaterOrEqual: {
		...{ label: 'Is at Least (From)', sent: '>=', takes: 'one' },
		also: ['>=', 'greaterthanorequal', 'greaterthanorequalto'],
	},
	lessThan: { label: 'Is Less Than (Before)', sent: '<', takes: 'one', also: ['<'] },
	lessOrEqual: {
		...{ label: 'Is at Most (Until)', sent: '<=', takes: 'one' },
		also: ['<=', 'lessthanorequal', 'lessthanorequalto'],
	},
	isOneOf: { label: 'Is One Of', sent: '=', takes: 'list', also: ['in'] },
	isEmpty: { label: 'Is Empty', sent: 'IS NULL', takes: 'none' },
	isNotEmpty: { label: 'Is Not Empty', sent: 'IS NOT NULL', takes: 'none' },
} as const satisfies Readonly<Record<string, Operator>>;

type OperatorId = keyof typeof OPERATORS;

const OPERATOR_IDS = Object.keys(OPERATORS) as OperatorId[];

/** Operators that take no value. */
export const WITHOUT_VALUE = OPERATOR_IDS.filter((id) => OPERATORS[id].takes === 'none');

/** What a field holds, as far as operators go: `ordered` is a number or a time. */
export type FieldKind = 'text' | 'ordered' | 'choice' | 'any';

const SAME: readonly OperatorId[] = ['equals', 'notEquals'];
const PARTS: readonly OperatorId[] = ['contains', 'startsWith', 'endsWith'];
const ORDER: readonly OperatorId[] = ['greaterThan', 'greaterOrEqual', 'lessThan', 'lessOrEqual'];
const REST: readonly OperatorId[] = ['isOneOf', 'isEmpty', 'isNotEmpty'];

/** The operators that fit each kind: a part of a number or of a date means nothing, nor does the order of choices. */
export const OPERATORS_OF: Readonly<Record<FieldKind, readonly OperatorId[]>> = {
	text: [...SAME, ...PARTS, ...REST],
	ordered: [...SAME, ...ORDER, ...REST],
	choice: [...SAME, ...REST],
	any: OPERATOR_IDS,
};

export function kindOf({ type = 'untyped' }: Pick<SearchField, 'type'>): FieldKind {
	const { holds = 'anything' } = TYPES[type];
	if (holds === 'anything') return 'any';
	return holds === 'number' || holds === 'date' ? 'ordered' : (holds as FieldKind);
}

/** An operator's name without a first `is`. */
const bare = (text: string): string => folded(text).replace(/^is(?=.)/, '');

/** What an operator goes by: of `Is Less Than (Before)` each of its two names as well. */
function namesOf(id: OperatorId): readonly string[] {
	const { label, also = [] }: Operator = OPERATORS[id];
	const [outside = '', inside = ''] = label.split(/[()]/);
	return [id, label, outside, inside, ...also].filter((name) => name !== '').map(bare);
}

/** Found once: a search of an import has hundreds of conditions. Of two with one name the first counts. */
const ID_OF: ReadonlyMap<string, OperatorId> = new Map(
	OPERATOR_IDS.toReversed().flatMap((id) => namesOf(id).map((name) => [name, id] as const)),
);

/**
 * The operator that is meant, by its id or its label, in any case, or by its sign.
 * @throws UsageError for one that there is not, and for one that does not fit the field: both list
 * those that do.
 */
export function operatorFor(chosen: string, field: SearchField): Operator {
	const id = ID_OF.get(bare(chosen));
	const fitting = OPERATORS_OF[kindOf(field)];
	if (!id) {
		throw new UsageError(`Unknown search operator "${chosen}"; use one of ${fitting.join(', ')}.`);
	}
	if (fitting.includes(id)) return OPERATORS[id];
	throw new UsageError(
		`${OPERATORS[id].label} does not fit ${field.label}: use one of ${fitting.map((each) => OPERATORS[each].label).join(', ')}.`,
	);
}
