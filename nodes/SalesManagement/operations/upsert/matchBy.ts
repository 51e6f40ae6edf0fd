/** By which field the rows of Create or Update are matched. */
import { UsageError } from '../../api/errors/errors';
import { customFieldIn, read, TYPES, type Item } from '../../fields';
import { LIST_PARAMETERS } from '../../records/customObject';
import { hasOwnNames, routeOf, type RecordDescription } from '../../records/record';
import { customRecordField, type RecordField } from '../recordFields';
import { toSearchField } from '../search/searchableFields';
import { MATCH_BY, matchControls } from './index';

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
	assertMatchable(record, field);
	return field;
}

/** @throws UsageError for a field that can't tell one record from the others, or not be asked for. */
function assertMatchable(record: RecordDescription, field: RecordField): void {
	const { label } = field;
	if (TYPES[field.type].isList) {
		throw new UsageError(
			`Match By can't be ${label}: it holds several values. Match by a field with one.`,
		);
	}
	if ('reference' in field.field) {
		throw new UsageError(
			`Match By can't be ${label}: it belongs to another record. Match by a field of the ${record.one}.`,
		);
	}
	if (routeOf(record, 'search') === undefined && LIST_PARAMETERS.includes(field.name)) {
		throw new UsageError(
			`Match By can't be ${label}: the list uses this name for itself. Match by another field.`,
		);
	}
}
