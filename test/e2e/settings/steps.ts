/** The settings that a published trigger is given one after another, and what of each write has to come then. */
import type { WorkflowNode } from '../../../scripts/n8n-host/rest';
import { filled } from '../../support/written';
import written from './steps.json';

/** What a second client of the service writes. Each is named by what no other is called. */
export interface Write {
	/** A new record, or one of those that were there from the beginning. */
	readonly record: 'new' | 'old';
	readonly kind?: 'deal' | 'customer';
	readonly with?: Readonly<Record<string, unknown>>;
	/** Into the other of the two services. */
	readonly elsewhere?: true;
	/** As what it comes, if it does. */
	readonly as?: string;
	/** In which phase it was before, where the event says so. */
	readonly from?: Id;
	/** As what it comes, where a filter kept it back in the request: once that is removed, within the lookback. */
	readonly asShown?: string;
}

export interface Step {
	/** How the check calls it. */
	readonly change: string;
	/** Publishes another workflow in place of the one before: n8n has saved nothing for its trigger. */
	readonly anew?: true;
	/** How n8n ends before `meanwhile` is written, to be started again after it. */
	readonly n8nIs?: 'stopped' | 'killed';
	/** Written while the trigger still goes by the settings before. */
	readonly meanwhile?: readonly Write[];
	/** Parameters of the trigger; the others stay. */
	readonly parameters?: WorkflowNode['parameters'];
	/** The trigger’s name from then on. */
	readonly name?: string;
	/** Shows what a filter kept back. */
	readonly shows?: true;
	/** Reads the other service, with a credential of its own. */
	readonly elsewhere?: true;
	/** Reads the same service with a second credential. */
	readonly otherCredential?: true;
	/** The token that its credential holds from then on. */
	readonly token?: 'personal' | 'team';
	/** Whether the workflow is unpublished, and what is written meanwhile is written then. */
	readonly wasOff?: true;
	/** Written once it polls with the new settings. */
	readonly writes: readonly Write[];
	/** Whether the trigger says in n8n’s log that it begins now. */
	readonly beginsNow?: true;
}

export interface Id {
	readonly id: number;
}

/** Of some deal type: an open phase, another one, and one in which a deal is won. */
export type Places = Readonly<
	Record<'dealType' | 'otherType' | 'open' | 'further' | 'won' | 'user' | 'otherUser', Id>
>;

/** Longer than all of it takes: what the trigger has dealt with by other settings is read with each of them. */
const wholeDay = 24 * 60 - 1;

/** The steps of `steps.json`, which name the places and, as `dealTypeId`, their IDs. */
export function steps(places: Places): readonly Step[] {
	const ids = Object.entries(places).map(([name, { id }]) => [`${name}Id`, id] as const);
	return filled(written, { wholeDay, ...places, ...Object.fromEntries(ids) }) as Step[];
}
