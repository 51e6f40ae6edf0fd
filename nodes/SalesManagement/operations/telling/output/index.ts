/**
 * Shapes the records that the service returns for the output, as the parameter Output of the node and the trigger
 * says.
 */
import type { IDataObject } from 'n8n-workflow';
import { CUSTOM, decimalType, match, namesOf, referenceType, type Field } from '../../../fields';
import { shortOf, type CustomsLookup, type CustomValueNames } from '../../../lookups/customsLookup';
import { standardFields } from '../../../lookups/search/recordFields';
import {
	allFields,
	customsIn,
	customsProperty,
	idName,
	mainFields,
	ownNames,
	type OutputChoice,
	type RecordDescription,
} from '../../../records';
import {
	groupedBy,
	isBlank,
	isObject,
	own,
	remembered,
	setOwn,
	trimmed,
	UsageError,
} from '../../../shared';
import type { OutputFieldCheck } from '../../model';
import { entriesOf, readableEntry, readable, type CustomEntry } from './readable';
import { atPath, pickFields } from './selectedFields';

/** Shapes records for the output; the lookup finds the names that their short custom values leave out. */
export type Shape = (
	records: readonly IDataObject[],
	lookup: CustomsLookup,
) => Promise<IDataObject[]>;

interface ShapeOptions {
	/** The properties that an option of the operation added; Simplified keeps them. */
	readonly added?: readonly string[];
	/** Notes which of the selected fields each record has. */
	readonly check?: OutputFieldCheck;
	/** Whether each selected field is a property of its own, as in a table, instead of nested. */
	readonly isFlat?: boolean;
}

/**
 * Makes the function that shapes records: raw, simplified, or reduced to selected fields.
 * @throws UsageError if Output is Selected Fields and none is named.
 */
export function shapeFor(
	record: RecordDescription,
	{ output, outputFields: names = [] }: Partial<OutputChoice>,
	{ added, ...options }: ShapeOptions = {},
): Shape {
	if (output === 'raw') return async (records) => [...records];
	const property = customsProperty(record);
	/**
	 * Makes the function that shapes records one by one.
	 * @param mayNeedLookup whether the output may hold custom values of this record, so that the names that its short
	 * ones leave out are looked up.
	 */
	const shapeEach =
		(
			shapeOne: (raw: IDataObject, known?: CustomValueNames) => IDataObject,
			mayNeedLookup: (raw: IDataObject) => boolean = () => true,
		): Shape =>
		async (records, lookup) => {
			const short = records.filter(mayNeedLookup).flatMap((raw) => shortOf(own(raw, property)));
			const known = await lookup.about(record.customs, short);
			return records.map((raw) => shapeOne(raw, known));
		};
	if (output !== 'selectedFields') return shapeEach(simplifier(record, added));
	if (names.length === 0) {
		throw new UsageError(
			'Output is Selected Fields, and Output Fields names none: name at least one, or choose Simplified.',
		);
	}
	const picking = { ...options, record, standard: standardFields(record), names };
	const taken = takenNames(record, added);
	return shapeEach(
		(raw, known) => pickFields(raw, known, picking),
		(raw) => names.some((name) => !taken.has(name) && !atPath(raw, name.split('.'))),
	);
}

/** The properties that options of the operation add to each record, by the parameters that ask for them. */
export function addedProperties(
	query: IDataObject,
	{ watch }: RecordDescription,
): readonly string[] {
	const asks = (name: string) => own(query, name) === 1;
	return [
		...(asks('include_related_objects') ? (watch?.related ?? []) : []),
		...(asks('include_files') ? ['files'] : []),
	];
}

/** Sets a reference as two properties: the name and the ID of the record; both null if there is none. */
function setPair(simple: IDataObject, name: string, reference: unknown): void {
	const { name: text, id }: Record<string, unknown> = isObject(reference)
		? reference
		: { [typeof reference === 'number' ? 'id' : 'name']: reference };
	setOwn(simple, name, text ?? null);
	setOwn(simple, idName(name), id ?? null);
}

/** Sets a flat property: a reference as name and ID, a list as readable entries. */
function setFlat(simple: IDataObject, name: string, value: unknown, mayRefer: boolean): void {
	if (Array.isArray(value)) setOwn(simple, name, value.map(readableEntry));
	else if (mayRefer || isObject(value)) setPair(simple, name, value);
	else setOwn(simple, name, value);
}

/** Sets the main fields that a record shows. */
function setMain(simple: IDataObject, record: IDataObject, main: readonly Field[]): void {
	for (const { shownAs: name, type } of main) {
		if (!Object.hasOwn(record, name)) continue;
		const value = record[name];
		const shown = type === decimalType ? type.readable(value) : value;
		setFlat(simple, name, shown, type === referenceType);
	}
}

/**
 * Makes the function that simplifies records: their main fields, then the properties that an option added, as the
 * service returns them, then their custom fields by label with readable values. If the record has no main fields,
 * all properties are kept. An object without an ID is no record and is kept as it is.
 * @param added the properties that an option added, such as related objects.
 * @returns the function, which also takes the names that compact custom values leave out.
 */
export function simplifier(
	description: RecordDescription,
	added: readonly string[] = [],
): (record: IDataObject, known?: CustomValueNames) => IDataObject {
	const main = mainFields(description);
	const property = customsProperty(description);
	const names = customNames(description, added);
	return (record, known) => {
		if (isBlank(own(record, 'id'))) return record;
		const simple: IDataObject = {};
		if (main.length > 0) setMain(simple, record, main);
		else {
			for (const [name, value] of Object.entries(record)) {
				if (name !== property) setFlat(simple, name, value, false);
			}
		}
		for (const name of added) {
			if (Object.hasOwn(record, name)) setOwn(simple, name, record[name]);
		}
		const customs = entriesOf(customsIn(record, description), known);
		const shown = names(customs);
		customs.forEach(({ value }, at) => setOwn(simple, shown[at] ?? '', readable(value, known)));
		return simple;
	};
}

/** The names of a record's own properties, which no custom field gets. */
const takenNames = (description: RecordDescription, added: readonly string[] = []) =>
	new Set([...ownNames(description), ...added]);

/**
 * Makes the function that names the custom fields of a record: each gets its label if nothing else has that name,
 * or else its key after the property, such as `dealCustoms.name`. So a column with the name means this field only.
 * @returns a function that names entries in their order, each differently.
 */
export function customNames(
	description: RecordDescription,
	added: readonly string[] = [],
): (entries: ReadonlyArray<Pick<CustomEntry, 'key' | 'name'>>) => string[] {
	const property = customsProperty(description) || 'field';
	const taken = takenNames(description, added);
	/** The fields that a column can name. */
	const writable = allFields(description).filter(
		({ writableIn }) => writableIn === undefined || writableIn.length > 0,
	);
	const meansOther = new Map<string, boolean>();
	/** Whether a name, in any spelling, may mean something other than a custom field. The answers are kept. */
	const mayMeanOther = (name: string) =>
		remembered(
			meansOther,
			name,
			() =>
				[CUSTOM, `${property}.`].some((each) => name.startsWith(each)) ||
				taken.has(name) ||
				match(name, writable, namesOf).length > 0,
		);
	return (entries) => {
		const keys = new Set(entries.map(({ key }) => key));
		// The labels are compared without blanks at the ends, since columns are found like that.
		const sameLabel = groupedBy(entries, ({ name }) => trimmed(name));
		return entries.map(({ key, name }) => {
			const isKeyOfAnother = name !== key && keys.has(name);
			const isUnique = sameLabel.get(trimmed(name))?.length === 1;
			return isUnique && !isKeyOfAnother && !mayMeanOther(name) ? name : `${property}.${key}`;
		});
	};
}
