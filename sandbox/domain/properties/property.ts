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

/** Whose custom field it is. */
export type FieldOwner = 'customer' | 'deal' | 'contact' | 'action' | 'productDetail';

export type CustomValue = string | number | number[] | Decimal;
/** Custom values by the id of their field; a missing entry is an empty field. */
export type CustomValues = Record<string, CustomValue | undefined>;

/**
 * What there is to say of a property beside its type. Nothing said, it is optional in the forms of
 * creation and update, never null, shown, and not searched.
 */
export interface PropertyOptions {
	/** The name in requests and responses, where that does not follow from the column's. */
	as?: string;
	/** It may be empty, and null empties it; `unset`: null until it is given, and no request takes null (S8). */
	null?: true | 'unset';
	/** A create form must have it. */
	required?: true;
	/** Where alone it is written; by default both on creation and by updates. */
	write?: 'create' | 'update' | 'never';
	/** No response shows it. */
	hidden?: true;
	/** Only v2 takes and shows it. */
	v2?: true;
	/** The search index holds it; `unsorted`: to filter, not to sort by. */
	search?: true | 'unsorted';
	/** What a new record has without it. */
	usual?: unknown;
	/** What requests take, where the type does not say it. */
	request?: TSchema;
	/** What responses hold, where the type does not say it. */
	response?: TSchema | ((version: VersionName) => TSchema);
	/** False for what a rule makes anew each time: no column holds it. */
	column?: false;
}

/** A property of a record. Its key is the name of its column. */
export interface Property extends PropertyOptions {
	type: Type;
	/** What a reference is to. */
	to?: ReferencedTable;
	/** Whose custom values they are. */
	owner?: FieldOwner;
	/** Which kinds of record are linked: its own, and the other. */
	link?: readonly [own: LinkedKind, other: LinkedKind];
}
export type Properties = Record<string, Property>;

/** Custom values of a request: each names its field by value id, item id or itemKey (v2 §2.1). */
export type CustomItems = Array<{ id?: number; itemKey?: string; value?: unknown }>;

/** A request's form: its schema is made of the properties, and has been checked. */
export type Form = Record<string, unknown>;

/** The types, and what the store keeps of each. */
interface Types {
	text: string;
	integer: number;
	decimal: Decimal;
	flag: boolean;
	/** `YYYY-MM-DD` */
	date: string;
	/** Milliseconds since 1970; ISO 8601 in requests. */
	moment: number;
	/** A reference that requests make by its number (`ownerRoleId`), and responses by its object. */
	id: number;
	/** A reference that is an object in both (`customer: {id}`). */
	ref: number;
	ids: number[];
	refs: number[];
	customs: CustomValues;
	/** Links with records of another kind: no column holds them. */
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
	/** A value that a rule writes and shows. Its type is given here, since only the compiler knows it. */
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

/** A property's name in requests: `customer` of `customerId`, where it is given as an object. */
export function nameIn(key: string, { as, type }: Property): string {
	if (as !== undefined) return as;
	return type === 'ref' || type === 'refs' ? key.replace(/Id(s?)$/, '$1') : key;
}

/** A property's name in responses: `ownerRole` of `ownerRoleId`, since they show what it refers to. */
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

/** What the store keeps of these properties; the names are those of its columns. */
export type Stored<P> = {
	[Key in keyof P as P[Key] extends { column: false } ? never : Key]: ColumnValueOf<P[Key]>;
};

/** What every row has. */
export interface BaseRow {
	id: number;
	domainId: number;
}
/** What every row has whose writes are dated; moments in ms. */
export interface DatedRow extends BaseRow {
	createdAt: number;
	updatedAt: number;
	/** When lists and the search index show this version; 0 = at once. */
	listAt: number;
	searchAt: number;
	version: number;
}
