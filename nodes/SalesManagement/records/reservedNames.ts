/**
 * The property names that records and results have themselves, so that no custom field is output under one of
 * them.
 */
import type { Field } from '../fields';
import { IMPORT_ERROR } from '../files';
import { customsProperty, type RecordDescription } from './record';

/** The properties of the results of writes, including dry runs and failures. */
export const RESULT_NAMES = ['action', 'success', 'skipped', 'error', 'dryRun'];

/**
 * The properties that the node adds to records and rows: the trigger's event, the cursor of a list read in parts,
 * the error of an import.
 */
const NODE_NAMES = ['_event', '_next', IMPORT_ERROR];

/** The property under which Simplified output shows the ID of a reference. */
export const idName = (name: string): string => `${name}Id`;

/** Every field of a record, or that identifies one. */
export const allFields = ({ fields, key, parentParams, bulk }: RecordDescription): Field[] => [
	...fields,
	...parentParams,
	...bulk,
	...(key ? [key] : []),
];

/**
 * The names of a record's own properties in every form of output: raw, simplified or as the result of a
 * write. Properties that a record lacks, or that are left out, count as well, so that each name has one
 * meaning.
 */
export function ownNames(record: RecordDescription): ReadonlySet<string> {
	const described = allFields(record).flatMap(({ key, shownAs }) => [key, shownAs]);
	const added = [...(record.watch?.related ?? []), 'files'];
	const known = [...described, ...added, customsProperty(record)].filter(Boolean);
	return new Set([...known, ...known.map(idName), ...NODE_NAMES, ...RESULT_NAMES]);
}
