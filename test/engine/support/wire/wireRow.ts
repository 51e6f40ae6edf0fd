import type { IDataObject } from 'n8n-workflow';

/** Records of the sandbox that the table's rows act on. */
export type Ids = Readonly<
	Record<
		| 'user'
		| 'otherUser'
		| 'group'
		| 'role'
		| 'industry'
		| 'customer'
		| 'deal'
		| 'contact'
		| 'customerAction'
		| 'dealAction'
		| 'contactAction'
		| 'ticket'
		| 'dealType'
		| 'phase'
		| 'product'
		| 'probability'
		| 'channel'
		| 'pattern'
		| 'purpose'
		| 'productDetailType'
		| 'relatedCustomerType',
		number
	>
>;

export interface Sent {
	readonly method: string;
	readonly path: string;
	/** As it is in the address, decoded; empty when absent. */
	readonly query?: string;
	readonly body?: unknown;
}

/** One operation: what the user enters, and what the documents say must be on the wire. */
export interface WireRow {
	/** Operation id of S1. */
	readonly operation: string;
	readonly parameters: (ids: Ids) => IDataObject;
	readonly sends: (ids: Ids) => Sent;
	/** Input items; one empty item unless given. */
	readonly input?: (ids: Ids) => IDataObject[];
}

export const locator = (value: number) => ({ __rl: true, mode: 'id', value: String(value) });

export const START = '2026-11-30T10:00:00+09:00';
export const END = '2026-11-30T11:30:00+09:00';
export const START_SENT = '2026-11-30T01:00:00.000Z';
export const END_SENT = '2026-11-30T02:30:00.000Z';

/** The start and end of an action, as entered and as sent. */
export const actionTimes = { startDatetime: START, endDatetime: END };
export const actionTimesSent = { startDatetime: START_SENT, endDatetime: END_SENT };
