import type { ResourceId } from '../../api/routes';
import type { CustomField, Lookup } from './lookups';

/** A name that was given where an ID could be. */
export interface NameQuery {
	/** The list of the named things. */
	readonly lookup: Lookup;
	/** As it is written. */
	readonly name: string;
	/** The name of the field in the form. */
	readonly label: string;
	/** All that have the name, or what has exactly this one; the only one that has it when absent. */
	readonly means?: 'all' | 'exact';
}

/** Knows the ids of the names that an item gives. */
export interface NameReader {
	/** The IDs of the named things. @throws UsageError when nothing has the name, or several things have it. */
	idsOf(asked: NameQuery): readonly number[];
	/**
	 * The ids of all that have a name which is given beside ids: none where nothing has it, `undefined`
	 * where that can't be told, since no list shows the name or one of the ids.
	 */
	readonly idsBeside?: (asked: NameQuery, ids: readonly number[]) => readonly number[] | undefined;
	/** Whether a phase is in progress, as far as the list of phases tells. */
	readonly isInProgress?: (phase: unknown) => boolean;
	/**
	 * The custom fields of a resource; `undefined` while it is only noted that they are needed.
	 * @throws the error of the request that reads them.
	 */
	readonly fieldsOf?: (resource: ResourceId) => readonly CustomField[] | undefined;
}

/** Actions and custom objects have no names that tell one from the others. */
export const hasNames = ({ method }: { readonly method: string }): boolean =>
	method !== 'searchActions' && method !== 'searchCustomObjects';
