/** What columns give back unchanged, and the service would act upon. */
import type { IDataObject } from 'n8n-workflow';
import type { Client, ServiceRequest } from '../api/types';
import type { Item } from '../fields';
import { routeOf, type RecordDescription } from '../records/record';
import { isObject, own, textOf } from '../values';
import { assertAnswer, hasOwnNames } from './answer';
import { isFromInput } from './columns/form';

/** An update, and the record as it is where nothing is left to change. */
export interface Remaining {
	readonly request: ServiceRequest;
	readonly unchanged?: IDataObject;
}

/**
 * An update without the fields whose sending alone has consequences, where the columns of the input
 * give what the record holds: a copy of a record must not reset what somebody overrode. The record is
 * read by itself for it, since a search may show what was there a moment ago.
 * @throws ServiceError from reading it; nothing was sent then.
 */
export async function withoutUnchanged(
	client: Client,
	record: RecordDescription,
	item: Item,
	request: ServiceRequest,
): Promise<Remaining> {
	const { body = {}, path } = request;
	const given = record.fields
		.filter(({ is, key }) => is.includes('consequential') && Object.hasOwn(body, key))
		.map(({ key }) => key);
	const operation = routeOf(record, 'get');
	if (given.length === 0 || operation === undefined || !isFromInput(item)) return { request };
	const { body: current } = await client.send({ operation, path });
	const expected = { route: operation, writes: false, returns: 'record' } as const;
	assertAnswer(current, { ...expected, ownNames: hasOwnNames(record) }, client);
	if (!isObject(current)) return { request };
	const same = given.filter((key) => textOf(own(body, key)) === textOf(own(current, key)));
	const left = Object.entries(body).filter(([key]) => !same.includes(key));
	return left.length > 0
		? { request: { ...request, body: Object.fromEntries(left) } }
		: { request, unchanged: current };
}
