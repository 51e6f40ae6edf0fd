import { UsageError } from '../../api/errors';
import { isItemId, type Comparison, type Field } from '../../fields';
import { recordOf } from '../../records';
import type { RecordDescription } from '../../records/record';
import type { SearchField } from './filter';

/** A standard field of the search index. */
export interface StandardField {
	readonly name: string;
	readonly label: string;
	readonly type: Comparison;
	readonly sortable: boolean;
	/** Whether its value tells one record from the others. */
	readonly identifies: boolean;
}

/** How the search index describes a field of a record; nothing for one that it does not hold. */
function standardField(field: Field): StandardField[] {
	const { key, label, comparison: type, searchName: name = key, form, is } = field;
	const identifies = is.includes('identifying');
	if (type === undefined || !(identifies || is.includes('searchable'))) return [];
	// A reference is compared by its id.
	const isReference = form.type === 'resourceLocator' || form.type === 'options';
	const called = isReference ? `${label} ID` : label;
	return [{ name, label: called, type, sortable: !is.includes('unsortable'), identifies }];
}

export const standardFields = ({ fields }: Pick<RecordDescription, 'fields'>): StandardField[] =>
	fields.flatMap(standardField);

/** The related records whose fields a search can compare too. */
export const relatedRecords = ({ related }: RecordDescription): RecordDescription[] =>
	related.map(recordOf).filter((each) => each !== undefined);

/** The types of custom fields, as the search compares them. */
const CUSTOM_TYPES: Readonly<Record<string, Comparison>> = {
	text: 'text',
	url: 'text',
	date: 'dateTime',
	number: 'integer',
	decimal_number: 'decimal',
	calculation: 'decimal',
	single_select: 'integer',
	multi_select: 'integer',
	user: 'integer',
};

/** The value that a custom field has in the dropdown of fields: `custom:<itemKey or id>:<itemType>`. */
export const customFieldValue = (key: string | number, itemType: string): string =>
	`custom:${key}:${itemType}`;

/**
 * Reads the value of the dropdown of fields.
 * @throws UsageError for a field that the search index does not hold, before the service refuses it.
 */
export function toSearchField(value: string, record: RecordDescription): SearchField {
	const [kind, key = '', itemType = ''] = value.split(':');
	if (kind === 'custom' && key !== '') {
		const field = isItemId(key) ? { customItemId: Number(key) } : { itemKey: key };
		return { field, label: key, type: CUSTOM_TYPES[itemType] };
	}
	const [reference, related] = value.split('.');
	for (const other of relatedRecords(record)) {
		const field = standardFields(other).find(({ name }) => name === related);
		if (field && other.id === reference) {
			return { field: { reference, name: field.name }, label: value, type: field.type };
		}
	}
	const fields = standardFields(record);
	const field = fields.find(({ name }) => name === value);
	if (field) return { field: { name: field.name }, label: field.label, type: field.type };
	throw new UsageError(
		value === ''
			? 'A search condition has no field; choose one.'
			: `The search can't compare "${value}"; it compares ${fields.map(({ name }) => name).join(', ')} and custom fields (custom:itemKey).`,
	);
}
