import type { IDataObject } from 'n8n-workflow';
import { isMissing, ServiceError } from '../api/errors/errors';
import type { Client, ServiceRequest } from '../api/types';
import type { Event } from '../polling';
import { routeOf } from '../records/record';
import { isObject } from '../values';
import type { Budget } from './budget';
import type { Settings } from './settings';

/** An event with what is added to it besides its record. */
export interface Told {
	readonly event: Event<IDataObject>;
	/** For `_event`. */
	readonly mark?: IDataObject;
	/** Why the related objects are missing. */
	readonly failure?: ServiceError;
}

/** What `_event.relatedObjects` says of a record whose related objects could not be read. */
const UNAVAILABLE = 'unavailable';

/**
 * Adds related objects: lists don't return them (v2 §2), so each record is read by itself, within the
 * time that is left. A record whose own can't be read is handed out without, and holds nothing back.
 */
export async function withRelated(
	client: Client,
	events: ReadonlyArray<Event<IDataObject>>,
	{ record, path, relatedObjects }: Settings,
	{ leftMs }: Pick<Budget, 'leftMs'>,
): Promise<Told[]> {
	const operation = routeOf(record, 'get');
	if (!relatedObjects || !operation) return events.map((event) => ({ event }));
	const left = { maxWaitMs: leftMs, timeLeftMs: leftMs };
	return await Promise.all(
		events.map(async (event): Promise<Told> => {
			const request = { operation, path: { ...path, id: event.row.id } };
			const found = await readRelated(client, request, left);
			if (found instanceof ServiceError) {
				return { event, mark: { relatedObjects: UNAVAILABLE }, failure: found };
			}
			const entries = record.watch.related.map((name) => [name, found[name] ?? []]);
			const whole = { ...event.row.record, ...Object.fromEntries(entries) } as IDataObject;
			return { event: { ...event, row: { ...event.row, record: whole } } };
		}),
	);
}

async function readRelated(
	client: Client,
	request: ServiceRequest,
	left: { maxWaitMs: number; timeLeftMs: number },
): Promise<IDataObject | ServiceError> {
	try {
		const { body } = await client.send({ ...request, query: { include_related_objects: 1 } }, left);
		return isObject(body) ? body : {};
	} catch (error) {
		if (!(error instanceof ServiceError)) throw error as Error;
		// Deleted since: the event is emitted all the same, and nothing is linked to it any more.
		return isMissing(error) ? {} : error;
	}
}
