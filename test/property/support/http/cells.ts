/** What the trigger can be set to watch: every record × interface, and the events of each. */
import type { IDataObject } from 'n8n-workflow';
import { ROUTES } from '../../../../nodes/SalesManagement/api/routes';
import { eventsOf } from '../../../../nodes/SalesManagement/trigger/events';
import { WATCHED_RECORDS } from '../../../../nodes/SalesManagement/trigger/watched';

export interface Cell {
	readonly resource: string;
	readonly authentication: 'personalToken' | 'v1ApiKey';
	/** Of every row that is written. */
	readonly row: IDataObject;
	/** Of every trigger. */
	readonly parameters: IDataObject;
	/** Where a record is deleted. */
	readonly path: IDataObject;
	/** The property that every write changes. */
	readonly text: string;
	readonly hasPhases: boolean;
	/** The events that it offers; `fields` is an update of watched ones. */
	readonly events: readonly string[];
}

/** The owners of actions: a deletion is only looked for within one. */
export interface Owners {
	readonly customer: number;
	readonly contact: number;
}

function within(resource: string, { customer, contact }: Owners) {
	if (resource === 'customObject') {
		const key = { customObjectDefKey: 'ticket' };
		return { row: key, parameters: key, path: key, text: 'subject' };
	}
	if (resource === 'customerAction') {
		return {
			row: { customer: { id: customer } },
			parameters: { filters: { customerId: customer } },
			path: { customerId: customer },
			text: 'preNote',
		};
	}
	if (resource === 'contactAction') {
		return {
			row: { contact: { id: contact } },
			parameters: { filters: { contactId: contact } },
			path: { contactId: contact },
			text: 'preNote',
		};
	}
	const text = resource === 'dealAction' ? 'preNote' : 'name';
	return { row: {}, parameters: {}, path: {}, text };
}

export const cellsOf = (owners: Owners): Cell[] =>
	WATCHED_RECORDS.flatMap((record) =>
		(['v2', 'v1'] as const)
			.filter((version) => Object.hasOwn(ROUTES[version], `${record.id}.getMany`))
			.map((version): Cell => {
				const isFound = Object.hasOwn(ROUTES[version], `${record.id}.get`);
				const offered = eventsOf(record).map(({ id }) => id);
				return {
					resource: record.id,
					authentication: version === 'v1' ? 'v1ApiKey' : 'personalToken',
					...within(record.id, owners),
					hasPhases: record.id === 'deal',
					events: [...offered.filter((event) => event !== 'deleted' || isFound), 'fields'],
				};
			}),
	);
