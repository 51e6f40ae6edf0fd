/** What columns give back unchanged, and the service would act upon. */
import type { IDataObject } from 'n8n-workflow';
import type { Client, ServiceRequest } from '../../api/routes/types';
import type { Item } from '../../fields';
import { routeOf, type RecordDescription } from '../../records/record';
import { answerTo, hasContent } from '../../api/errors/expectedAnswer';
import { isFromInput } from '../form/columns';
import { comparisonWith } from './rows/isUnchanged';

/**
 * An update without the fields whose sending alone has consequences, where the columns of the input
 * give what the record holds: a copy of a record must not reset what somebody overrode.
 * @returns the record as it is, where nothing is left to change.
 * @throws ServiceError from reading the record; nothing was sent then.
 */
export async function withoutUnchanged(
	client: Client,
	record: RecordDescription,
	item: Item,
	request: ServiceRequest,
): Promise<{ readonly request: ServiceRequest; readonly unchanged?: IDataObject }> {
	const { body = {}, path = {} } = request;
	const operation = routeOf(record, 'get');
	const isAsked = record.fields.some((each) => each.key in body && each.sets);
	if (!isAsked || !('id' in path) || !isFromInput(item) || !operation) return { request };
	const expected = { writes: false, returns: 'record' } as const;
	const current = (await answerTo(client, { operation, path }, expected)) as IDataObject;
	const { left } = comparisonWith(record)({ path: {}, body }, current);
	return hasContent(left)
		? { request: { ...request, body: left } }
		: { request, unchanged: current };
}
