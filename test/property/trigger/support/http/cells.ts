/** What the trigger can be set to watch: every record × interface, and the events of each. */
import type { IDataObject } from 'n8n-workflow';

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
interface Owners {
	readonly customer: number;
	readonly contact: number;
}

type Within = Pick<Cell, 'row' | 'parameters' | 'path' | 'text'>;

const plain = (text: string): Within => ({ row: {}, parameters: {}, path: {}, text });
const TICKET = { customObjectDefKey: 'ticket' };
const linked = (owner: string, id: number): Within => {
	const key = { [`${owner}Id`]: id };
	return {
		row: { [owner]: { id } },
		parameters: { filters: key },
		path: key,
		text: 'preNote',
	};
};

/** As docs/trigger.md has them (“Resources and events”). */
const ALWAYS = ['created', 'updated', 'createdOrUpdated', 'fields'];
const EVENTS = [...ALWAYS, 'deleted'];
const OF_DEALS = [...EVENTS, 'phaseChanged', 'won', 'lost'];

export function cellsOf({ customer, contact }: Owners): Cell[] {
	const cells: Array<[string, Within, v2: readonly string[], v1?: readonly string[]]> = [
		['contact', plain('name'), EVENTS, ALWAYS],
		['contactAction', linked('contact', contact), ALWAYS],
		['customObject', { row: TICKET, parameters: TICKET, path: TICKET, text: 'subject' }, EVENTS],
		['customer', plain('name'), EVENTS, EVENTS],
		['customerAction', linked('customer', customer), EVENTS, EVENTS],
		['deal', plain('name'), OF_DEALS, OF_DEALS],
		['dealAction', plain('preNote'), EVENTS, EVENTS],
	];
	return cells.flatMap(([resource, within, v2, v1]) => {
		const cell = { resource, ...within, hasPhases: resource === 'deal' };
		return [
			{ ...cell, authentication: 'personalToken' as const, events: v2 },
			...(v1 ? [{ ...cell, authentication: 'v1ApiKey' as const, events: v1 }] : []),
		];
	});
}
