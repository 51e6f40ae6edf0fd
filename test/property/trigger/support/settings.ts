/** What the user sets, as far as it may change while the trigger runs. */
import type { Policy, Row } from '../../../../nodes/SalesManagement/polling';
import type { Content } from './service';

/** `entered` is `changed`, with a new record as a change from nothing. */
export type Watched = 'createdOrUpdated' | 'created' | 'updated' | 'changed' | 'entered' | 'fields';

export interface Settings {
	readonly watched: Watched;
	/** The part of the records that is shown. */
	readonly filter: 'all' | 'none' | Content['part'];
	readonly credential: 'of all' | 'of some';
	/** Whose records are wanted: the list shows the others, too. */
	readonly users: 'any' | 'some';
	/** Where the service is: another address is another question. */
	readonly address: string;
	readonly delivery: 'once' | 'atLeastOnce';
}

/** What the engine is told of each kind of event. */
export const ENGINE: Readonly<
	Record<Watched, Pick<Policy, 'reports' | 'newChanges'> & { readonly compares?: keyof Content }>
> = {
	created: { reports: 'created' },
	updated: { reports: 'updated' },
	createdOrUpdated: { reports: 'createdOrUpdated' },
	changed: { reports: 'changed', compares: 'phase' },
	entered: { reports: 'changed', compares: 'phase', newChanges: true },
	fields: { reports: 'createdOrUpdated', compares: 'field' },
};

/** Whether it depends on what a record was before. */
export const isChange = ({ watched }: Settings): boolean => ENGINE[watched].reports === 'changed';

/** Whether a list shows a version of a record. */
export const shows = (
	{ filter, credential }: Settings,
	id: number,
	{ part }: Pick<Content, 'part'>,
): boolean => (filter === 'all' || filter === part) && (credential === 'of all' || id % 2 === 1);

/** Whether a record's events are wanted. */
export const wants = ({ users }: Settings, id: number): boolean => users === 'any' || id % 3 > 0;

/** What of a policy follows from them. */
export const policyOf = (settings: Settings) => {
	const { watched, filter, credential, users, address, delivery } = settings;
	return {
		...ENGINE[watched],
		fingerprint: address,
		list: filter,
		view: `${filter} ${credential} ${users}`,
		repeatsBatch: delivery === 'atLeastOnce',
		wants: ({ id }: Row<unknown>) => wants(settings, id),
	};
};
