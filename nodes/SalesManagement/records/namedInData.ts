import {
	asItIs,
	canonicalRows,
	choice,
	columnNames,
	customsCanonical,
	customValueRows,
	date,
	dateTime,
	dateTimeOrBlank,
	decimal,
	flag,
	flagSentAs,
	idIn,
	idType,
	integer,
	json,
	jsonList,
	linkedIds,
	longText,
	names,
	objects,
	partOfText,
	pathId,
	pathIdOrAll,
	productValueRows,
	reference,
	referenceId,
	referenceIds,
	references,
	referenceType,
	rows,
	text,
	unordered,
	type Canonical,
	type Field,
	type FieldOptions,
} from '../fields';
import { isObject } from '../shared';
import { dropdowns, locators } from './dropdownSources';
import { equalsFilter } from './equalsFilter';

/** The code and the lists that the data of records names. */

/** The types of fields. Each takes a name, a label, the one thing that it can't do without, and options. */
export const TYPES: Readonly<
	Record<string, (name: string, label: string, ...rest: never[]) => Field>
> = {
	choice,
	columnNames,
	customValueRows,
	date,
	dateTime,
	dateTimeOrBlank,
	decimal,
	equalsFilter,
	flag,
	flagSentAs,
	id: (name, label, options: FieldOptions) => ({ ...integer(name, label, options), type: idType }),
	integer,
	json,
	jsonList,
	linkedIds,
	longText,
	names,
	objects,
	partOfText,
	pathId,
	pathIdOrAll,
	productValueRows,
	reference,
	referenceId,
	referenceIds,
	references,
	rows,
	shownReference: (name, label, options: FieldOptions) => ({
		...json(name, label, options),
		type: referenceType,
		canonical: idIn,
	}),
	text,
};

/** The lists that references are chosen `from`. */
export const LOOKUPS = { ...dropdowns, ...locators };

/**
 * Turns the customers of each relation, as records show them (v1 §2.7), into the rows that a request sends
 * (v2 §2.6).
 */
const relatedCustomers: Canonical = (shown) =>
	unordered(
		[shown]
			.flat()
			.filter(isObject)
			.flatMap(({ dealCustomerType, customers }) =>
				[customers].flat().map((customer) => ({
					dealCustomerTypeId: idIn(dealCustomerType),
					customerId: idIn(customer),
				})),
			),
	);

/** The readers that fields name as `canonical`, where that of their type does not do. */
export const CANONICALS = {
	customs: customsCanonical,
	lifecycleStages: canonicalRows({ lifecycleStageTypeId: asItIs, id: asItIs }),
	relatedCustomers,
};
