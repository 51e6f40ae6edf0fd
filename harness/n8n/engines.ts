/**
 * n8n's polling engines, each chosen by its variables, whatever the default of an n8n is (docs/n8n.md, Which
 * polling engine). `E2E_ENGINES=scheduled,halfDurable` for what is between the two.
 */
const SCHEDULER = {
	N8N_SCHEDULER_ENABLED: 'true',
	N8N_USE_WORKFLOW_PUBLICATION_SERVICE: 'true',
} as const;
const POLLS = { ...SCHEDULER, N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true' } as const;

export const ENGINES = {
	/** The default of n8n up to 2.44. */
	inMemory: { N8N_SCHEDULER_ENABLED: 'false' },
	/** What n8n’s documentation says is on by default from 2.45 on: schedules are durable. Polls are in memory. */
	scheduled: SCHEDULER,
	/** Polls are durable as well, but not what they save. */
	halfDurable: POLLS,
	durable: { ...POLLS, N8N_POLLER_DURABLE_CURSORS_ENABLED: 'true' },
} as const;
export type Engine = keyof typeof ENGINES;

const isEngine = (name: string): name is Engine => name in ENGINES;

/** The variables of the n8n that all parts share: n8n's own default, unless an engine is asked for. */
export function sharedVariables(): Readonly<Record<string, string>> {
	const [engine] = process.env.E2E_ENGINES === undefined ? [] : enginesAsked();
	return engine ? ENGINES[engine] : {};
}

/** Those to be tried. */
export function enginesAsked(): Engine[] {
	const names = (process.env.E2E_ENGINES ?? 'inMemory,durable').split(',');
	const unknown = names.filter((name) => !isEngine(name));
	if (unknown.length === 0) return names.filter(isEngine);
	throw new Error(`There is no engine "${unknown.join('", "')}": ${Object.keys(ENGINES).join()}`);
}
