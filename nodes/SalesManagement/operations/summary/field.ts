/** What a summary knows of a field, and how it finds the field in a record. */
import type { IDataObject } from 'n8n-workflow';
import { heldBy, idIn, idsIn, type CustomFields, type Field } from '../../fields';
import { isBlank, isObject, own } from '../../values';

/**
 * What a field holds. `number`: whole numbers. `day`, `moment`, `customDate`: dates, see `DateKind`.
 * `choice`: one option of a custom field. `several`: a list of references, options or users.
 * `unknown`: what nobody says; its values tell.
 */
export type Kind =
	| 'text'
	| 'flag'
	| 'number'
	| 'decimal'
	| 'day'
	| 'moment'
	| 'customDate'
	| 'reference'
	| 'choice'
	| 'several'
	| 'unknown';

/** A field that a summary can group by or compute with. */
export interface SummaryField {
	/** Its value in the dropdown of fields, which tells it from the others. */
	readonly value: string;
	/** What people call it. */
	readonly label: string;
	/** What it is called in records, and so in the summary. */
	readonly name: string;
	readonly kind: Kind;
	readonly isCustom: boolean;
	/** The property of a record that holds it; absent where any of them may. */
	readonly property?: string;
	/** The property that tells apart entries of one name, where each deal type has a list of its own. */
	readonly toldApartBy?: 'dealType';
	/** The labels of its options by their values, where they are known. */
	readonly options?: ReadonlyMap<string, string>;
	/** What the record holds; a custom field as the service sends it, `undefined` where it is not shown. */
	valueIn(record: IDataObject): unknown;
}

const DATES: readonly Kind[] = ['day', 'moment', 'customDate', 'unknown'];

export const isDate = ({ kind }: Pick<SummaryField, 'kind'>): boolean => DATES.includes(kind);

const NUMBERS: readonly Kind[] = ['number', 'decimal', 'unknown'];

export const isNumber = ({ kind }: Pick<SummaryField, 'kind'>): boolean => NUMBERS.includes(kind);

/** The kind of a standard field; `undefined` for what no summary can show, such as rows. */
export function kindOf({ comparison, content, form, lookup }: Field): Kind | undefined {
	if (content === idsIn) return form.type === 'multiOptions' ? 'several' : undefined;
	if (content === idIn || (comparison === 'id' && lookup)) return 'reference';
	switch (comparison) {
		case 'integer':
			return 'number';
		case 'decimal':
		case 'text':
			return comparison;
		case 'dateTime':
			return 'moment';
		case 'date':
			return 'day';
		default:
			return form.type === 'boolean' ? 'flag' : undefined;
	}
}

/** By the item types of custom fields (S3). */
const CUSTOM_KINDS: Readonly<Record<string, Kind>> = {
	text: 'text',
	url: 'text',
	date: 'customDate',
	number: 'number',
	decimal_number: 'decimal',
	calculation: 'decimal',
	single_select: 'choice',
	multi_select: 'several',
	user: 'several',
};

/**
 * The kind of a custom field. Of custom objects nobody tells the types: what looks like text may be a
 * decimal or a choice (v2 §2.8).
 */
export function customKind(itemType: string, { property }: CustomFields): Kind {
	const kind = own(CUSTOM_KINDS, itemType) as Kind | undefined;
	return kind === undefined || (property === undefined && kind === 'text') ? 'unknown' : kind;
}

/** What a custom value holds, as the service compares it; other values as they are. */
export function held(value: unknown): unknown {
	if (!isObject(value)) return value;
	const { value: compact, selectedValues, selectedOptions, selectedUsers } = value;
	if (!isBlank(compact)) return compact;
	const [first] = heldBy(value);
	return first ?? selectedUsers ?? selectedOptions ?? selectedValues;
}
