import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { connect } from '../api/http/connect';
import type { Client } from '../api/types';
import { budgetOf, type Budget } from './budget';
import { namesOf } from './names';
import { report } from './log';
import { fingerprintOf, namingOf, readSettings, type Settings } from './settings';

/** What one poll works with. */
export interface Poll {
	readonly context: IPollFunctions;
	readonly client: Client;
	readonly settings: Settings;
	/** The time that is left. */
	readonly budget: Budget;
	/** See `keyOf`. */
	readonly key: string;
	/** The question that is asked of the service, by which a state is known. */
	readonly fingerprint: string;
	/** Where n8n keeps what is saved. */
	readonly home: IDataObject;
}

/** Names the trigger within this process. */
export const keyOf = (context: IPollFunctions): string =>
	`${context.getWorkflow().id ?? ''}:${context.getNode().id}`;

/** @throws UsageError for settings or a credential that can't be used. */
export async function pollOf(context: IPollFunctions): Promise<Poll> {
	const budget = budgetOf(context);
	const { kind } = namingOf(context);
	const client = await connect(context, kind);
	const { names, said } = await namesOf({ context, client, budget });
	report(context, said);
	const settings = readSettings(context, names);
	const { tells } = settings.event;
	return {
		context,
		client,
		settings,
		budget,
		key: keyOf(context),
		fingerprint: fingerprintOf(settings, client) + (tells === 'deleted' ? ' deleted' : ''),
		home: context.getWorkflowStaticData('node'),
	};
}
