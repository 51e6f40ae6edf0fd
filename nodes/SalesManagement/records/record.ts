import type { IDataObject } from 'n8n-workflow';
import type { Rule } from '../api/expectedAnswer';
import { isOperationId, type OperationId, type ResourceId } from '../api/routes';
import type { CustomFields, Field } from '../fields';
import { own } from '../shared';
import type { TriggerOptions } from './controls';
import type usual from './data/usual.json';

/**
 * The description of a record. The node's form and requests, the search, the trigger, the dropdowns and the
 * page of operations are made from it; nothing else describes a record. In the comments of all files, `v1 §2.3` and
 * `v2 §4.6` are parts of the service's documents, S1 to S8 and A1 to A4 our own decisions: `docs/decisions.md` has each.
 */
export interface RecordDescription {
	/** The first part of an operation id (S1): `dealAction`. */
	readonly id: ResourceId;
	/** `Deal Action` */
	readonly name: string;
	/** `deal action`: its name in lower case when not given. */
	readonly one: string;
	/** `deal actions` */
	readonly many: string;
	/** The path parameter with the ID of a record, which routes call `id`. */
	readonly key?: Field;
	/** The path parameters under which its records are found, such as the customer of an action. */
	readonly parentParams: readonly Field[];
	/** The path parameters of its lists, which may be `all`. */
	readonly listParentParams: readonly Field[];
	/**
	 * The parameters of a bulk request in place of `parentParams`: the owner of each row, or a value that all
	 * rows share. Each one replaces a field of the same name.
	 */
	readonly bulk: readonly Field[];
	/** Its own properties, including those that only the service sets. */
	readonly fields: readonly Field[];
	readonly customs?: CustomFields;
	/** The v1 list that defines the custom fields of its rows, such as those of a deal's products (v1 §2.7). */
	readonly valuesDefinedBy?: OperationId;
	/** The filters of Get Many and the trigger. */
	readonly filters: readonly Field[];
	/** The resources whose fields a search can compare too (v2 §4.9, S3). */
	readonly related: readonly ResourceId[];
	/** A rule that the service enforces; its errors use the names of the request's properties. */
	readonly rule?: Rule;
	/** How the trigger watches it; absent if it can't. */
	readonly watch?: Watch;
	/** The data that the service deletes together with a record, if the documents say so. */
	readonly deletedWith?: string;
	readonly operations: readonly OperationSpec[];
}

/** The comparison of an event with the version of the record that was handled last. */
export interface Compared {
	/** Names the comparison. If the name changes, the trigger learns the values anew. */
	readonly name: string;
	/**
	 * The compared value of a record.
	 * @throws NotComparable for a record that lacks it.
	 */
	readonly valueIn: (record: IDataObject) => string;
	/** Whether the user wants a change, by the new value; if absent, each one is wanted. */
	readonly wants?: (to: string) => boolean;
	/** The values into which a change is wanted, if not all are: they tell one view of the records from another. */
	readonly wanted?: unknown;
	/** Further properties of `_event`. */
	readonly details?: (record: IDataObject, change: Change) => IDataObject;
	/** The fields that the user named and that no compared record has had so far. */
	readonly missing?: ReadonlySet<string>;
}

/** A compared value before and after; `from` is absent if it is unknown. */
export interface Change {
	readonly from?: string;
	readonly to: string;
}

/** An event of the trigger, described once: its form, what it compares, what it adds, its sample. */
export interface EventDescription extends OperationTexts {
	readonly id: string;
	/**
	 * The versions that are events: `changed` is one with a new compared value; `deleted` is no version, but
	 * the record's end.
	 */
	readonly reports: 'created' | 'updated' | 'createdOrUpdated' | 'changed' | 'deleted';
	/**
	 * Its comparison with the user's settings; absent, or `undefined`, if it compares nothing.
	 * @param given the trigger's options, as far as they are given and belong to the event.
	 */
	compared?(given: Partial<TriggerOptions>, record: RecordDescription): Compared | undefined;
	/** Filters that would hide one side of each change, as what they are set to instead. */
	readonly overrides?: IDataObject;
	/** Whether the first version of a new record is a change as well, from nothing. */
	readonly newCounts?: boolean;
	/** The properties that a sample record gets. */
	readonly sample?: IDataObject;
}

/** The properties of a record's list on which the trigger depends. */
export interface Watch {
	/** Whether it can be sorted by update time (v2 §4.4, v1 §4). Action lists can't (v2 §4.5). */
	readonly sortable: boolean;
	/** Whether it can be sorted newest first (custom objects can't, v2 §4.11). */
	readonly newestFirst: boolean;
	/** The properties with related objects, which only a get by id returns (v2 §2). */
	readonly related: ReadonlyArray<'customObjects' | 'deals' | 'customers' | 'contacts'>;
	/**
	 * Whether it can be unlinked from the record under which alone it can be read by its ID. A get then answers
	 * as if it were deleted.
	 */
	readonly unlinkable: boolean;
	/**
	 * Filters that its list does not have, so that the trigger checks each record: references, by their IDs.
	 */
	readonly conditions: readonly Field[];
	/** Its events besides created and updated. */
	readonly events: readonly EventDescription[];
	/** The properties of a sample record besides id and times. */
	readonly sample: IDataObject;
}

/** The texts of an operation, or of an event. */
export interface OperationTexts {
	readonly name: string;
	/** The text in the editor's lists of actions and triggers, which are also searched: `Get many deals`, `Deal won`. */
	readonly action: string;
	readonly description: string;
	/** A warning that the form shows about costly consequences, such as those that can't be undone. */
	readonly notice?: string;
}

/** An operation of a record, as data; `operations/` makes it. Which kind has which parts says `schema/record.schema.json`. */
export interface OperationSpec extends OperationTexts {
	/** A kind that many records share, a list besides Get Many, or a request that fits no other kind. */
	readonly kind: keyof typeof usual.operations | 'list' | 'request';
	/** The second part of an operation id (S1): `getMany`. */
	readonly id: string;
	/** The route that must exist in an interface for the operation to be available there. */
	readonly route: OperationId;
	/** Further fields of the request, in the collection Options. */
	readonly options?: readonly Field[];
	/** The orders of a list, in the collection Sort. */
	readonly sort?: readonly Field[];
	/**
	 * Filters that Get Many has and the trigger does not, such as the window of update times, which the trigger
	 * sets itself.
	 */
	readonly filters?: readonly Field[];
	/** The property of a bulk answer that lists what the service skipped. */
	readonly skipped?: 'skippedDeals';
	/** The path of a list. */
	readonly path?: readonly Field[];
	/** The answer of a request, if it is not the usual one: a record for a read, anything for a write. */
	readonly returns?: 'settings' | 'record';
	/** The fields of a request at the top of its form. */
	readonly fields?: readonly Field[];
	/**
	 * The things that each write changes, so that writes to one thing keep the order of the items. Each entry
	 * lists the parameters that identify one thing (none: there is only one); `path` stands for all those of
	 * the path. If absent, the whole path identifies it.
	 */
	readonly changes?: ReadonlyArray<'path' | readonly string[]>;
	/** Optional fields of the body of a request, under Additional Fields. */
	readonly bodyFields?: readonly Field[];
	/** Optional fields of the body of a request, under Update Fields. */
	readonly changedFields?: readonly Field[];
}

/** The second parts of all operation ids. */
type OperationName = OperationId extends `${string}.${infer Name}` ? Name : never;

/** The operation id of one of a record's operations; `undefined` if the service does not have it. */
export function routeOf({ id }: RecordDescription, operation: OperationName) {
	const name = `${id}.${operation}`;
	return isOperationId(name) ? name : undefined;
}

/** The fields that Simplified keeps, besides the custom values; none if it keeps all. */
export const mainFields = ({ fields }: RecordDescription): Field[] =>
	fields.filter(({ traits }) => traits.includes('main'));

/**
 * The custom values of a record or of a request's body: a list, or an object by key. Callers need not know
 * whether they have a property of their own, or are properties beside the described ones (v2 §2.8).
 */
export function customsIn(
	record: Readonly<IDataObject>,
	{ customs, fields, watch }: RecordDescription,
): unknown {
	if (customs === undefined) return undefined;
	if (customs.property !== undefined) return own(record, customs.property);
	const described = new Set([...fields.map(({ key }) => key), ...(watch?.related ?? [])]);
	const others = Object.entries(record).filter(([key]) => !described.has(key));
	return Object.fromEntries(others);
}

/**
 * Whether custom fields are properties of the record itself, with any names that users gave them (v2 §2.8).
 */
export const hasOwnNames = ({ customs }: RecordDescription): boolean =>
	customs !== undefined && customs.property === undefined;

/** The property that holds a record's custom values; empty if there is none. */
export const customsProperty = ({ customs }: RecordDescription): string => customs?.property ?? '';
