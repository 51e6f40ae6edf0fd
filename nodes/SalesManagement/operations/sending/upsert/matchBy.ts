/** By which field the rows of Create or Update are matched. */
import { UsageError } from '../../../shared';
import { customFieldIn, read, TYPES, type Item } from '../../../fields';
import { LIST_PARAMETERS } from '../../../records/customObject';
import { hasOwnNames, routeOf, type RecordDescription } from '../../../records/record';
import { customRecordField, type RecordField } from '../../../lookups/search/recordFields';
import { toSearchField } from '../../../lookups/search/searchableFields';
import { MATCH_BY, matchControls } from '../../form/bulk';

/**
 * The field that an item is matched by. Records whose custom fields are properties of their own are matched by
 * their item keys alone.
 */
export function matchField(record: RecordDescription, item: Item): RecordField {
	const { matchBy = '' } = read(matchControls, item);
	if (matchBy === '') throw new UsageError(`${MATCH_BY} is required.`);
	const field = hasOwnNames(record)
		? customRecordField(customFieldIn(matchBy) ?? { key: matchBy }, record)
		: toSearchField(matchBy, record, item.names?.fieldsOf);
	const problem = problemWith(field, record);
	if (problem === undefined) return field;
	throw new UsageError(`Match By can't be ${field.label}: ${problem}`);
}

/** Why a field can't tell one record from the others, or not be asked for. */
function problemWith(
	{ type, field, name }: RecordField,
	record: RecordDescription,
): string | undefined {
	if (TYPES[type].isList) return 'it holds several values. Match by a field with one.';
	if ('reference' in field) {
		return `it belongs to another record. Match by a field of the ${record.one}.`;
	}
	const isOfList = routeOf(record, 'search') === undefined && LIST_PARAMETERS.includes(name);
	return isOfList ? 'the list uses this name for itself. Match by another field.' : undefined;
}
