import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { ApiVersion } from '../../api/types';

/** What turning an entered value into the service's form may depend on. */
export interface WireContext {
	readonly version: ApiVersion;
	/** The workflow's IANA time zone, such as `Asia/Tokyo`. */
	readonly timezone: string;
	/** The input item's own data, for auto-mapping. */
	readonly input: IDataObject;
}

/**
 * Where a field's value goes. `spread` merges an object into the body and `spreadQuery` into the
 * query; `group` belongs to the whole of a bulk request and not to its rows; `control` steers the
 * node and is not sent.
 */
export type Place = 'path' | 'query' | 'body' | 'spread' | 'spreadQuery' | 'group' | 'control';

/**
 * One field of an operation: its place in the editor's form and its place in the request come
 * from this single description, so that the two cannot drift apart.
 */
export interface Field {
	/** The parameter's name in the form. */
	readonly name: string;
	/** The property's name in the request. */
	readonly key: string;
	readonly label: string;
	readonly description: string;
	readonly place?: Place;
	/** Whether an operation that takes the whole form cannot do without it. */
	readonly required: boolean;
	/** The operations that take it; all when absent. */
	readonly on?: ReadonlyArray<'create' | 'update'>;
	/** The only interface that knows it; both when absent. */
	readonly only?: ApiVersion;
	/** Whether null empties it, so that Fields to Clear offers it. */
	readonly clearable: boolean;
	/** Other parameters of the same form that must have one of these values for it to show. */
	readonly shownWhen?: Readonly<Record<string, Array<string | number | boolean>>>;
	/** How it is entered. */
	readonly form: Omit<Partial<INodeProperties>, 'name' | 'displayName' | 'description'> &
		Pick<INodeProperties, 'type' | 'default'>;
	/**
	 * Turns what was entered into what is sent. `undefined` leaves the property out.
	 * @throws UsageError when the value can't be what the service wants.
	 */
	readonly wire: (entered: unknown, context: WireContext) => unknown;
}

/** What a resource may say about a field beyond its name, label and type. */
export interface FieldOptions {
	readonly key?: string;
	readonly description?: string;
	readonly hint?: string;
	readonly placeholder?: string;
	readonly place?: Place;
	readonly required?: boolean;
	readonly on?: ReadonlyArray<'create' | 'update'>;
	readonly only?: ApiVersion;
	readonly clearable?: boolean;
	readonly shownWhen?: Field['shownWhen'];
}

type Type = Pick<Field, 'form' | 'wire'>;

/** Joins a field's name and texts with the type that says how it is entered and sent. */
export function field(name: string, label: string, type: Type, options: FieldOptions = {}): Field {
	const { hint, placeholder, ...rest } = options;
	return {
		key: name,
		description: '',
		required: false,
		clearable: false,
		...rest,
		name,
		label,
		form: {
			...type.form,
			...(hint === undefined ? {} : { hint }),
			...(placeholder === undefined ? {} : { placeholder }),
		},
		wire: type.wire,
	};
}

/** Whether the user left the field alone. Zero, false and empty text are values (never truthiness). */
export const isAbsent = (entered: unknown): entered is undefined => entered === undefined;

/** Any entered value as text; an object as JSON, so that a message or a request never says `[object Object]`. */
export const textOf = (value: unknown): string => {
	if (value === undefined || value === null) return '';
	// What is left is a string, number, boolean or their like, which have a text of their own.
	return typeof value === 'object' ? JSON.stringify(value) : (value as string | number).toString();
};

export const isObject = (value: unknown): value is IDataObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);
