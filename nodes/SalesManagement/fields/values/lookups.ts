import type { INodePropertyOptions } from 'n8n-workflow';
import type { OperationId, ResourceId } from '../../api/routes';

/** Descriptions of lists in which names are looked up: data, which `lookups/` reads. */

/** The place of names in an object: paths of properties, each of which may hold a list. */
export interface NamesAt {
	/** The paths to the named things; empty for the object itself. */
	readonly at: string | readonly string[];
	/** Their property with the id; `id` when absent. */
	readonly id?: string;
	/** Their property with the name; `name` when absent. */
	readonly name?: string;
	/** The path to a text that tells things with the same name apart. */
	readonly also?: string;
}

/** A list that no v2 operation returns: its names are gathered from where they occur. */
export interface ScatteredNames {
	/** In each deal type of v1's domain settings (v1 §2.1), or in each record of a v1 list. */
	readonly settings?: NamesAt & { readonly operation?: OperationId };
	/** In the records of these resources. */
	readonly records: NamesAt & { readonly of: readonly ResourceId[] };
	/** Whether each deal type has its own. */
	readonly ofDealType?: true;
}

/** A custom field, as far as its definition (v1 §2.1, §2.9) or the values of records tell. */
export interface CustomField {
	/** Its itemKey, or the id of its item as text where it has no key. */
	readonly key: string;
	/** The id of its item, where it is known. */
	readonly itemId?: number;
	readonly name: string;
	/** S3; absent where only values are known (the compact form). */
	readonly itemType?: string;
	/** The choices of a single or multiple choice. */
	readonly options: readonly INodePropertyOptions[];
}

/** A short list of names, loaded as a whole. */
export interface Dropdown {
	readonly kind: 'dropdown';
	/** The node's method that fills it. */
	readonly method: string;
	/** The parameters on which its content depends. */
	readonly dependsOn?: readonly string[];
	/** A list that an operation returns whole, or scattered names. */
	readonly names: { readonly listedBy: OperationId } | ScatteredNames;
}

/** A long list, searched and paged. */
export interface Locator {
	readonly kind: 'locator';
	readonly method: LocatorMethod;
}

export type Lookup = Dropdown | Locator;

/** The methods that search long lists. */
export type LocatorMethod =
	'searchActions' | 'searchContacts' | 'searchCustomers' | 'searchCustomObjects' | 'searchDeals';

/** The methods that list fields instead of records. */
export type FieldListMethod =
	| 'getActionFieldKeys'
	| 'getAlsoMatchFields'
	| 'getColumnFields'
	| 'getCustomObjectFilterFields'
	| 'getGroupFields'
	| 'getMatchFields'
	| 'getSearchFields'
	| 'getSearchValues'
	| 'getValueFields';
