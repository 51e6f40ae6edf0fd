/** Where a job runs: a real n8n that keeps files on disk, and a sandbox with many deals. */
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { N8nRest, SavedWorkflow, WorkflowNode } from '../../../scripts/n8n-host/rest';
import { finished, type Execution } from '../../../harness/n8n/execution';
import { row, START } from '../../../harness/n8n/workflows';
import type { RunningN8n, World } from '../../../harness/n8n/world';
import { startService, type BenchService } from '../../service';
import { peakMemory, residentMemory, watchMemory } from '../memory';
import { NodeTimes } from '../nodeTimes';
import { own, targetOf, type Target } from '../workflows';
import { Account } from './account';

/** V8 clears away on its own what nobody needs, some seconds after the last work, and gives it back later. */
const AT_REST_MS = 40_000;
const LONGEST_MS = 4 * 3_600_000;
const SETTINGS = { executionOrder: 'v1', saveManualExecutions: true };

/** What a run took. */
export interface Ran {
	readonly execution: Execution;
	/** Of the last node, by n8n's own count. */
	readonly ms: number;
	readonly requests: number;
	readonly refused: number;
	/** MiB that n8n took more than with nothing to do, at most. */
	readonly memory: number;
	/** After which the service answers. */
	readonly latencyMs: number;
}

interface Entry {
	readonly number: number;
	readonly status: number | null;
	readonly tokenKind: string | null;
}

/** What a job needs, and what was measured of it so far. */
export interface Stage {
	readonly world: World;
	readonly service: BenchService;
	readonly account: Account;
	readonly target: Target;
	/** Where n8n keeps its files. */
	readonly storage: string;
	readonly latencyMs: number;
	readonly times: NodeTimes;
	readonly n8n: RunningN8n;
	readonly rest: N8nRest;
	/** The number of the last request that was counted. */
	seen: number;
	/** MiB of an n8n that has nothing to do: the least of what it had at rest after its start and before its runs. */
	idle: number;
}

const pidOf = ({ n8n }: Stage): number => n8n.process.pid ?? 0;

export async function startStage(
	world: World,
	{ name, latencyMs }: { name: string; latencyMs: number },
): Promise<Stage> {
	const { scratch } = world.site;
	const folder = scratch.subfolder(`large-${name}`);
	const data = join(folder, 'sandbox.db');
	const service = await startService(data);
	scratch.atEnd(async () => await service.close());
	const account = new Account(data);
	scratch.atEnd(() => account.close());
	await service.steer('PATCH', '/options', { dailyLimit: 1_000_000_000, latencyMs });
	const times = new NodeTimes(join(folder, 'told.jsonl'));
	const storage = scratch.subfolder(`stored-${name}`);
	const variables = {
		...times.variables,
		N8N_DEFAULT_BINARY_DATA_MODE: 'filesystem',
		N8N_BINARY_DATA_STORAGE_PATH: storage,
		N8N_RESTRICT_FILE_ACCESS_TO: scratch.folder,
		N8N_LOG_LEVEL: 'info',
		// Of a larger execution n8n shows no output, and then nobody could look at its files.
		EXECUTIONS_DATA_MAX_DISPLAY_SIZE: '1000000000',
		NODE_OPTIONS: process.env.BENCH_NODE_OPTIONS ?? '',
	};
	const n8n = await world.startN8n(name, { variables }, service);
	const { rest } = n8n;
	const target = targetOf(service, n8n);
	const parts = { world, service, account, target, storage, latencyMs, times, n8n, rest };
	const stage: Stage = { ...parts, seen: 0, idle: 0 };
	await settle(stage);
	return stage;
}

/**
 * One small workflow, and time for what n8n does after its start. What it loads for its first
 * execution it keeps: that is no job's memory.
 */
async function settle(stage: Stage): Promise<void> {
	const parameters = { limit: '={{ 1 + 1 }}' };
	const small = await save(stage, 'Small', [own(stage.target, 'customer.getMany', parameters)]);
	await stage.world.begin(small, START, stage.n8n);
	await stage.times.of(small.id);
	await pause(AT_REST_MS);
	stage.idle = residentMemory(pidOf(stage));
}

const save = async ({ rest }: Stage, name: string, nodes: readonly WorkflowNode[]) =>
	await rest.call<SavedWorkflow>('POST', '/workflows', { ...row(name, nodes), settings: SETTINGS });

/**
 * Runs a workflow to its end.
 * @throws Error with n8n's log where n8n ended, and with what the node said where that failed
 */
export async function run(
	stage: Stage,
	name: string,
	nodes: readonly WorkflowNode[],
): Promise<Ran> {
	const { latencyMs, n8n, rest, times, world } = stage;
	const workflow = await save(stage, name, nodes);
	await pause(AT_REST_MS);
	await requestsOf(stage);
	stage.idle = Math.min(stage.idle, watchMemory(pidOf(stage)));
	const id = await world.begin(workflow, START, n8n);
	const told = await Promise.race([times.of(workflow.id, LONGEST_MS), lost(n8n)]);
	const memory = peakMemory(pidOf(stage)) - stage.idle;
	const { requests, refused } = await requestsOf(stage);
	const execution = await finished(rest, id);
	const last = nodes.at(-1)?.name ?? '';
	if (execution.status !== 'success') {
		throw new Error(`${name}: ${execution.status}: ${execution.errorOf(last) ?? execution.error}`);
	}
	return { execution, ms: told.nodes[last]?.ms ?? told.ms, requests, refused, memory, latencyMs };
}

async function lost({ process }: RunningN8n): Promise<never> {
	await process.ended;
	throw new Error(process.tell('n8n ended'));
}

/** The requests of n8n's token since the last call of this. */
async function requestsOf(stage: Stage): Promise<{ requests: number; refused: number }> {
	const { seen, service } = stage;
	const entries = await service.steer<Entry[]>('GET', `/requests?since=${seen}`);
	stage.seen = entries.at(-1)?.number ?? seen;
	const own = entries.filter(({ tokenKind }) => tokenKind === 'team');
	return { requests: own.length, refused: own.filter(({ status }) => status === 429).length };
}
