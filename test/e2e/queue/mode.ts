/** n8n's queue mode: PostgreSQL, Redis, a main process, and workers that know nothing of each other. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import getPort from 'get-port';
import { N8nProcess } from '../../../scripts/n8n-host/startN8n';
import type { SandboxAddresses } from '../../../scripts/n8n-host/sandbox-credentials';
import { startQueue } from '../../../scripts/n8n-host/queueServers';
import type { RunningN8n, World } from '../../../harness/n8n/world';

export interface QueueWorker {
	readonly process: N8nProcess;
	readonly log: string;
}

export interface QueueMode {
	/** The main process, to which the service's credentials were given. */
	readonly n8n: RunningN8n;
	readonly workers: readonly QueueWorker[];
}

export async function startWorker(
	world: World,
	{ settings }: RunningN8n,
	name: string,
): Promise<QueueWorker> {
	const { scratch } = world.site;
	const port = await getPort();
	const log = join(scratch.folder, `${name}.log`);
	const process = await N8nProcess.start(scratch, await world.host(), {
		...{ ...settings, port, log, command: ['worker', '--concurrency=10'] },
		variables: {
			...{ ...settings.variables, QUEUE_HEALTH_CHECK_ACTIVE: 'true' },
			QUEUE_HEALTH_CHECK_PORT: String(port),
		},
	});
	await process.ready();
	return { process, log };
}

/** So many workers beside a main process; all of it ends with the command. */
export async function startQueueMode(
	world: World,
	service: SandboxAddresses,
	count: number,
): Promise<QueueMode> {
	// Its log says which worker took which execution.
	const variables = { ...(await startQueue(world.site.scratch)), N8N_LOG_LEVEL: 'info' };
	const n8n = await world.startN8n('main', { variables }, service);
	const names = Array.from({ length: count }, (_, at) => `worker-${at}`);
	const workers = await Promise.all(names.map(async (name) => await startWorker(world, n8n, name)));
	return { n8n, workers };
}

/** Which executions a worker took, by its log. */
export const takenBy = ({ log }: QueueWorker): string[] =>
	[...readFileSync(log, 'utf8').matchAll(/Worker started execution (\d+)/g)].map(
		([, id = '']) => id,
	);
