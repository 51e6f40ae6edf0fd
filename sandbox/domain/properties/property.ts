import type { TSchema } from '@sinclair/typebox';
import type { VersionName } from '../../contract/operationContract';
import type { Decimal } from '../../contract/values';

/** The tables that a record may refer to. */
export type ReferencedTable =
	| ('customer' | 'deal' | 'contact' | 'user' | 'role' | 'userGroup' | 'dealType' | 'phase')
	| ('product' | 'probability' | 'channel' | 'endPhaseReason' | 'dealCustomerType' | 'industry')
	| ('actionPattern' | 'actionPurpose' | 'billingType' | 'roundType');

/** The kinds of record that may be linked with each other (v2 §2.8, §4.7). */
export type LinkedKind = 'customer' | 'deal' | 'contact' | 'customObject';

/** The kinds of record that have custom fields. */
export type FieldOwner = 'customer' | 'deal' | 'contact' | 'action' | 'productDetail';

export type CustomValue = string | number | number[] | Decimal;
/** Custom values by the id of their field; a missing entry is an empty field. */
export type CustomValues = Record<string, CustomValue | undefined>;

/**
 * The options of a property, besides its type. Without any, a property is optional in create and
 * update forms, never null, shown in responses, and not searched.
 */
export interface PropertyOptions {
	/** The name in requests and responses, if it does not follow from the name of the column. */
	as?: string;
	/**
	 * `true`: it may be null, and null in a request empties it. `unset`: it is null until a value is
	 * given, and no request takes null (S8).
	 */
	null?: true | 'unset';
	/** A create form must hold the property. */
	required?: true;
	/** The only form that writes it, or `never`; by default create and update forms both do. */
	write?: 'create' | 'update' | 'never';
	/** No response shows the property. */
	hidden?: true;
	/** Only v2 takes and shows the property. */
	v2?: true;
	/** `true`: searches filter and sort by it; `unsorted`: they only filter. */
	search?: true | 'unsorted';
	/** The value in a new record whose form lacks it. */
	usual?: unknown;
	/** The schema in requests, if it does not follow from the type. */
	request?: TSchema;
	/** The schema in responses, if it does not follow from the type. */
	response?: TSchema | ((version: VersionName) => TSchema);
	/** `false`: no column stores it, since a rule computes it for each response. */
	column?: false;
}

/** A property of a record. Its key is the name of its column. */
export interface Property extends PropertyOptions {
	type: Type;
	/** The table that a reference points to. */
	to?: ReferencedTable;
	/** The kind of record that the custom values belong to. */
	owner?: FieldOwner;
	/** The two kinds that are linked: the one that has this property, and the other. */
	link?: readonly [own: LinkedKind, other: LinkedKind];
}
export type Properties = Record<string, Property>;

/** Custom values of a request: each names its field by value id, item id or itemKey (v2 §2.1). */
export type CustomItems = Array<{ id?: number; itemKey?: string; value?: unknown }>;

/** The body of a create or update request, already checked against the schema made of the properties. */
export type Form = Record<string, unknown>;

/** The types of properties, with the value that the store keeps for each. */
interface Types {
	text: string;
	integer: number;
	decimal: Decimal;
	flag: boolean;
	/** `YYYY-MM-DD` */
	date: string;
	/** Milliseconds since 1970; ISO 8601 in requests. */
	moment: number;
	/** A reference that is a number in requests (`ownerRoleId`) and an object in responses (`ownerRole`). */
	id: number;
	/** A reference that is an object in both (`customer: {id}`). */
	ref: number;
	ids: number[];
	refs: number[];
	customs: CustomValues;
	/** Links with records of another kind, which a table of their own stores. */
	links: never;
	/** Anything that a rule writes and shows. */
	json: unknown;
}
type Type = keyof Types;

const ofType =
	<T extends Type>(type: T) =>
	<const O extends PropertyOptions = object>(options: O = {} as O) => ({ type, ...options });
const referring =
	<T extends Type>(type: T) =>
	<const O extends PropertyOptions = object>(to: ReferencedTable, options: O = {} as O) => ({
		type,
		to,
		...options,
	});

/** Makes the properties of records, by their type: `property.text({ required: true })`. */
export const property = {
	text: ofType('text'),
	integer: ofType('integer'),
	decimal: ofType('decimal'),
	flag: ofType('flag'),
	date: ofType('date'),
	moment: ofType('moment'),
	id: referring('id'),
	ref: referring('ref'),
	ids: referring('ids'),
	refs: referring('refs'),
	customs: (owner: FieldOwner, as = `${owner}Customs`) =>
		({ type: 'customs', as, owner, usual: {} }) as const,
	links: (own: LinkedKind, other: LinkedKind, options: PropertyOptions = {}) =>
		({ type: 'links', link: [own, other], column: false, ...options }) as const,
	/** A value that a rule writes and shows. Its type is known to the compiler only. */
	json:
		<Value>() =>
		<const O extends PropertyOptions>(options: O): O & Json<Value> => ({
			type: 'json',
			...options,
		}),
};
interface Json<Value> {
	type: 'json';
	kept?: Value;
}

/** A property's name in requests: for a reference that is given as an object, `customer` for `customerId`. */
export function nameIn(key: string, { as, type }: Property): string {
	if (as !== undefined) return as;
	return type === 'ref' || type === 'refs' ? key.replace(/Id(s?)$/, '$1') : key;
}

/** A property's name in responses: `ownerRole` for `ownerRoleId`, since they show references as objects. */
export function nameOut(key: string, definition: Property): string {
	const { as, type } = definition;
	return as === undefined && (type === 'id' || type === 'ids')
		? key.replace(/Id(s?)$/, '$1')
		: nameIn(key, definition);
}

type OrNull<P> = P extends { null: true | 'unset' } ? null : never;
type ColumnValueOf<P> =
	P extends Json<infer Value>
		? Value
		: P extends { type: infer T extends Type }
			? Types[T] | OrNull<P>
			: never;

/** The stored row of a record with these properties, by column. */
export type Stored<P> = {
	[Key in keyof P as P[Key] extends { column: false } ? never : Key]: ColumnValueOf<P[Key]>;
};

/** The columns that every row has. */
export interface BaseRow {
	id: number;
	domainId: number;
}
/** The columns of a row whose writes are dated; moments are in ms since 1970. */
export interface DatedRow extends BaseRow {
	createdAt: number;
	updatedAt: number;
	/** The moments from which lists and the search index show this version; 0 = at once. */
	listAt: number;
	searchAt: number;
	version: number;
}
