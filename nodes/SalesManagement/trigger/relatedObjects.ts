import type { IDataObject } from 'n8n-workflow';
import { ServiceError } from '../api/errors/errors';
import type { Event } from '../polling';
import { routeOf } from '../records/record';
import { isObject } from '../shared';
import type { Poll } from './pollContext';

/** What is added to the record of an event. */
interface Related {
	readonly objects?: IDataObject;
	/** For `_event`, where they could not be read, and why. */
	readonly mark?: IDataObject;
	readonly failure?: ServiceError;
}

/**
 * Reads related objects: lists don't return them (v2 §2), so each record is read by itself, within the
 * time that is left. One that can't be read holds nothing back.
 */
export async function relatedTo(
	{ client, settings, budget }: Poll,
	{ row }: Event<IDataObject>,
): Promise<Related> {
	const { record, path, relatedObjects } = settings;
	const operation = routeOf(record, 'get');
	if (!relatedObjects || !operation) return {};
	const query = { include_related_objects: 1 };
	const request = { operation, path: { ...path, id: row.id }, query };
	const found = await client.send(request, budget.waitsToShow()).catch((error: unknown) => {
		if (error instanceof ServiceError) return error;
		throw error as Error;
	});
	if (found instanceof ServiceError) {
		return { mark: { relatedObjects: 'unavailable' }, failure: found };
	}
	const linked = isObject(found.body) ? found.body : {};
	const entries = record.watch.related.map((name) => [name, linked[name] ?? []]);
	return { objects: Object.fromEntries(entries) as IDataObject };
}
