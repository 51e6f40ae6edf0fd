import type { ResourceMapperField } from 'n8n-workflow';
import { asItIs, idIn, idsIn, type Content } from './ownContent';

/**
 * The types that a search compares by. `id`: the id of a record or of a choice. `date`: a calendar
 * day. `customDate`: a custom field of type date, which holds a moment, or a bare day as midnight in
 * UTC (v2 §2.8).
 */
export type Comparison = 'text' | 'integer' | 'id' | 'decimal' | 'dateTime' | 'date' | 'customDate';

/** What a type of field is to everything that works with fields. */
interface TypeTraits {
	/** What can be done with its values: which operators and computations fit them. Absent: nothing. */
	readonly holds?: 'text' | 'number' | 'date' | 'choice' | 'flag' | 'anything';
	/** How a search compares it; absent for what no search compares, or by the look of each value. */
	readonly comparison?: Comparison;
	/** How n8n's mapper lets it be entered. Several values, a name and a decimal with all its digits are text. */
	readonly column: NonNullable<ResourceMapperField['type']>;
	/** What a cell of a table holds; absent where its value tells. */
	readonly cell?: 'text' | 'decimal' | 'customDate' | 'untyped';
	/** What of its returned value is the record's own. */
	readonly content: Content;
	/** Whether its value is a list. */
	readonly isList?: true;
}

const PLAIN = { column: 'string', content: asItIs } as const;
const LIST = { ...PLAIN, holds: 'choice', isList: true } as const;
/** What is chosen in a custom field, of which people see a label. */
const CHOSEN = { ...PLAIN, holds: 'choice', comparison: 'id', cell: 'text' } as const;

const TABLE = {
	/** The record's own ID, which rises with time. */
	id: { ...PLAIN, holds: 'number', comparison: 'id', column: 'number' },
	text: { ...PLAIN, holds: 'text', comparison: 'text', cell: 'text' },
	integer: {
		...PLAIN,
		holds: 'number',
		comparison: 'integer',
		column: 'number',
		cell: 'decimal',
	},
	decimal: { ...PLAIN, holds: 'number', comparison: 'decimal', cell: 'decimal' },
	/** What the service calculates in a custom field. */
	calculation: { ...PLAIN, holds: 'number', comparison: 'decimal', cell: 'decimal' },
	date: { ...PLAIN, holds: 'date', comparison: 'date', column: 'dateTime' },
	dateTime: { ...PLAIN, holds: 'date', comparison: 'dateTime', column: 'dateTime' },
	customDate: {
		...PLAIN,
		holds: 'date',
		comparison: 'customDate',
		column: 'dateTime',
		cell: 'customDate',
	},
	flag: { ...PLAIN, holds: 'flag', column: 'boolean' },
	reference: { ...PLAIN, holds: 'choice', comparison: 'id', content: idIn },
	references: { ...LIST, content: idsIn },
	/** One option of a custom field, several of them, and users. */
	option: { ...CHOSEN, column: 'options' },
	options: { ...CHOSEN, isList: true },
	users: { ...CHOSEN, isList: true },
	/** A custom field of which nobody tells the type. */
	untyped: { ...PLAIN, holds: 'anything', cell: 'untyped' },
	/** Associations, which a request adds and removes one by one. */
	links: { ...PLAIN, content: idsIn },
	/** The mapper of custom fields. */
	customs: PLAIN,
	/** Rows of fields, JSON, and what controls the node itself. */
	other: PLAIN,
} as const satisfies Readonly<Record<string, TypeTraits>>;

/** The type of a field: all that depends on it is looked up in `TYPES`. */
export type Type = keyof typeof TABLE;

export const TYPES: Readonly<Record<Type, TypeTraits>> = TABLE;

/** The types of custom fields as the service calls them (S3). */
export const ITEM_TYPES = {
	text: 'text',
	url: 'text',
	date: 'customDate',
	number: 'integer',
	decimal_number: 'decimal',
	calculation: 'calculation',
	single_select: 'option',
	multi_select: 'options',
	user: 'users',
} as const satisfies Readonly<Record<string, Type>>;

/** The type of a custom field by what the service calls it; `untyped` where it does not say. */
export const typeOfItem = (itemType: unknown): Type =>
	typeof itemType === 'string' && Object.hasOwn(ITEM_TYPES, itemType)
		? ITEM_TYPES[itemType as keyof typeof ITEM_TYPES]
		: 'untyped';
