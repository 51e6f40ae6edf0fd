/** A trigger of deleted deals, and a service whose list and look-ups a test sets. */
import type { IDataObject } from 'n8n-workflow';
import { dealAt, listOf } from './dealList';
import { TriggerHost, type AskedOfService, type ServiceReply } from './triggerHost';

export const MINUTE = 60_000;
export const DAY = 24 * 60 * MINUTE;

/** As the service words a record that is missing. */
export const NOT_FOUND: ServiceReply = {
	statusCode: 404,
	body: { error: 'NOT_FOUND', messages: ['The deal does not exist'] },
};

export const deal = (id: number): IDataObject => dealAt(id, 0);

/** A trigger of the deals in the list, and what a look at one of them by its ID is answered. */
export function watching(deals: IDataObject[], options: IDataObject = {}) {
	const service = {
		deals,
		list: (request: AskedOfService): ServiceReply => listOf(service.deals, request),
		look: (_id: number): ServiceReply => NOT_FOUND,
	};
	const host = new TriggerHost(
		(request) =>
			request.path.endsWith('/deals')
				? service.list(request)
				: service.look(Number(request.path.split('/').at(-1))),
		{ event: 'deleted', options },
	);
	return { host, service };
}
