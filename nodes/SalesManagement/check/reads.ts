/** Every read of the service, in an order in which each one finds the IDs that it needs. */
import type { IDataObject } from 'n8n-workflow';
import { problemInPath, type OperationId, type ServiceRequest } from '../api/routes';
import { comparison, composite } from '../lookups/search/filter';
import { mapValues, objectsAt, textOf, valuesAt } from '../shared';
import reads from './reads.json';

/** One request for a read, and the record that it asks for, if any. */
export interface Ask extends Omit<ServiceRequest, 'operation'> {
	readonly record?: IDataObject;
}

/** A row of `reads.json`: the requests with which a read of the service is tried. */
interface AccountRead {
	/** The earlier read with whose records it is tried, one after the other; it is tried once if absent. */
	readonly ofEach?: string;
	/** The path in these records at which the objects are; they are the objects themselves if absent. */
	readonly within?: string;
	/** The types of fields with which it is tried, by a part of their names: only fields with choices have labels. */
	readonly itemType?: string;
	/** The source of each path parameter: a path in the object, `definitionKey` as entered, or the word `all`. */
	readonly path?: Readonly<Record<string, string>>;
}

const READS: Readonly<Partial<Record<OperationId, AccountRead>>> = reads;

/** The reads in their order. The documents show the first one's address, so it says the most about the base address. */
export const READ_IDS: readonly OperationId[] = Object.keys(reads) as Array<keyof typeof reads>;

type Path = Readonly<Record<string, unknown>>;

const isWhole = (path: Path): path is Record<string, string | number> =>
	Object.values(path).every(
		(part) => typeof part === 'number' || problemInPath(textOf(part)) === undefined,
	);

/**
 * A search by name. Lists come newest first, so the last record is the likeliest to be in the search index
 * (v2 §4.4).
 */
const byName = (records: readonly IDataObject[]): Ask[] =>
	records
		.filter(({ name }) => typeof name === 'string' && name.trim() !== '')
		.slice(-1)
		.map((record) => {
			const isNamed = comparison({ field: { name: 'name' } }, '=', { stringValue: record.name });
			return { record, body: { filter: composite('AND', [isNamed]) } };
		});

/**
 * The requests for a read, one for each record that it can be tried with; none without such a record.
 * @param shown gives the records that an earlier read returned.
 */
export function asksFor(
	operation: OperationId,
	shown: (operation: OperationId) => readonly IDataObject[],
	definitionKey?: string,
): Ask[] {
	const { ofEach, within = '', itemType = '', path = {} } = READS[operation] ?? {};
	const listed = ofEach === undefined ? [{}] : shown(ofEach as OperationId);
	const objects = listed.flatMap((each) => objectsAt(each, within));
	if (operation.endsWith('.search')) return byName(objects);
	return objects
		.filter((each) => textOf(each.itemType).includes(itemType))
		.flatMap((record) => {
			const known = { ...record, definitionKey, all: 'all' };
			const filled: Path = mapValues(path, (at) => valuesAt(known, at)[0]);
			return isWhole(filled) ? [{ record, path: filled }] : [];
		});
}
