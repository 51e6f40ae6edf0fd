/** The conditions of a search: a field, an operator, and a box that fits the values of the field. */
import type { IDataObject, INodeProperties, NodeParameterValue } from 'n8n-workflow';
import { asProperty, choice, unwrap, type Field } from '../../fields';
import { OPERATORS } from '../../lookups/search/operators';
import { searchables } from '../../lookups/search/recordFields';
import { CONTROLS, type RecordDescription } from '../../records';
import { holdsNothing, textOf, UsageError } from '../../shared';

const { field: fieldParameter, ...BOXES } = CONTROLS.condition.fields;

/**
 * The fields that a box is for, by their values in the dropdown of fields: `phaseId`, `customer.createdAt` or
 * `custom:rank:single_select`. The box for the value is for all others.
 */
const FIELDS_OF: Readonly<Partial<Record<string, RegExp>>> = {
	choices: /^(?!customerId$)[^:]+Id$|(select|:user)$/,
	customer: /^customerId$/,
	day: /^[^:]+(At|Date)$|:date$/,
};

/** The boxes in their order, the one for all other fields last. */
const ALL_BOXES = Object.values<Field>(BOXES).map((box) => ({ box, of: FIELDS_OF[box.name] }));

/** The fields that have a box of their own. */
const TYPED = /^[^:]+(Id|At|Date)$|(select|:user|:date)$/;

/** A display condition by a pattern. n8n's types don't allow one among the plain values. */
const matching = (regex: string) => ({ _cnd: { regex } }) as unknown as NodeParameterValue;

/**
 * The boxes of a record's conditions, of which n8n shows the one for the chosen field; all if an expression gives
 * the field.
 */
function boxesOf(record: RecordDescription): INodeProperties[] {
	const boxes = ALL_BOXES.filter(
		({ of }) => !of || searchables(record).some(({ value }) => of.test(value)),
	);
	// Operators that take no value need no box.
	const operator = OPERATORS.filter(({ takes }) => takes === 'none').map(({ id }) => id);
	return boxes.map(({ box, of }) => ({
		...asProperty(box),
		displayOptions: of
			? { show: { field: [matching(of.source)] }, hide: { operator } }
			: { hide: { field: [matching(TYPED.source)], operator } },
	}));
}

/**
 * The value of a condition, from the one box that is filled; `undefined` if none is.
 * @throws UsageError if two boxes are filled.
 */
export function valueIn(row: IDataObject): unknown {
	const [first, second] = Object.values<Field>(BOXES).filter(
		({ name }) => !holdsNothing(unwrap(row[name])),
	);
	if (!first) return undefined;
	if (!second) return row[first.name];
	throw new UsageError(
		`The search condition on ${textOf(row.field)} has a value under ${first.label} and under ${second.label}: leave one of them.`,
	);
}

/** The label of the box that is shown for a field. */
export const boxFor = (chosen: string): string =>
	ALL_BOXES.find(({ of }) => !of || of.test(chosen))?.box.label ?? '';

/** The parameters of one condition: the field, the operator, and the boxes for the value. */
export const conditionColumns = (record: RecordDescription): INodeProperties[] => [
	asProperty(fieldParameter),
	asProperty(
		choice(
			'operator',
			'Operator',
			OPERATORS.map(({ id: value, label: name }) => ({ name, value })),
		),
	),
	...boxesOf(record),
];
