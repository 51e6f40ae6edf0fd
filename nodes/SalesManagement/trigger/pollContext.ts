import type { IPollFunctions } from 'n8n-workflow';
import { sendingBy } from '../api/client';
import { connect } from '../api/connect';
import { CREDENTIAL_TYPES } from '../api/credential/credential';
import { systemClock } from '../api/http/clock';
import type { Client } from '../api/routes';
import { rememberingFor, sourcesOf, type LookupSource } from '../lookups/source';
import { DAY, remembered } from '../shared';
import { nameMeanings } from './nameMeanings';
import { digestOf } from './recordVersions';
import { readSettings, watchedIn } from './settings';

/** The memory of this process about a trigger, besides the state that n8n saves. */
interface Memory {
	isPolling?: boolean;
	/** The condition in the last health item, and its time. */
	health?: { readonly condition: string; readonly at: number };
	/** The view whose fields were already looked for in records. */
	looked?: string;
}

/** Identifies the trigger within this process. */
const triggerKey = (context: IPollFunctions) =>
	`${context.getWorkflow().id ?? ''}:${context.getNode().id}`;

const memories = new Map<string, Memory>();

/** The memory about a trigger; it lasts as long as the process. */
export const memoryOf = (context: IPollFunctions): Memory =>
	remembered(memories, triggerKey(context), () => ({}));

/** The time for a poll if n8n doesn't name it: its newer engines allow five minutes. */
const DEFAULT_BUDGET_MS = 300_000;
/** The share of the budget in which pages are requested; the rest is for what follows. */
const READING_SHARE = 0.7;
/** The share in which anything is requested; the rest is for n8n, which saves the result. */
const ASKING_SHARE = 0.9;

/** The time that n8n allows a poll, counted from now. Older versions of n8n don't name it. */
function budgetOf(context: Partial<Pick<IPollFunctions, 'getPollBudgetMs'>>) {
	const began = systemClock.elapsed();
	const whole = context.getPollBudgetMs?.() ?? DEFAULT_BUDGET_MS;
	const left = (share: number) => Math.max(0, began + whole * share - systemClock.elapsed());
	/** A client whose requests end before the given share of the budget is used up. */
	const within = (share: number) => (client: Client) =>
		sendingBy(client, async (request, options) => {
			const waits = { maxWaitMs: left(share), timeLeftMs: left(ASKING_SHARE) };
			// A request after the reading passes its own times.
			return await client.send(request, { ...waits, ...options });
		});
	return {
		/** Whether there is time to request further pages. */
		hasTime: () => left(READING_SHARE) > 0,
		/** Limits a client to the time for reading. */
		reading: within(READING_SHARE),
		/** Limits a client to the time after the reading, such as for lookups. */
		showing: within(ASKING_SHARE),
	};
}

/** Remembers lists for a day, for all triggers of the process. A failed lookup is tried again. */
export const daily = rememberingFor(DAY);

/**
 * Prepares a poll: connects, and reads the settings.
 * @throws UsageError for settings or a credential that can't be used.
 */
export async function pollOf(context: IPollFunctions) {
	const budget = budgetOf(context);
	const watched = watchedIn(context);
	const { kind } = watched;
	const connected = await connect(context, kind);
	const showing = budget.showing(connected);
	const sources = (sourceFor: (client: Client) => LookupSource) =>
		sourcesOf(connected, (client) => sourceFor(budget.showing(client)));
	const names = await nameMeanings(context, sources(rememberingFor(Infinity)), watched);
	const settings = readSettings(watched, names);
	const client = budget.reading(connected);
	const { record, definition, event, compared, query, condition, path } = settings;
	const { id = kind } = context.getNode().credentials?.[CREDENTIAL_TYPES[kind]] ?? {};
	const question = [record.id, digestOf(definition), client.version, digestOf(client.baseUrl)];
	const list = digestOf({ query, path });
	const view = digestOf({ question, query, condition, path, id, event: event.id, compared });
	// For Deleted the view is part of the question: records that another view doesn't list are not deleted.
	const fingerprint = [...question, ...(event.reports === 'deleted' ? ['deleted', view] : [])];
	return {
		context,
		/** A client whose requests end within the time for reading. */
		client,
		/** A client for what follows the reading. */
		showing,
		/** Makes sources of names and custom fields, which remember what was read as told. */
		sources,
		settings,
		/** Whether there is time to request further pages. */
		hasTime: budget.hasTime,
		/** See `triggerKey`. */
		key: triggerKey(context),
		memory: memoryOf(context),
		/** Identifies the question that a state answers: which records, at which address of the service. */
		fingerprint: fingerprint.join(' '),
		/** Identifies the list of those that answer the question: by its filters. */
		list,
		/** Identifies what is watched of which question: which filters, which event, which credential. */
		view,
		/** The object in which n8n keeps the saved state. */
		home: context.getWorkflowStaticData('node'),
	};
}

/** Everything that one poll works with. */
export type Poll = Awaited<ReturnType<typeof pollOf>>;
