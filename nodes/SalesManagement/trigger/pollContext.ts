import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { connect } from '../api/connect';
import { CREDENTIAL_TYPES } from '../api/credential/credential';
import type { Client } from '../api/routes/types';
import { budgetOf, type Budget } from './timeBudget';
import { nameMeanings } from './nameMeanings';
import { digestOf } from './recordVersions';
import { readSettings, watchedIn, type Settings } from './settings';

/** What one poll works with. */
export interface Poll {
	readonly context: IPollFunctions;
	readonly client: Client;
	readonly settings: Settings;
	/** The time that is left. */
	readonly budget: Budget;
	/** See `keyOf`. */
	readonly key: string;
	/** The question that is asked of the service, by which a state is known: which records, and where. */
	readonly fingerprint: string;
	/** What is looked at there: which filters, for which event, with which credential. */
	readonly view: string;
	/** Where n8n keeps what is saved. */
	readonly home: IDataObject;
}

/** Names the trigger within this process. */
export const keyOf = (context: IPollFunctions): string =>
	`${context.getWorkflow().id ?? ''}:${context.getNode().id}`;

/** @throws UsageError for settings or a credential that can't be used. */
export async function pollOf(context: IPollFunctions): Promise<Poll> {
	const budget = budgetOf(context);
	const watched = watchedIn(context);
	const client = await connect(context, watched.kind);
	const names = await nameMeanings({ context, client, budget }, watched);
	const settings = readSettings(watched, names);
	const { record, definition, event, compared, query, path, kind } = settings;
	const { id = kind } = context.getNode().credentials?.[CREDENTIAL_TYPES[kind]] ?? {};
	const view = digestOf({ query, path, id, event: event.id, compares: compared?.name });
	const question = [record.id, digestOf(definition), client.version, digestOf(client.baseUrl)];
	// What another view doesn't list is not deleted.
	const fingerprint = [...question, ...(event.tells === 'deleted' ? ['deleted', view] : [])];
	return {
		context,
		client,
		settings,
		budget,
		key: keyOf(context),
		fingerprint: fingerprint.join(' '),
		view,
		home: context.getWorkflowStaticData('node'),
	};
}
