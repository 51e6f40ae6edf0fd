import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { sendingBy } from '../api/client';
import { connect } from '../api/connect';
import { CREDENTIAL_TYPES } from '../api/credential/credential';
import { systemClock } from '../api/http/clock';
import type { Client } from '../api/routes/types';
import { nameMeanings } from './nameMeanings';
import { nameSources } from './nameSources';
import { digestOf } from './recordVersions';
import { readSettings, watchedIn, type Settings } from './settings';

/** What this process remembers of a trigger, besides what n8n saves of it. */
interface Memory {
	isPolling?: boolean;
	/** The condition that the last health item told, and when. */
	health?: { readonly condition: string; readonly at: number };
	/** What is compared, once its fields were looked for in records. */
	compared?: string;
}

/** What one poll works with. */
export interface Poll {
	readonly context: IPollFunctions;
	/** Its requests keep to the time for reading. */
	readonly client: Client;
	readonly settings: Settings;
	/** The time that is left. */
	readonly budget: ReturnType<typeof budgetOf>;
	/** See `keyOf`. */
	readonly key: string;
	readonly memory: Memory;
	/** The question that is asked of the service, by which a state is known: which records, and where. */
	readonly fingerprint: string;
	/** What is looked at there: which filters, for which event, with which credential. */
	readonly view: string;
	/** Where n8n keeps what is saved. */
	readonly home: IDataObject;
}

/** Names the trigger within this process. */
const keyOf = (context: IPollFunctions): string =>
	`${context.getWorkflow().id ?? ''}:${context.getNode().id}`;

const memories = new Map<string, Memory>();

export function memoryOf(context: IPollFunctions): Memory {
	const key = keyOf(context);
	const memory = memories.get(key) ?? {};
	memories.set(key, memory);
	return memory;
}

/** Where n8n names no budget, it has none; its newer engines give five minutes. */
const DEFAULT_BUDGET_MS = 300_000;
/** The share of the budget in which pages are asked for; the rest is for what follows. */
const READING_SHARE = 0.7;
/** The share in which anything is asked for; the rest is for n8n, which saves what is emitted. */
const ASKING_SHARE = 0.9;

/** The time that n8n allows a poll, from now on. Older versions of n8n don't name it. */
function budgetOf(context: Partial<Pick<IPollFunctions, 'getPollBudgetMs'>>) {
	const began = systemClock.elapsed();
	const whole = context.getPollBudgetMs?.() ?? DEFAULT_BUDGET_MS;
	const left = (share: number) => Math.max(0, began + whole * share - systemClock.elapsed());
	/** The same client, whose requests wait no longer than until so much of the budget is used up. */
	const within = (share: number) => (client: Client) =>
		sendingBy(client, async (request, options) => {
			const waits = { maxWaitMs: left(share), timeLeftMs: left(ASKING_SHARE) };
			// One that follows the reading says so by its own.
			return await client.send(request, { ...waits, ...options });
		});
	return {
		/** Whether there is time left for asking for further pages. */
		hasTime: () => left(READING_SHARE) > 0,
		/** A client that reads. */
		reading: within(READING_SHARE),
		/** One whose requests follow the reading, such as look-ups. */
		showing: within(ASKING_SHARE),
	};
}

/** @throws UsageError for settings or a credential that can't be used. */
export async function pollOf(context: IPollFunctions): Promise<Poll> {
	const budget = budgetOf(context);
	const watched = watchedIn(context);
	const client = budget.reading(await connect(context, watched.kind));
	const sources = nameSources({ context, client }, budget.reading);
	const names = await nameMeanings(context, sources, watched);
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
		memory: memoryOf(context),
		fingerprint: fingerprint.join(' '),
		view,
		home: context.getWorkflowStaticData('node'),
	};
}
