/** Where the examples are run: an n8n and a sandbox of their own, and what stands in for the rest. */
import type { Sandbox } from '../../../sandbox';
import type { SavedWorkflow, Workflow } from '../../../scripts/n8n-host/rest';
import { equal } from '../../../harness/n8n/checks';
import type { Editor } from '../editor';
import type { Execution } from '../../../harness/n8n/execution';
import type { ChatModel } from '../standIns/chatModel';
import { chosen, type StoredIds } from '../standIns/credentials';
import type { MailServer } from '../standIns/mailServer';
import {
	askedOf,
	everyRecord,
	steered,
	writesAmong,
	type Asked,
} from '../../../harness/n8n/steering';
import type { RunningN8n, World } from '../../../harness/n8n/world';

export interface Stage {
	readonly world: World;
	readonly n8n: RunningN8n;
	readonly sandbox: Sandbox;
	readonly editor: Editor;
	readonly mail: MailServer;
	readonly model: ChatModel;
	/** Stored credentials of the mail server and the model. */
	readonly ids: StoredIds;
	/** Where n8n may write files. */
	readonly folder: string;
}

export interface Named {
	readonly id: number;
	readonly name: string;
}
export interface Deal extends Named {
	readonly dealType: Named;
	readonly memo: string | null;
	readonly phase: Named & { readonly status: number };
	readonly user: Named | null;
}
export interface Action {
	readonly id: number;
	readonly active: boolean;
	readonly preNote: string | null;
	readonly endDatetime: string;
	readonly deal: Named | null;
	readonly creator: Named | null;
}

/** Saves a workflow with all credentials chosen, as after an import; one that was saved, as another. */
export async function saved(stage: Stage, workflow: Workflow): Promise<SavedWorkflow> {
	const { name, nodes, connections, settings } = workflow;
	const fresh = { name, nodes, connections, settings };
	return await stage.world.save(chosen(fresh, stage.ids), stage.n8n);
}

const firstTrigger = ({ nodes }: Workflow): string =>
	nodes.find(({ type }) => /trigger$/i.test(type))?.name ?? '';

/** Runs it by hand, as the editor's button does; it has to succeed. */
export async function succeeds(
	{ world, n8n }: Stage,
	workflow: SavedWorkflow,
	trigger = firstTrigger(workflow),
): Promise<Execution> {
	const run = await world.run(workflow, trigger, n8n);
	isFine(run, workflow);
	return run;
}

/** Says which node failed, and why. */
export function isFine(run: Execution, { nodes }: Workflow): void {
	const failed = nodes.map(({ name }) => run.errorOf(name)).filter(Boolean);
	equal([run.status, run.error, ...failed], ['success', undefined]);
}

export const list = async <T>({ sandbox }: Stage, name: string): Promise<T[]> =>
	await everyRecord<T>(sandbox, name);

export const write = async (
	{ sandbox }: Stage,
	kind: string,
	rows: readonly object[],
): Promise<number[]> => await steered<number[]>(sandbox, 'POST', `/records/${kind}`, rows);

/** What was written to the service while something was done. */
export const written = async ({ sandbox }: Stage, run: () => Promise<unknown>): Promise<Asked[]> =>
	writesAmong(await askedOf(sandbox, run));

/** How often the service has notified anybody. */
export async function notices({ sandbox }: Stage): Promise<number> {
	const log = await steered<{ notifications: unknown[] }>(sandbox, 'GET', '/log');
	return log.notifications.length;
}

/** The actions of deals (`actions`), or those of customers. */
export const everyAction = async (
	{ sandbox }: Stage,
	path: 'actions' | 'customers/all/actions',
): Promise<Action[]> => await everyRecord<Action>(sandbox, path, { key: 'actions' });
