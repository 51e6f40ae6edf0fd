/**
 * The one table of all operations, of each interface: what a user enters, and what is on the wire. The
 * rows of an interface run in their order on one sandbox.
 */
import type { IDataObject } from 'n8n-workflow';
import type { Ids, Row } from './row';
import { v1 } from './v1';
import { v2 } from './v2';

export type { Ids } from './row';
export type Version = 'v1' | 'v2';

export interface WireRow {
	/** Such as `deal.create`. */
	readonly operation: string;
	readonly parameters: IDataObject;
	/** Such as `GET /deals/1?include_related_objects=1`, decoded. */
	readonly request: string;
	readonly body?: unknown;
	/** Input items; one empty item unless given. */
	readonly input?: IDataObject[];
}

const named = ([operation, parameters, request, body, input]: Row): WireRow => ({
	operation,
	parameters,
	request,
	body,
	input,
});

export const WIRE = {
	v1: (ids: Ids) => v1(ids).map(named),
	v2: (ids: Ids) => v2(ids).map(named),
} as const;

/** The operations of an interface, where the records that they act on do not matter. */
export const operationsOf = (version: Version): string[] =>
	WIRE[version]({} as Ids).map(({ operation }) => operation);
