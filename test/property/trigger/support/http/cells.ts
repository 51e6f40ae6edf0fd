/** What the trigger can be set to watch (docs/trigger.md, “Resources and events”): every record × interface. */
import type { IDataObject } from 'n8n-workflow';
import cells from './cells.json';
import { table } from '../../../../support/table';

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

/** @param owners of actions: a deletion is only looked for within one. */
export const cellsOf = (owners: { readonly customer: number; readonly contact: number }): Cell[] =>
	table(cells, { ...owners, always: ['created', 'updated', 'createdOrUpdated', 'fields'] });
