import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { connect } from '../api/http/connect';
import type { Client } from '../api/types';
import { budgetOf, type Budget } from './budget';
import { namesOf } from './names';
import { report } from './log';
import { fingerprintOf } from './savedState';
import type { SetAside } from './setAside';
import { namingOf, readSettings, type Settings } from './settings';
import { ListSource } from './source';

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
	return {
		context,
		client,
		settings,
		budget,
		key: keyOf(context),
		fingerprint: fingerprintOf(settings, client),
		home: context.getWorkflowStaticData('node'),
	};
}

/** The list that is watched, and what is set aside of it. */
export function listOf({ client, settings, budget }: Poll, setAside?: SetAside): ListSource {
	const { record, list, query, path, compared } = settings;
	const comparedOf = compared?.valueIn;
	return new ListSource(
		client,
		{ list, record, query, path, ...(comparedOf && { comparedOf }) },
		budget,
		setAside,
	);
}
