import type { IDataObject } from 'n8n-workflow';

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

/** An operation of S1: what a user enters, and what the documents say must be on the wire for it. */
export type Row = readonly [
	operation: string,
	parameters: IDataObject,
	/** Such as `GET /deals/1?include_related_objects=1`, decoded. */
	request: string,
	body?: unknown,
	/** Input items; one empty item unless given. */
	input?: IDataObject[],
];

export const one = (id: number | 'all') => ({ __rl: true, mode: 'id', value: String(id) });

export const START = '2040-11-30T10:00:00+09:00';
export const START_SENT = '2040-11-30T01:00:00.000Z';
const END = '2040-11-30T11:30:00+09:00';
const END_SENT = '2040-11-30T02:30:00.000Z';

/** The start and end of an action, as entered and as sent. */
export const times = { startDatetime: START, endDatetime: END };
export const timesSent = { startDatetime: START_SENT, endDatetime: END_SENT };

/** Of when records were made and changed: as entered, and as sent. */
export const changed = { updatedAtFrom: START, updatedAtTo: END };
export const changedSent = `updatedAtFrom=${START_SENT}&updatedAtTo=${END_SENT}`;
export const made = { createdAtFrom: START, createdAtTo: END, ...changed };
export const madeSent = `createdAtFrom=${START_SENT}&createdAtTo=${END_SENT}&${changedSent}`;

/** Every filter of an action list (v1 §4, v2 §4.5), and how it is sent, around those of its own kind. */
export const actions = (users: number[], active: boolean) => ({
	filters: { ...times, ...made, users, active: String(active) },
	sent: (own: string) =>
		`${users.map((id) => `users[][id]=${id}&`).join('')}active=${active}&${own}` +
		`&startDatetime=${START_SENT}&endDatetime=${END_SENT}&${madeSent}`,
});

/** A filter of one comparison, as it is sent (v1 §4, search body). */
export const compared = (
	field: IDataObject,
	comparisonOperator: string,
	value: IDataObject,
	logicalOperator = 'AND',
) => ({
	compositeFilter: {
		logicalOperator,
		subFilters: [{ valueFilter: { field, comparisonOperator, value } }],
	},
});

/** What a deal refers to, as entered and as sent. */
export const dealParts = (ids: Ids) => {
	const { customer, phase, product, probability, channel, user } = ids;
	const parts = { customer, phase, product, probability, channel, user };
	return {
		entered: { ...parts, customer: one(customer), user: one(user) },
		sent: Object.fromEntries(Object.entries(parts).map(([name, id]) => [name, { id }])),
	};
};
