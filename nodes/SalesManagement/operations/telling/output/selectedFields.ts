/** Reduces a record to its selected fields. */
import type { IDataObject } from 'n8n-workflow';
import { fieldNamed, wayIn } from '../../../fields';
import type { CustomValueNames } from '../../../lookups/customsLookup';
import type { StandardField } from '../../../lookups/search/recordFields';
import type { RecordDescription } from '../../../records';
import { isObject, own, quoted, setOwn } from '../../../shared';
import type { OutputFieldCheck } from '../../model';
import { entriesOf, readable, type CustomEntry } from './readable';

/** The value at the end of a path of properties; none behind a null. `undefined` if the record has no such path. */
export function atPath(
	record: IDataObject,
	[first = '', ...rest]: readonly string[],
): { readonly value: unknown } | undefined {
	if (!Object.hasOwn(record, first)) return undefined;
	const value = record[first];
	if (rest.length === 0) return { value };
	if (value === null) return { value: undefined };
	return isObject(value) ? atPath(value, rest) : undefined;
}

/** Puts a value at a path of properties. */
function setAtPath(output: IDataObject, path: readonly string[], value: unknown): void {
	const parent = path.slice(0, -1).reduce((outer, key) => {
		if (!isObject(own(outer, key))) setOwn(outer, key, {});
		return own(outer, key) as IDataObject;
	}, output);
	setOwn(parent, path[path.length - 1] ?? '', value);
}

/** The name of a linked record, which a cell has in its place. */
const nameOf = (value: unknown) =>
	isObject(value) && 'id' in value && typeof value.name === 'string' ? value.name : value;

interface Picking {
	readonly record: RecordDescription;
	/** The fields of the record's description. */
	readonly standard: readonly StandardField[];
	readonly names: readonly string[];
	/** Whether each field becomes a property of its own, even if it was nested. */
	readonly isFlat?: boolean;
	readonly check?: OutputFieldCheck;
}

/**
 * The named fields of a record, in the order of the names. Each name is first a path in the service's own record;
 * a null on the way counts as found. Otherwise it is the name of a field, as it is written, dots included.
 * @param known the names that compact custom values leave out.
 * @throws UsageError for a name of several fields.
 */
export function pickFields(
	raw: IDataObject,
	known: CustomValueNames | undefined,
	{ record, standard, names, isFlat = false, check }: Picking,
): IDataObject {
	const output: IDataObject = {};
	const { property } = record.customs ?? {};
	// The list is made once for all names, since it is indexed to find one.
	let entries: readonly CustomEntry[] | undefined;
	const customs = () => (entries ??= property ? entriesOf(own(raw, property), known) : []);
	/**
	 * The value of the field that a name means: an ID if the name ends with ID, a readable value for a custom field.
	 */
	const namedValue = (name: string): unknown => {
		const pool = { standard, customs, property };
		const found = fieldNamed(name, pool, `The output field ${quoted(name)}`);
		if (found.custom) return readable(found.custom.value, known);
		if (!found.standard) return undefined;
		const { described, valueIn } = found.standard;
		const shown = valueIn(raw);
		return wayIn(name, described) === 'id' ? described.canonical(shown) : shown;
	};
	for (const name of names) {
		const path = name.split('.');
		const found = atPath(raw, path);
		const shown = found ? found.value : namedValue(name);
		const value = isFlat ? nameOf(shown) : shown;
		if (value !== undefined) setAtPath(output, found && !isFlat ? path : [name], value);
		check?.note(name, found !== undefined || value !== undefined);
	}
	return output;
}
