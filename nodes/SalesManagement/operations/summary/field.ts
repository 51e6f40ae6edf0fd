/** What a summary knows of a field, and how it finds the field in a record. */
import type { IDataObject } from 'n8n-workflow';
import { typeOfItem, TYPES, type CustomFields, type Type } from '../../fields';

/** A field that a summary can group by or compute with. */
export interface SummaryField {
	/** Its value in the dropdown of fields, which tells it from the others. */
	readonly value: string;
	/** What people call it. */
	readonly label: string;
	/** What it is called in records, and so in the summary. */
	readonly name: string;
	readonly type: Type;
	readonly isCustom: boolean;
	/** The property of a record that holds it; absent where any of them may. */
	readonly property?: string;
	/** Whether each deal type has entries of its own, such as phases, of which some may have one name. */
	readonly isPerDealType?: boolean;
	/** What the record holds; a custom field as the service sends it, `undefined` where it is not shown. */
	valueIn(record: IDataObject): unknown;
}

type Typed = Pick<SummaryField, 'type'>;

const mayHold = ({ type }: Typed, held: 'date' | 'number'): boolean =>
	[held, 'anything'].includes(TYPES[type].holds ?? '');

export const isDate = (field: Typed): boolean => mayHold(field, 'date');

export const isNumber = (field: Typed): boolean => mayHold(field, 'number');

/**
 * The type of a custom field. Of custom objects nobody tells the types: what looks like text may be a
 * decimal or a choice (v2 §2.8).
 */
export function customType(itemType: string | undefined, { property }: CustomFields): Type {
	const type = typeOfItem(itemType);
	return property === undefined && type === 'text' ? 'untyped' : type;
}
