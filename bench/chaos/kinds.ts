/** The records that work on the failing sandbox is done with, and how the node's forms name them. */
import type { IDataObject } from 'n8n-workflow';
import { ROUTES } from '../../nodes/SalesManagement/api/routes/routes';
import { RESOURCES } from '../../nodes/SalesManagement/operations';
import type { Ids } from '../../test/engine/support/wire/wireRow';

export type Kind = 'contact' | 'customer' | 'deal' | 'dealAction';

export interface KindOfRecord {
	/** In its list's address and answer. */
	readonly plural: string;
	/** The property that tells which row a record was made from. */
	readonly name: string;
	/** The text that changes write. */
	readonly note: string;
	/** The parameter that names one record. */
	readonly key: string;
	/** The parameters of a new record; a row's `reference` is one that the service refuses. */
	readonly form: (ids: Ids) => IDataObject;
	/** The parameters of rows that go into one request. */
	readonly inBulk?: (ids: Ids) => IDataObject;
	readonly isWatched: boolean;
}

const NAME = '={{ $json.name }}';
const orElse = (id: number) => `={{ $json.reference ?? ${id} }}`;

export const KINDS: Readonly<Record<Kind, KindOfRecord>> = {
	contact: {
		...{ plural: 'contacts', name: 'name', note: 'memo', key: 'contactId' },
		form: () => ({ name: NAME }),
		isWatched: true,
	},
	customer: {
		...{ plural: 'customers', name: 'name', note: 'address', key: 'customerId' },
		form: () => ({
			name: NAME,
			additionalFields: { ownerRoleId: '={{ $json.reference }}' },
		}),
		isWatched: false,
	},
	deal: {
		...{ plural: 'deals', name: 'name', note: 'memo', key: 'dealId' },
		form: ({ customer, dealType, phase, product, probability, channel, user }) => ({
			...{ name: NAME, expectedContractDate: '2026-12-24', customer: orElse(customer) },
			...{ dealType, phase, product, probability, channel, user: String(user) },
		}),
		inBulk: ({ dealType }) => ({ dealType }),
		isWatched: true,
	},
	dealAction: {
		...{ plural: 'actions', name: 'preNote', note: 'result', key: 'actionId' },
		form: ({ deal, purpose, user }) => ({
			...{ deal: orElse(deal), purpose, creator: String(user) },
			startDatetime: '2026-11-30T10:00:00Z',
			endDatetime: '2026-11-30T11:00:00Z',
			additionalFields: { preNote: NAME },
		}),
		inBulk: ({ dealType }) => ({ dealTypeId: dealType }),
		isWatched: false,
	},
};

/** Whether the node offers it with a token. */
export const offers = (kind: Kind, operation: string): boolean =>
	RESOURCES.some(
		({ id, operations }) =>
			id === kind && operations.some((each) => each.id === operation && each.route in ROUTES.v2),
	);
