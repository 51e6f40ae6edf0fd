import {
	asItIs,
	canonicalRows,
	customsCanonical,
	customValueRows,
	idIn,
	productValueRows,
	rows,
	unordered,
	type Canonical,
	type Field,
} from '../fields';
import * as references from '../fields/references';
import * as scalars from '../fields/scalars';
import { isObject } from '../shared';
import { dropdowns, locators } from './dropdownSources';
import { equalsFilter } from './equalsFilter';

/** The code and the lists that the data of records names. */

/** The types of fields. Each takes a name, a label, the one thing that it can't do without, and options. */
export const TYPES: Readonly<
	Record<string, (name: string, label: string, ...rest: never[]) => Field>
> = {
	...scalars,
	...references,
	customValueRows,
	equalsFilter,
	productValueRows,
	rows,
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
