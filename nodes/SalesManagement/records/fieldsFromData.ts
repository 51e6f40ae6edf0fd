/**
 * Makes fields of their data: of records, in `data/`, and of the node itself, in `data/controls.json`. The properties
 * are described in `schema/`. Tests hold the data to that, and read all of it; the compiler does not look into JSON.
 */
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
import { isObject, remembered } from '../shared';
import SHARED from './data/shared.json';
import { dropdowns, locators } from './dropdownSources';
import { equalsFilter } from './equalsFilter';
import fieldLists from './fieldLists.json';

/** The types of fields that data names. Each takes a name, a label, the one thing that it can't do without, and options. */
const TYPES: Readonly<Record<string, (name: string, label: string, ...rest: never[]) => Field>> = {
	...scalars,
	...references,
	customValueRows,
	equalsFilter,
	productValueRows,
	rows,
};

/** The lists that references are chosen `from`. */
const LOOKUPS = { ...dropdowns, ...locators };

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
const CANONICALS = {
	customs: customsCanonical,
	lifecycleStages: canonicalRows({ lifecycleStageTypeId: asItIs, id: asItIs }),
	relatedCustomers,
};

/** @throws for a name that the table does not have; a test reads all data. */
export function named<Thing>(table: Readonly<Record<string, Thing>>, name: string): Thing {
	const thing = table[name];
	if (thing === undefined) throw new Error(`There is no "${name}"`);
	return thing;
}

export type Data = Readonly<Record<string, unknown>>;

/** The content of a JSON file, without the schema by which editors know it. */
export const withoutSchema = <Data extends object>(data: Data) =>
	Object.fromEntries(Object.entries(data).filter(([name]) => name !== '$schema')) as Omit<
		Data,
		'$schema'
	>;

/** A field: all of it, that in which it differs from another one, or the name of one in `data/shared.json`. */
type FieldData = string | Data;

/** The parts of a field, with those that it has from the one that it is like. */
function whole(data: FieldData): Data {
	if (typeof data === 'string') return whole(named<unknown>(SHARED, data) as Data);
	return data.like === undefined ? data : { ...whole(data.like as FieldData), ...data };
}

export function fieldOf(data: FieldData): Field {
	const { type, name, label, from, columns, choices, moreChoices, sent, form, ...options } =
		partsOf(whole(data));
	const entries = choices && [choices, moreChoices ?? []].flat();
	const needed = [from, columns, entries, sent].filter((each) => each !== undefined);
	const make = named(TYPES, type as string) as (...parts: unknown[]) => Field;
	const field = make(name, label, ...needed, options);
	return { ...field, form: { ...field.form, ...(form as Partial<Field['form']>) } };
}

/** The shared fields, each made once. */
const SHARED_FIELDS = new Map<string, Field>();

const fieldsOf = (list: readonly FieldData[]): Field[] =>
	list.map((data) =>
		typeof data === 'string' ? remembered(SHARED_FIELDS, data, () => fieldOf(data)) : fieldOf(data),
	);

/** The properties that hold fields, or names of what is not data; all others are as they stand. */
const READERS: Readonly<Partial<Record<string, (part: never) => unknown>>> = {
	...Object.fromEntries(fieldLists.map((name) => [name, fieldsOf])),
	from: (name: string) => named(LOOKUPS, name),
	canonical: (name: string) => named(CANONICALS, name),
};

/** The properties for people and editors, and the one that `whole` has followed. */
const ASIDE = ['$schema', 'comment', 'like'];

/** The parts of a record, of what the trigger watches, of an operation or of a field. */
export function partsOf(data: Data): Data {
	const parts: Record<string, unknown> = {};
	for (const [name, part] of Object.entries(data)) {
		if (!ASIDE.includes(name)) parts[name] = READERS[name]?.(part as never) ?? part;
	}
	return parts;
}
