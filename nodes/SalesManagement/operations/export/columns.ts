/** The columns of a table of simplified records. */
import { customsMeant, fieldMeant, typeOfItem, TYPES, type CustomField } from '../../fields';
import type { Kind } from '../../files';
import { customsProperty, mainFields, type RecordDescription } from '../../records/record';
import { distinctBy } from '../../values';
import { ownNames } from '../columns/reservedNames';
import { customNames, simplifier } from '../output';

/** Each column's name, and what it holds. */
export type Columns = Map<string, Kind | undefined>;

/** What a column holds that is called so: a field by any of its names, or a property of the record. */
export function kindOf(
	name: string,
	record: RecordDescription,
	customs: readonly CustomField[],
): Kind | undefined {
	const field = fieldMeant(name, record.fields);
	if (field) return TYPES[field.type].cell;
	const [custom] = customsMeant(name, customs, customsProperty(record));
	if (custom) return TYPES[typeOfItem(custom.itemType)].cell;
	const [first = name] = name.split('.');
	const isCustom = name.startsWith(`${customsProperty(record)}.`) || !ownNames(record).has(first);
	return record.customs && isCustom ? 'untyped' : undefined;
}

/** The columns that Simplified gives a record which has all fields. Empty where only the records tell their fields. */
export function columnsOf(record: RecordDescription, customs: readonly CustomField[]): Columns {
	const main = mainFields(record).map((each) => [each.shownAs ?? each.key, each] as const);
	if (main.length === 0) return new Map();
	// A reference has two columns, which such a record shows.
	const simple = simplifier(record)({
		...Object.fromEntries(main.map(([name]) => [name, null])),
		id: 1,
	});
	const kinds = new Map(main.map(([name, { type }]) => [name, TYPES[type].cell]));
	// Each deal type has the fields of all.
	const distinct = distinctBy(customs, ({ key }) => key);
	const names = customNames(record)(distinct.map((each) => ({ ...each, value: null })));
	return new Map([
		...Object.keys(simple).map((name) => [name, kinds.get(name)] as const),
		...distinct.map(
			({ itemType }, at) => [names[at] ?? '', TYPES[typeOfItem(itemType)].cell] as const,
		),
	]);
}
