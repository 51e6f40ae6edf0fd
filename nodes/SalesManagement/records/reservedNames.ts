/** The names of properties that records and results have themselves, and no custom field goes by. */
import type { Field } from '../fields';
import { customsProperty, type RecordDescription } from './record';

/** What the results of a write say of themselves, plans and failures included. */
export const RESULT_NAMES = ['action', 'success', 'skipped', 'error', 'dryRun'];

/** What the node itself adds to records: the trigger's event, the rest of a list read in parts. */
const NODE_NAMES = ['_event', '_next'];

/** What of a description names the properties of its records. */
export type Named = Pick<RecordDescription, 'fields' | 'customs' | 'watch'> &
	Partial<Pick<RecordDescription, 'key' | 'within' | 'bulk'>>;

export const idName = (name: string): string => `${name}Id`;

/** Every field that names a record, or is one of it. */
export const allFields = ({ fields, key, within = [], bulk = [] }: Named): Field[] => [
	...fields,
	...within,
	...bulk,
	...(key ? [key] : []),
];

/**
 * The names of a record's own properties in whatever form it is handed out, raw, simplified or as the
 * result of a write. Also those that a record lacks or that are left out: a name means one thing.
 */
export function ownNames(record: Named): ReadonlySet<string> {
	const described = allFields(record).flatMap(({ key, shownAs = key }) => [key, shownAs]);
	const added = [...(record.watch?.related ?? []), 'files'];
	const known = [...described, ...added, customsProperty(record)].filter(Boolean);
	return new Set([...known, ...known.map(idName), ...NODE_NAMES, ...RESULT_NAMES]);
}
