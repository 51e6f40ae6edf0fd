/** The columns of a table of records. */
import { TYPES, type CustomField } from '../../../fields';
import type { Kind } from '../../../files';
import { mainFields, type RecordDescription } from '../../../records/record';
import { attempt, distinctBy } from '../../../shared';
import { customNames, simplifier } from '../../telling/output';
import { recordField, standardFields } from '../../../lookups/search/recordFields';

/** The kind of the values in a column: that of the field which its name means, in every table; else each value shows its own. */
export function kindOf(
	name: string,
	record: RecordDescription,
	customs: readonly CustomField[],
): Kind | undefined {
	const pool = { standard: standardFields(record), fieldsOf: () => customs, who: '' };
	const field = attempt(() => recordField(name, record, pool));
	return TYPES[field?.type ?? 'untyped'].cell;
}

/** The columns that Simplified gives a record which has all fields. Empty where only the records tell their fields. */
export function columnsOf(record: RecordDescription, customs: readonly CustomField[]): string[] {
	const main = mainFields(record).map(({ key, shownAs = key }) => shownAs);
	if (main.length === 0) return [];
	// A reference has two columns, which such a record shows.
	const simple = simplifier(record)({
		...Object.fromEntries(main.map((name) => [name, null])),
		id: 1,
	});
	// Each deal type has the fields of all.
	const distinct = distinctBy(customs, ({ key }) => key);
	const names = customNames(record)(distinct.map((each) => ({ ...each, value: null })));
	return [...Object.keys(simple), ...names];
}
