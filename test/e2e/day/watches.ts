/**
 * The ten triggers of the day: other resources, events and credentials, and what each has to hand out.
 * Deleted is not among them: between its sweeps it asks the service nothing, so they go by n8n's own clock,
 * and none would be due in twenty minutes.
 */
import type { Asked } from './journal';
import type { Kind } from './load';

/** Whoever asks the service with a token or key of its own, so that its requests can be counted. */
export interface Consumer {
	readonly name: string;
	readonly credential: 'personal' | 'team' | 'v1';
	/** Whose personal token it is; the permissions of the guest change. */
	readonly user?: 'owner' | 'guest';
}

export interface Watch extends Consumer, Asked {
	/** Of the trigger's node, beside the credential. */
	readonly parameters: Readonly<Record<string, unknown>>;
}

/** The field in which a record of each kind holds the name of its version. */
export const NAMED: Readonly<Record<Kind, string>> = {
	...{ deal: 'name', customer: 'name', contact: 'name' },
	...{ dealAction: 'preNote', customObject: 'subject' },
};

/** Some contacts have it in their names. */
export const VIP = 'VIP';

const AT_LEAST_ONCE = { delivery: 'atLeastOnce' };

/** The one whose user may read no contacts for an hour. */
export const GUESTS = 'contacts created or updated';

export const WATCHES: readonly Watch[] = [
	{
		...{ name: 'deals created or updated', credential: 'personal', user: 'owner' },
		...{ kind: 'deal', tells: 'versions' },
		parameters: { resource: 'deal', event: 'createdOrUpdated', options: AT_LEAST_ONCE },
	},
	{
		...{ name: 'deals created', credential: 'team', kind: 'deal', tells: 'creations' },
		parameters: { resource: 'deal', event: 'created', options: AT_LEAST_ONCE },
	},
	{
		...{ name: 'deals updated', credential: 'v1', kind: 'deal', tells: 'updates' },
		parameters: { resource: 'deal', event: 'updated', options: {} },
	},
	{
		...{ name: 'deals won', credential: 'personal', user: 'owner', kind: 'deal', tells: 'wins' },
		parameters: { resource: 'deal', event: 'won', options: AT_LEAST_ONCE },
	},
	{
		...{ name: 'customers created or updated', credential: 'team' },
		...{ kind: 'customer', tells: 'versions' },
		parameters: { resource: 'customer', event: 'createdOrUpdated', options: {} },
	},
	{
		...{ name: 'customers created', credential: 'v1', kind: 'customer', tells: 'creations' },
		parameters: { resource: 'customer', event: 'created', options: AT_LEAST_ONCE },
	},
	{
		...{ name: GUESTS, credential: 'personal', user: 'guest' },
		...{ kind: 'contact', tells: 'versions' },
		parameters: {
			...{ resource: 'contact', event: 'createdOrUpdated' },
			options: { ...AT_LEAST_ONCE, health: true },
		},
	},
	{
		...{ name: 'contacts with a search word updated', credential: 'team' },
		...{ kind: 'contact', tells: 'updates', only: (name) => name.includes(VIP) },
		parameters: {
			...{ resource: 'contact', event: 'updated', options: AT_LEAST_ONCE },
			filters: { searchWord: VIP },
		},
	},
	{
		...{ name: 'deal actions created or updated', credential: 'v1' },
		...{ kind: 'dealAction', tells: 'versions' },
		parameters: { resource: 'dealAction', event: 'createdOrUpdated', options: AT_LEAST_ONCE },
	},
	{
		...{ name: 'tickets created or updated', credential: 'team' },
		...{ kind: 'customObject', tells: 'versions' },
		parameters: {
			...{ resource: 'customObject', customObjectDefKey: 'ticket', event: 'createdOrUpdated' },
			options: { ...AT_LEAST_ONCE, customFieldsByKey: true },
		},
	},
];

const exporting = { credential: 'personal', user: 'owner' } as const;
export const EXPORT_OF_CHANGES: Consumer = { name: 'export of what has changed', ...exporting };
export const EXPORT_OF_ALL: Consumer = { name: 'export of all deals', ...exporting };
export const IMPORT: Consumer = { name: 'import of customers', credential: 'team' };
