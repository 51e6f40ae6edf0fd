/** The conditions of a search: a field, an operator, and a box that fits the values of the field. */
import type { IDataObject, INodeProperties, NodeParameterValue } from 'n8n-workflow';
import { dateType, dropdownForm, lookupForm, textType, unwrap, type Field } from '../../fields';
import { OPERATORS, WITHOUT_VALUE } from '../../lookups/search/operators';
import { searchables } from '../../lookups/search/searchableFields';
import { locators, type RecordDescription } from '../../records';
import { holdsNothing, textOf, UsageError } from '../../shared';

interface Box {
	readonly label: string;
	/** The fields that it is for, by their values in the dropdown of fields; absent for the box of all other fields. */
	readonly of?: RegExp;
	readonly form: Field['form'];
	readonly description?: string;
}

/**
 * The boxes, by the names of their parameters. The dropdown's value of a field is `phaseId`, `customer.createdAt`
 * or `custom:rank:single_select`.
 */
const BOXES: Readonly<Record<string, Box>> = {
	choices: {
		label: 'Choice Names or IDs',
		of: /^(?!customerId$)[^:]+Id$|(select|:user)$/,
		form: {
			type: 'multiOptions',
			typeOptions: { loadOptionsMethod: 'getSearchValues', loadOptionsDependsOn: ['&field'] },
			default: [],
		},
	},
	customer: { label: 'Customer', of: /^customerId$/, form: lookupForm(locators.customers) },
	day: {
		label: 'Day',
		of: /^[^:]+(At|Date)$|:date$/,
		// n8n's box for a day with a time ignores a day that is typed in, and keeps its earlier value.
		form: dateType.form,
	},
	value: {
		label: 'Value',
		form: textType.form,
		description: 'Is One Of takes several, separated by commas',
	},
};

/** The fields that have a box of their own. */
const TYPED = /^[^:]+(Id|At|Date)$|(select|:user|:date)$/;

/** A display condition by a pattern. n8n's types don't allow one among the plain values. */
const matching = (regex: string) => ({ _cnd: { regex } }) as unknown as NodeParameterValue;

/**
 * The boxes of a record's conditions, of which n8n shows the one for the chosen field; all if an expression gives
 * the field.
 */
function boxesOf(record: RecordDescription): INodeProperties[] {
	const boxes = Object.entries(BOXES).filter(
		([, { of }]) => !of || searchables(record).some(({ value }) => of.test(value)),
	);
	const operator = [...WITHOUT_VALUE];
	return boxes.map(([name, { label, of, form, description }]) => ({
		displayName: label,
		name,
		...form,
		description,
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
	const [first, second] = Object.entries(BOXES).filter(
		([name]) => !holdsNothing(unwrap(row[name])),
	);
	if (!first) return undefined;
	if (!second) return row[first[0]];
	throw new UsageError(
		`The search condition on ${textOf(row.field)} has a value under ${first[1].label} and under ${second[1].label}: leave one of them.`,
	);
}

/** The label of the box that is shown for a field. */
export const boxFor = (chosen: string): string =>
	Object.values(BOXES).find(({ of }) => !of || of.test(chosen))?.label ?? '';

/** The parameters of one condition: the field, the operator, and the boxes for the value. */
export const conditionColumns = (record: RecordDescription): INodeProperties[] => [
	{ ...dropdownForm('Field', 'getSearchFields'), name: 'field' },
	{
		displayName: 'Operator',
		name: 'operator',
		type: 'options',
		options: Object.entries(OPERATORS).map(([value, { label: name }]) => ({ name, value })),
		default: 'equals',
	},
	...boxesOf(record),
];
