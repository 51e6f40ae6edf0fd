import type { IDataObject } from 'n8n-workflow';
import type { Rule } from '../api/expectedAnswer';
import { isOperationId, type OperationId, type ResourceId } from '../api/routes/routes';
import type { CustomFields, Field } from '../fields';
import { own } from '../shared';
import type { EventDescription } from './events';

/**
 * What a record is, described once. The node's form and requests, the search, the trigger, the
 * dropdowns and the page of operations are made from it; nothing else describes a record.
 */
export interface RecordDescription {
	/** As in the operation ids (S1): `dealAction`. */
	readonly id: ResourceId;
	/** `Deal Action` */
	readonly name: string;
	/** `deal action`: its name in lower case when not given. */
	readonly one: string;
	/** `deal actions` */
	readonly many: string;
	/** The path parameter that names one. */
	readonly key?: Field;
	/** The path parameters that its records are found under, such as the customer of an action. */
	readonly within: readonly Field[];
	/** The same in lists, where they may be `all`. */
	readonly listedWithin: readonly Field[];
	/**
	 * What a bulk request carries instead of `within`: the owner of each row, or what all rows
	 * share. It replaces a field of the same name.
	 */
	readonly bulk: readonly Field[];
	/** Its own properties, including those that only the service sets. */
	readonly fields: readonly Field[];
	readonly customs?: CustomFields;
	/** The v1 list of the custom fields whose values stand in rows, such as those of a deal's products (v1 §2.7). */
	readonly valuesDefinedBy?: OperationId;
	/** What Get Many and the trigger can filter by. */
	readonly filters: readonly Field[];
	/** The resources whose fields a search can compare too (v2 §4.9, S3). */
	readonly related: readonly ResourceId[];
	/** What the service refuses by the names of its requests. */
	readonly rule?: Rule;
	/** How the trigger watches it; absent where it can't. */
	readonly watch?: Watch;
	/** What the service deletes together with one, where the documents say so. */
	readonly deletedWith?: string;
	readonly operations: readonly OperationSpec[];
}

/** What the trigger has to know about a list. */
export interface Watch {
	/** Whether it can be sorted by update time (v2 §4.4, v1 §4). Action lists can't (v2 §4.5). */
	readonly sortable: boolean;
	/** Whether it can be sorted newest first (custom objects can't, v2 §4.11). */
	readonly newestFirst: boolean;
	/** The properties with related objects, which only a get by id returns (v2 §2). */
	readonly related: ReadonlyArray<'customObjects' | 'deals' | 'customers' | 'contacts'>;
	/**
	 * Whether it can be unlinked from the record within which alone it can be read by its ID. A get
	 * then answers as if it were deleted.
	 */
	readonly unlinkable: boolean;
	/** What its list can't be filtered by, so that the trigger looks at each record: references by their IDs. */
	readonly conditions: readonly Field[];
	/** Its events besides created and updated. */
	readonly events: readonly EventDescription[];
	/** What a sample holds besides id and times. */
	readonly sample: IDataObject;
}

interface Texts {
	readonly name: string;
	/** How the editor's list of actions reads: `Get many deals`. */
	readonly action: string;
	readonly description: string;
}

/** What an operation has besides what follows from its record. */
export interface OperationParts {
	/** Further fields of the request, in the collection Options. */
	readonly options?: readonly Field[];
	/** What a list can be sorted by, in the collection Sort. */
	readonly sort?: readonly Field[];
	/** A warning that the form shows for a choice with costly consequences. */
	readonly notice?: string;
	/** Filters that only the list has, such as the window of update times, which the trigger sets. */
	readonly filters?: readonly Field[];
	/** The property of a bulk answer that lists what the service skipped. */
	readonly skipped?: 'skippedDeals';
}

/** A list besides Get Many, such as the labels of a field. */
export interface ListSpec extends Texts, OperationParts {
	readonly kind: 'list';
	readonly path?: readonly Field[];
}

/** An operation that fits none of the usual kinds, such as linking two records. */
export interface RequestSpec extends Texts, OperationParts {
	readonly kind: 'request';
	readonly writes: boolean;
	/** What comes back, where that is not what is usual: a record of a read, anything of a write. */
	readonly returns?: 'settings' | 'record';
	readonly fields?: readonly Field[];
	/**
	 * What each write changes, so that writes to one thing keep the order of the items: each entry
	 * names the parameters that identify one thing (none: there is only one), `path` all those of the
	 * path. The whole path when absent.
	 */
	readonly changes?: ReadonlyArray<'path' | readonly string[]>;
	/** Optional fields of the body, under Additional Fields. */
	readonly bodyFields?: readonly Field[];
	/** Optional fields of the body, under Update Fields. */
	readonly changedFields?: readonly Field[];
}

/** The `changes` of writes that all depend on each other: each begins when the one before has ended. */
export const ONE_BY_ONE: NonNullable<RequestSpec['changes']> = [[]];

/** The operations that many records share; each is made from the record alone, where the service has it. */
const USUAL = [
	'getMany',
	'search',
	'get',
	'create',
	'update',
	'delete',
	'createMany',
	'updateMany',
] as const;

/** Create or Update is made of two operations, and offered where a record says so. */
export type UsualKind = (typeof USUAL)[number] | 'createOrUpdate';

type UsualSpec = OperationParts & { readonly kind: UsualKind };

/** An operation of a record, as data; `operations/` makes it. */
export type OperationSpec = (UsualSpec | ListSpec | RequestSpec) & {
	/** As in the operation ids (S1): `getMany`. */
	readonly id: string;
	/** The route that must exist in an interface for the operation to be available there. */
	readonly route: OperationId;
};

type OperationOf<Resource extends ResourceId> =
	Extract<OperationId, `${Resource}.${string}`> extends `${string}.${infer Operation}`
		? Operation
		: never;

/**
 * What sets the operations of a record apart, by their ids: further ones, and what the usual ones have
 * besides. One without a route does not compile.
 */
type Operations<Resource extends ResourceId> = {
	readonly [Id in OperationOf<Resource> | 'createOrUpdate']?: Id extends UsualKind
		? OperationParts | RequestSpec
		: ListSpec | RequestSpec;
};

type Given<Resource extends ResourceId> = Pick<RecordDescription, 'name'> &
	Partial<Omit<RecordDescription, 'id' | 'operations' | 'watch'>> & {
		readonly watch?: Partial<Watch>;
		readonly operations?: Operations<Resource>;
	};

const PLAIN = {
	sortable: false,
	newestFirst: false,
	unlinkable: false,
	related: [],
	conditions: [],
	events: [],
};

/** The route of one of a record's operations; `undefined` where the service has none. */
export function routeOf({ id }: Pick<RecordDescription, 'id'>, operation: OperationOf<ResourceId>) {
	const name = `${id}.${operation}`;
	return isOperationId(name) ? name : undefined;
}

function specOf(id: ResourceId, operation: string, spec: object): OperationSpec {
	// Without the first of its two operations, Create or Update could not be offered.
	const route = `${id}.${operation === 'createOrUpdate' ? 'create' : operation}`;
	return { kind: operation, ...spec, id: operation, route } as OperationSpec;
}

/** The usual operations that the service has for a resource. */
const usualOf = (id: ResourceId): Record<string, object> =>
	Object.fromEntries(
		USUAL.filter((kind) => isOperationId(`${id}.${kind}`)).map((kind) => [kind, {}]),
	);

/** Describes a record; what is left out is empty. */
export function record<const Resource extends ResourceId>(
	id: Resource,
	{ name, within = [], operations, watch, ...rest }: Given<Resource>,
): RecordDescription {
	const { one = name.toLowerCase(), many = `${one}s` } = rest;
	return {
		listedWithin: within,
		bulk: [],
		fields: [],
		filters: [],
		related: [],
		...rest,
		id,
		name,
		one,
		many,
		within,
		...(watch && {
			watch: { ...PLAIN, sample: { name: `Sample ${one}` }, ...watch },
		}),
		operations: Object.entries<object>({ ...usualOf(id), ...operations }).map(([name, spec]) =>
			specOf(id, name, spec),
		),
	};
}

/** What Simplified keeps besides the custom values; empty where all is kept. */
export const mainFields = ({ fields }: Pick<RecordDescription, 'fields'>): Field[] =>
	fields.filter(({ is }) => is.includes('main'));

/**
 * The custom values of a record, or of a request's body: a list, or an object by key. This hides
 * where they stand: in a property of their own, or beside all that is described (v2 §2.8).
 */
export function customsIn(
	record: Readonly<IDataObject>,
	{ customs, fields, watch }: Pick<RecordDescription, 'fields' | 'customs' | 'watch'>,
): unknown {
	if (customs === undefined) return undefined;
	if (customs.property !== undefined) return own(record, customs.property);
	const described = new Set([...fields.map(({ key }) => key), ...(watch?.related ?? [])]);
	const others = Object.entries(record).filter(([key]) => !described.has(key));
	return Object.fromEntries(others);
}

/** Whether custom fields are properties of the record itself, with whatever names their users gave them (v2 §2.8). */
export const hasOwnNames = ({ customs }: Pick<RecordDescription, 'customs'>): boolean =>
	customs !== undefined && customs.property === undefined;

/** The property that holds a record's custom values; empty where none does. */
export const customsProperty = ({ customs }: Pick<RecordDescription, 'customs'>): string =>
	customs?.property ?? '';
