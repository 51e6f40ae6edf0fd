/** The columns of a table of simplified records. */
import type { IDataObject } from 'n8n-workflow';
import { typeOfItem, TYPES, type CustomField } from '../../fields';
import type { Kind } from '../../files';
import { customsProperty, mainFields, type RecordDescription } from '../../records/record';
import { distinctBy } from '../../values';
import { ownNames } from '../columns/reservedNames';
import { simplifier } from '../output';

/** Each column's name, and what it holds. */
export type Columns = Map<string, Kind | undefined>;

/** Stands for the value of a custom field, so that its column is found. */
const marker = (at: number) => `custom value ${at}`;

/** What a column holds that is none of those which are known: a custom field, or a property of the record. */
export function unknownKind(record: RecordDescription, name: string): Kind | undefined {
	const [first = name] = name.split('.');
	const isCustom = name.startsWith(`${customsProperty(record)}.`) || !ownNames(record).has(first);
	return record.customs && isCustom ? 'untyped' : undefined;
}

/**
 * The columns that Simplified gives a record which has all fields. They are read off such a record, so
 * that no name is made in a second way. Empty where only the records tell their fields.
 */
export function columnsOf(record: RecordDescription, customs: readonly CustomField[]): Columns {
	const main = mainFields(record);
	if (main.length === 0) return new Map();
	const property = customsProperty(record);
	// Each deal type has the fields of all.
	const distinct = distinctBy(customs, ({ key }) => key);
	const values = distinct.map(({ key: itemKey, name }, at) => ({
		...{ itemKey, name, value: marker(at) },
	}));
	const whole: IDataObject = Object.fromEntries(
		main.map((each) => [each.shownAs ?? each.key, null]),
	);
	const simple = simplifier(record)({ ...whole, id: 1, ...(property && { [property]: values }) });
	const kinds = new Map(main.map((each) => [each.shownAs ?? each.key, TYPES[each.type].cell]));
	const byMarker = new Map<unknown, Kind | undefined>(
		distinct.map(({ itemType }, at) => [marker(at), TYPES[typeOfItem(itemType)].cell]),
	);
	return new Map(
		Object.entries(simple).map(([name, value]) => [
			name,
			byMarker.has(value) ? byMarker.get(value) : kinds.get(name),
		]),
	);
}
