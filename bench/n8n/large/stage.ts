/** Where a job runs: a real n8n that keeps files on disk, and a sandbox with many deals. */
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sandboxCredentials } from '../../../scripts/n8n-host/sandbox-credentials';
import type { N8nRest, SavedWorkflow, WorkflowNode } from '../../../scripts/n8n-host/rest';
import { finished, type Execution } from '../../../test/e2e/execution';
import { row, START } from '../../../test/e2e/workflows';
import type { RunningN8n, World } from '../../../test/e2e/world';
import { startService, type BenchService } from '../../service';
import { peakMemory, residentMemory, watchMemory } from '../memory';
import { NodeTimes } from '../nodeTimes';
import { own, type Target } from '../workflows';
import { Account } from './account';

/** V8 clears away on its own what nobody needs, some seconds after the last work, and gives it back later. */
const AT_REST_MS = 40_000;
const LONGEST_MS = 4 * 3_600_000;
const TYPE = 'salesManagementTeamTokenApi';
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

/** What a stage is made of. */
interface Parts {
	readonly world: World;
	readonly service: BenchService;
	readonly account: Account;
	readonly target: Target;
	/** Where n8n keeps its files. */
	readonly storage: string;
	readonly latencyMs: number;
	readonly times: NodeTimes;
	readonly n8n: RunningN8n;
}

export class Stage {
	private seen = 0;
	/** MiB of an n8n that has nothing to do: the least of what it had at rest after its start and before its runs. */
	private idle = 0;

	private constructor(private readonly parts: Parts) {}

	get world(): World {
		return this.parts.world;
	}

	get service(): BenchService {
		return this.parts.service;
	}

	get account(): Account {
		return this.parts.account;
	}

	get target(): Target {
		return this.parts.target;
	}

	get storage(): string {
		return this.parts.storage;
	}

	get rest(): N8nRest {
		return this.parts.n8n.rest;
	}

	get pid(): number {
		return this.parts.n8n.process.pid ?? 0;
	}

	static async start(
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
		const n8n = await world.startN8n(name, {
			variables: {
				...times.variables,
				N8N_DEFAULT_BINARY_DATA_MODE: 'filesystem',
				N8N_BINARY_DATA_STORAGE_PATH: storage,
				N8N_RESTRICT_FILE_ACCESS_TO: scratch.folder,
				N8N_LOG_LEVEL: 'info',
				// Of a larger execution n8n shows no output, and then nobody could look at its files.
				EXECUTIONS_DATA_MAX_DISPLAY_SIZE: '1000000000',
				NODE_OPTIONS: process.env.BENCH_NODE_OPTIONS ?? '',
			},
		});
		const stored = sandboxCredentials(service).find(({ type }) => type === TYPE);
		const { id } = await n8n.rest.call<{ id: string }>('POST', '/credentials', {
			...{ ...stored, name: 'Large' },
		});
		const target = { v2: service.v2, credential: { id, name: 'Large' } };
		const stage = new Stage({ world, service, account, target, storage, latencyMs, times, n8n });
		await stage.settle();
		return stage;
	}

	async save(name: string, nodes: readonly WorkflowNode[]): Promise<SavedWorkflow> {
		return await this.rest.call<SavedWorkflow>('POST', '/workflows', {
			...row(name, nodes),
			settings: SETTINGS,
		});
	}

	async begin(workflow: SavedWorkflow): Promise<string> {
		return await this.world.begin(workflow, START, this.parts.n8n);
	}

	/**
	 * Runs a workflow to its end.
	 * @throws Error with n8n's log where n8n ended, and with what the node said where that failed
	 */
	async run(name: string, nodes: readonly WorkflowNode[]): Promise<Ran> {
		const workflow = await this.save(name, nodes);
		await pause(AT_REST_MS);
		await this.requests();
		this.idle = Math.min(this.idle, watchMemory(this.pid));
		const id = await this.begin(workflow);
		const told = await Promise.race([this.parts.times.of(workflow.id, LONGEST_MS), this.lost()]);
		const memory = peakMemory(this.pid) - this.idle;
		const { requests, refused } = await this.requests();
		const execution = await finished(this.rest, id);
		const last = nodes.at(-1)?.name ?? '';
		if (execution.status !== 'success') {
			throw new Error(
				`${name}: ${execution.status}: ${execution.errorOf(last) ?? execution.error}`,
			);
		}
		return {
			execution,
			ms: told.nodes[last]?.ms ?? told.ms,
			requests,
			refused,
			memory,
			latencyMs: this.parts.latencyMs,
		};
	}

	async stop(): Promise<void> {
		await this.parts.n8n.process.stop();
		await this.service.close();
	}

	/**
	 * One small workflow, and time for what n8n does after its start. What it loads for its first
	 * execution it keeps: that is no job's memory.
	 */
	private async settle(): Promise<void> {
		const parameters = { limit: '={{ 1 + 1 }}' };
		const small = await this.save('Small', [own(this.target, 'customer.getMany', parameters)]);
		await this.begin(small);
		await this.parts.times.of(small.id);
		await pause(AT_REST_MS);
		this.idle = residentMemory(this.pid);
	}

	private async lost(): Promise<never> {
		await this.parts.n8n.process.ended;
		throw new Error(this.parts.n8n.process.tell('n8n ended'));
	}

	/** What n8n's token asked for since the last call of this. */
	private async requests(): Promise<{ requests: number; refused: number }> {
		const entries = await this.service.steer<Entry[]>('GET', `/requests?since=${this.seen}`);
		this.seen = entries.at(-1)?.number ?? this.seen;
		const own = entries.filter(({ tokenKind }) => tokenKind === 'team');
		return { requests: own.length, refused: own.filter(({ status }) => status === 429).length };
	}
}
