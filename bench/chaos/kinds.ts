/** The records that work on the failing sandbox is done with, and how the node's forms name them. */
import type { IDataObject } from 'n8n-workflow';
import { operationsOf, WIRE, type Ids } from '../../test/support/wire';

export type Kind = 'contact' | 'customer' | 'deal' | 'dealAction';

interface KindOfRecord {
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
	readonly isWatched: boolean;
}

const NAME = '={{ $json.name }}';
const orElse = (id: number) => `={{ $json.reference ?? ${id} }}`;

/** The parameters that the tests' one table has for an operation. */
const calledBy = (ids: Ids, operation: string) =>
	WIRE.v2(ids).find((row) => row.operation === operation)?.parameters;

export const KINDS: Readonly<Record<Kind, KindOfRecord>> = {
	contact: {
		...{ plural: 'contacts', name: 'name', note: 'memo', key: 'contactId' },
		form: () => ({ name: NAME }),
		isWatched: true,
	},
	customer: {
		...{ plural: 'customers', name: 'name', note: 'address', key: 'customerId' },
		form: () => ({ name: NAME, additionalFields: { ownerRoleId: '={{ $json.reference }}' } }),
		isWatched: false,
	},
	deal: {
		...{ plural: 'deals', name: 'name', note: 'memo', key: 'dealId' },
		form: (ids) => ({
			...{ ...calledBy(ids, 'deal.createMany'), name: NAME, customer: orElse(ids.customer) },
		}),
		isWatched: true,
	},
	dealAction: {
		...{ plural: 'actions', name: 'preNote', note: 'result', key: 'actionId' },
		form: (ids) => ({
			...{ ...calledBy(ids, 'dealAction.createMany'), deal: orElse(ids.deal) },
			additionalFields: { preNote: NAME },
		}),
		isWatched: false,
	},
};

const OPERATIONS = operationsOf('v2');

/** Whether the node offers it with a token. */
export const offers = (kind: Kind, operation: string): boolean =>
	OPERATIONS.includes(`${kind}.${operation}`) ||
	(operation === 'createOrUpdate' && kind !== 'dealAction');
