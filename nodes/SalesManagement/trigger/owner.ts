/** The record within whose list the trigger looks, such as the customer of the actions: is it gone? */
import { ServiceError, UsageError } from '../api/errors/errors';
import { listingOf } from '../api/lists/listing';
import { pageAt, PageSize } from '../api/lists/page';
import type { Client, SendOptions } from '../api/types';
import { recordOf } from '../records';
import { routeOf, type RecordDescription } from '../records/record';
import type { Settings } from './settings';

export interface Owner {
	readonly id: string | number;
	readonly record: RecordDescription;
	/** As the form calls it. */
	readonly label: string;
}

/** Of a list within one record; a key, such as that of a definition, is no record. */
export function ownerOf({ record, path }: Pick<Settings, 'record' | 'path'>): Owner | undefined {
	for (const { name, key, label } of record.listedWithin) {
		const owner = recordOf(name.replace(/Id$/, ''));
		const id = path[key];
		if (owner && id !== undefined && id !== 'all') return { id, record: owner, label };
	}
	return undefined;
}

/** Whether the service itself says that something is missing; v1 says so of a list by a 500 (v1 §4). */
const saysMissing = (error: unknown, statuses: readonly number[]): boolean =>
	error instanceof ServiceError &&
	error.isOwn &&
	error.outcome === 'refused' &&
	statuses.includes(error.status ?? 0);

/**
 * Whether a list failed because its owner is gone: a get by its ID says so, while the list of all such
 * owners is there, and what it shows is found in the same way. A wrong address looks otherwise.
 */
export async function isOwnerGone(
	{ id, record }: Owner,
	failure: unknown,
	{ client, waits }: { readonly client: Client; readonly waits: SendOptions },
): Promise<boolean> {
	const [list, get] = [routeOf(record, 'getMany'), routeOf(record, 'get')];
	if (!list || !get || !saysMissing(failure, [404, 410, 500])) return false;
	const isMissing = async (each: unknown) =>
		await client.send({ operation: get, path: { id: each as number } }, waits).then(
			() => false,
			(error: unknown) => {
				if (saysMissing(error, [404, 410])) return true;
				throw error as Error;
			},
		);
	try {
		if (!(await isMissing(id))) return false;
		const page = await pageAt(listingOf(client, { operation: list }, waits), new PageSize(1));
		const [other] = page?.records ?? [];
		return page !== undefined && (!other || !(await isMissing(other.id)));
	} catch (error) {
		if (error instanceof ServiceError) return false;
		throw error as Error;
	}
}

export const ownerGone = (
	{ id, record: owner, label }: Owner,
	{ record }: Pick<Settings, 'record'>,
): UsageError =>
	new UsageError(
		`The ${owner.one} with ID ${id} no longer exists (or never did), so there are no ${record.many} of it to watch: choose another in Filters, under ${label}, or unpublish this workflow.`,
	);
