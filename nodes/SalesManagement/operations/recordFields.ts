/** Which field of a record a text means, in a search and in a summary. */
import {
	customFieldIn,
	namesOf,
	standardOrCustom,
	type Called,
	type Field,
	type NamedField,
	type NameReader,
} from '../fields';
import type { RecordDescription } from '../records/record';

/** A field of a record's description, by the value that lists of fields have for it. */
interface Standard {
	readonly value: string;
	readonly label: string;
	readonly called: Called;
}

/** A custom field by its key; nameless where nothing else is known of it. */
export type CustomMeant = Omit<NamedField, 'name'> & Partial<Pick<NamedField, 'name'>>;

/** What a standard field goes by, where it has further names. */
export function calledAlso(
	field: Field,
	{ fields }: Pick<RecordDescription, 'fields'>,
	further: string[],
): Called {
	const { exact, names } = namesOf(field, fields);
	return { exact: [...further, ...exact], names };
}

interface Pool<Each> {
	readonly standard: readonly Each[];
	/** Knows the custom fields; `undefined` while it is noted that they are needed. */
	readonly fieldsOf: NameReader['fieldsOf'];
	/** What was given, and where. */
	readonly who: string;
}

/**
 * @returns `undefined` for what no field is called.
 * @throws UsageError where several have the name.
 */
export function fieldMeantBy<Each extends Standard>(
	text: string,
	{ id, customs }: RecordDescription,
	{ standard, fieldsOf, who }: Pool<Each>,
): { readonly standard: Each } | { readonly custom: CustomMeant } | undefined {
	const property = customs?.property;
	const known = () => (property === undefined ? [] : (fieldsOf?.(id) ?? []));
	const byKey = customs && customFieldIn(text);
	if (!byKey) return standardOrCustom(text, { standard, customs: known, property }, who);
	const found = known().find(({ key }) => key === byKey.key);
	return { custom: { ...byKey, ...found, itemType: found?.itemType ?? byKey.itemType } };
}
