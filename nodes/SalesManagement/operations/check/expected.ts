/** What the descriptions of records/ say about the properties of a record in an answer. */
import type { OperationId } from '../../api/routes/routes';
import type { ApiVersion } from '../../api/types';
import type { Field } from '../../fields';
import { recordOf } from '../../records';
import type { RecordDescription } from '../../records/record';

export interface Expected {
	readonly property: string;
	/** Types by `typeOf`; null besides. */
	readonly types: readonly string[];
	/** Whether it may be absent. */
	readonly isOptional: boolean;
	/** A link to another record, `{id, name}`. */
	readonly isReference: boolean;
	/** Whether each record has it. */
	readonly isFilled: boolean;
}

/** Sent only, shown only on request, or shown in some revisions only. */
const OPTIONAL: Readonly<Record<string, readonly string[]>> = {
	customer: ['memo', 'parentId', 'customObjects', 'company'],
	deal: ['customObjects', 'dealCode', 'totalCost', 'totalProfit', 'dealCustoms'],
	contact: ['customObjects'],
	user: ['userGroups', 'profile', 'role'],
};

/** What the service itself fills in. */
const ALWAYS_FILLED = ['id', 'createdAt', 'updatedAt'];

/** Of these each property is described; of the others the documents leave open what they hold. */
const DESCRIBED = ['customer', 'deal', 'contact', 'customerAction', 'dealAction', 'contactAction'];

/** Types that a text may have by chance. */
export const TEXT: readonly string[] = [
	'text',
	'empty text',
	'date',
	'date-time',
	'integer as text',
	'decimal as text',
];

const BY_COMPARISON: Readonly<Record<string, readonly string[]>> = {
	text: TEXT,
	integer: ['integer'],
	decimal: ['decimal as text', 'integer as text'],
	dateTime: ['date-time'],
	date: ['date'],
	id: ['object', 'list'],
};

function typesOf({ comparison, form }: Field): readonly string[] {
	if (form.type === 'boolean') return ['flag'];
	return BY_COMPARISON[comparison ?? 'id'] ?? ['object', 'list'];
}

/** The record that an operation answers with; contacts of a deal are contacts. */
export const describedBy = (operation: OperationId): RecordDescription | undefined => {
	const [resource = ''] = operation.split('.');
	return recordOf(resource === 'dealContact' ? 'contact' : resource);
};

/** Whether the names of all its properties are known. */
export const isDescribed = ({ id }: RecordDescription): boolean => DESCRIBED.includes(id);

export function expectedOf(record: RecordDescription, version: ApiVersion): Expected[] {
	const byName = new Map<string, Expected>();
	for (const field of record.fields) {
		const property = field.shownAs ?? field.key;
		if (property === record.customs?.property || byName.has(property)) continue;
		const isOther = field.only !== undefined && field.only !== version;
		byName.set(property, {
			property,
			types: typesOf(field),
			isOptional:
				isOther ||
				(isDescribed(record)
					? (OPTIONAL[record.id] ?? []).includes(property)
					: !['id', 'name'].includes(property)),
			isReference: field.comparison === 'id' && field.form.type === 'resourceLocator',
			isFilled: !isOther && (field.is.includes('required') || ALWAYS_FILLED.includes(field.key)),
		});
	}
	return [...byName.values()];
}

/** Properties besides those of its fields: its custom values, and what is added on request. */
export const alsoKnown = (record: RecordDescription): string[] => [
	...(record.customs?.property ? [record.customs.property] : []),
	...['customObjects', 'files'],
	...record.fields.flatMap(({ key, shownAs }) => (shownAs === undefined ? [] : [key])),
];
