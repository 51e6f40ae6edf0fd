import { UsageError } from '../../api/errors';
import { isItemId, type Comparison, type Field, type Lookup } from '../../fields';
import { recordOf } from '../../records';
import type { RecordDescription } from '../../records/record';
import { own, quoted } from '../../values';
import type { SearchField } from './filter';

/** A standard field of the search index. */
export interface StandardField {
	readonly name: string;
	readonly label: string;
	readonly type: Comparison;
	/** The list of what it refers to, for a reference. */
	readonly lookup?: Lookup;
	readonly sortable: boolean;
	/** Whether its value tells one record from the others. */
	readonly identifies: boolean;
	/** The property of a request that sets it, and the one of a record that holds it. */
	readonly key: string;
	readonly shownAs: string;
}

/** How the search index describes a field of a record; nothing for one that it does not hold. */
function standardField(field: Field): StandardField[] {
	const {
		key,
		label,
		comparison: compared,
		searchName: name = key,
		lookup,
		is,
		shownAs = key,
	} = field;
	const identifies = is.includes('identifying');
	if (compared === undefined || !(identifies || is.includes('searchable'))) return [];
	const type = name === 'id' ? 'id' : compared;
	const sortable = !is.includes('unsortable');
	return [{ name, label, type, lookup, sortable, identifies, key, shownAs }];
}

export const standardFields = ({ fields }: Pick<RecordDescription, 'fields'>): StandardField[] =>
	fields.flatMap(standardField);

/** The related records whose fields a search can compare too. */
export const relatedRecords = ({ related }: RecordDescription): RecordDescription[] =>
	related.map(recordOf).filter((each) => each !== undefined);

/** What the form calls a field of a related record. */
export const relatedLabel = ({ name }: RecordDescription, { label }: StandardField): string =>
	`${name}: ${label}`;

/** The types of custom fields, as the search compares them. */
const CUSTOM_TYPES: Readonly<Record<string, Comparison>> = {
	text: 'text',
	url: 'text',
	date: 'customDate',
	number: 'integer',
	decimal_number: 'decimal',
	calculation: 'decimal',
	single_select: 'id',
	multi_select: 'id',
	user: 'id',
};

/** The types of custom fields that hold several values. */
const SEVERAL = ['multi_select', 'user'];

/** The value that a custom field has in the dropdown of fields: `custom:<itemKey or id>:<itemType>`. */
export const customFieldValue = (key: string | number, itemType: string): string =>
	`custom:${key}:${itemType}`;

const CUSTOM = /^custom:([^:].*?)(?::([^:]*))?$/s;

/** A custom field by the value of the dropdown, or by `custom:itemKey`; its type may be unknown. */
function customField(value: string): SearchField | undefined {
	const [, key, itemType = ''] = CUSTOM.exec(value) ?? [];
	if (key === undefined) return undefined;
	return {
		field: isItemId(key) ? { customItemId: Number(key) } : { itemKey: key },
		label: isItemId(key) ? `Custom Field ${key}` : `Custom Field ${quoted(key)}`,
		type: own(CUSTOM_TYPES, itemType) as Comparison | undefined,
		holdsSeveral: SEVERAL.includes(itemType),
	};
}

/**
 * Reads the value of the dropdown of fields.
 * @throws UsageError for a field that the search index does not hold, before the service refuses it.
 */
export function toSearchField(value: string, record: RecordDescription): SearchField {
	const custom = customField(value);
	if (custom) return custom;
	const [reference, related] = value.split('.');
	for (const other of relatedRecords(record)) {
		const field = standardFields(other).find(({ name }) => name === related);
		if (field && other.id === reference) {
			const label = relatedLabel(other, field);
			const { type, lookup } = field;
			return { field: { reference, name: field.name }, label, type, lookup };
		}
	}
	const fields = standardFields(record);
	const field = fields.find(({ name }) => name === value);
	if (field) {
		const { name, label, type, lookup, key, shownAs } = field;
		return { field: { name }, label, type, lookup, properties: { sent: key, shown: shownAs } };
	}
	throw new UsageError(
		value === ''
			? 'A search condition has no field; choose one.'
			: `The search can't compare ${quoted(value)}; it compares ${fields.map(({ name }) => name).join(', ')} and custom fields (custom:itemKey).`,
	);
}
