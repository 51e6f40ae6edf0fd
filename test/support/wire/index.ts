/**
 * The one table of all operations, of each interface (S1): what a user enters, and what the documents say must be on
 * the wire for it (v1 §4, v2 §2 to §4). The rows of an interface run in their order on one sandbox. Where the table
 * has `"#deal"` there is the number of that record, in a text it is `{deal}`. A row of version 1 that is but a name
 * is as that of version 2.
 */
import type { IDataObject } from 'n8n-workflow';
import requests from './requests.json';

/** Records of the sandbox that the table's rows act on. */
export type Ids = Readonly<
	Record<
		| ('user' | 'otherUser' | 'group' | 'role' | 'industry' | 'customer' | 'deal' | 'contact')
		| ('customerAction' | 'dealAction' | 'contactAction' | 'ticket' | 'dealType' | 'phase')
		| ('product' | 'probability' | 'channel' | 'pattern' | 'purpose' | 'productDetailType')
		| 'relatedCustomerType',
		number
	>
>;
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

const rowsOf = (version: Version): WireRow[] =>
	requests[version].map((row) =>
		typeof row === 'string' ? requests.v2.find(({ operation }) => operation === row)! : row,
	);

const about = (version: Version, ids: Ids): WireRow[] =>
	JSON.parse(
		JSON.stringify(rowsOf(version)).replaceAll(
			/"#(\w+)"|\{(\w+)\}/g,
			(_all, alone: keyof Ids | undefined, within: keyof Ids) => String(ids[alone ?? within]),
		),
	) as WireRow[];

export const WIRE = {
	v1: (ids: Ids) => about('v1', ids),
	v2: (ids: Ids) => about('v2', ids),
} as const;

/** The operations of an interface, where the records that they act on do not matter. */
export const operationsOf = (version: Version): string[] =>
	rowsOf(version).map(({ operation }) => operation);
