/**
 * `npm run bench -- queue [workers]`: n8n's queue mode with PostgreSQL and Redis. Twenty executions of a
 * hundred creates each, all of one token, on so many workers that know nothing of each other.
 */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort, N8nProcess } from '../../scripts/n8n-host/process';
import { cacheFolder, placesIn } from '../../scripts/n8n-host/recipe';
import type { SavedWorkflow } from '../../scripts/n8n-host/rest';
import { sandboxCredentials } from '../../scripts/n8n-host/sandbox-credentials';
import { startQueue } from '../../scripts/n8n-host/servers';
import { Progress } from '../../scripts/progress';
import { runWithScratch, type Scratch } from '../../scripts/scratch';
import { row, START } from '../../test/e2e/workflows';
import { World, type RunningN8n } from '../../test/e2e/world';
import { seconds, table } from '../measure';
import { startService, type BenchService } from '../service';
import { own, rows } from './workflows';

const EXECUTIONS = 20;
const EACH = 100;
const TYPE = 'salesManagementTeamTokenApi';
/** The time in which the workers find each other is not measured. */
const FROM_MS = 20_000;

/** 1 where all have the same, 1 / n where one has all (Jain's index). */
const fairness = (parts: readonly number[]): number => {
	const sum = parts.reduce((all, part) => all + part, 0);
	return sum ** 2 / (parts.length * parts.reduce((all, part) => all + part ** 2, 0));
};

/** Which executions a worker took, by its log. */
const takenBy = (log: string): string[] =>
	[...readFileSync(log, 'utf8').matchAll(/Worker started execution (\d+)/g)].map(
		([, id = '']) => id,
	);

interface Customer {
	readonly name: string;
	readonly createdAt: string;
}

/** Starts workers beside a main process; answers their logs. */
async function startWorkers(world: World, n8n: RunningN8n, count: number): Promise<string[]> {
	const { scratch } = world.site;
	return await Promise.all(
		Array.from({ length: count }, async (_, n) => {
			const port = await freePort();
			const log = join(scratch.folder, `worker-${n}.log`);
			const worker = await N8nProcess.start(scratch, await world.host(), {
				...{ ...n8n.settings, port, log, command: ['worker', '--concurrency=10'] },
				variables: {
					...{ ...n8n.settings.variables, QUEUE_HEALTH_CHECK_ACTIVE: 'true' },
					QUEUE_HEALTH_CHECK_PORT: String(port),
				},
			});
			await worker.ready();
			return log;
		}),
	);
}

/** Begins the executions and waits for their ends; answers what became of each. */
async function runAll(world: World, n8n: RunningN8n, service: BenchService): Promise<string[]> {
	const name = `Bench ${randomBytes(3).toString('hex')}`;
	const stored = sandboxCredentials(service).find(({ type }) => type === TYPE);
	const { id } = await n8n.rest.call<{ id: string }>('POST', '/credentials', { ...stored, name });
	const create = own({ v2: service.v2, credential: { id, name } }, 'customer.create', {
		name: '={{ $execution.id + " " + $json.name }}',
	});
	// Not by `world.save`, which chooses the credentials of its own sandbox.
	const workflow = row('Creates', [rows(EACH), create]);
	const saved = await n8n.rest.call<SavedWorkflow>('POST', '/workflows', workflow);
	const ids = await Promise.all(
		Array.from({ length: EXECUTIONS }, async () => await world.begin(saved, START, n8n)),
	);
	const states = new Map<string, string>();
	while (states.size < ids.length) {
		await pause(2_000);
		for (const each of ids.filter((one) => !states.has(one))) {
			const { status } = await n8n.rest.call<{ status: string }>('GET', `/executions/${each}`);
			if (!['new', 'running', 'waiting'].includes(status)) states.set(each, status);
		}
	}
	return [...states.values()];
}

async function run(scratch: Scratch, workers: number): Promise<number> {
	const progress = new Progress();
	const world = new World({ scratch, progress, places: placesIn(cacheFolder()) });
	const service = await startService();
	scratch.atEnd(async () => await service.close());
	const variables = { ...(await startQueue({ scratch, progress })), N8N_LOG_LEVEL: 'info' };
	const n8n = await world.startN8n('main', { variables });
	const logs = await startWorkers(world, n8n, workers);
	await service.steer('PATCH', '/options', { rateLimit: 5, latencyMs: 50 });
	await service.requests();
	const begun = Date.now();
	const states = await runAll(world, n8n, service);
	const took = Date.now() - begun;
	const { count, refused } = await service.requests();
	await service.steer('PATCH', '/options', { rateLimit: 0, latencyMs: 0 });
	const made = await customersOf(service);
	const times = logs.map((log) => {
		const taken = new Set(takenBy(log));
		return made
			.filter(({ name }) => taken.has(name.split(' ')[0] ?? ''))
			.map(({ createdAt }) => Date.parse(createdAt) - begun)
			.sort((one, other) => one - other);
	});
	// From then on the others have the rate to themselves.
	const untilMs = Math.min(...times.map((own) => own.at(-1) ?? 0));
	const parts = times.map((own) => own.filter((at) => at >= FROM_MS && at < untilMs).length);
	const forMs = untilMs - FROM_MS;
	const failed = states.filter((state) => state !== 'success').length;
	const doubled = made.length - new Set(made.map(({ name }) => name)).size;
	const sum = parts.reduce((all, part) => all + part, 0);
	console.log(
		table([
			HEAD,
			[
				...[String(workers), String(made.length), seconds(took)],
				...[
					((made.length / took) * 1000).toFixed(2),
					`${((sum / forMs) * 1000).toFixed(2)} (${seconds(forMs)})`,
				],
				...[fairness(parts).toFixed(3), `${((refused / count) * 100).toFixed(0)} %`],
				...[String(failed), String(doubled)],
			],
		]),
	);
	return failed + doubled === 0 ? 0 : 1;
}

const HEAD = [
	...['workers', 'creates', 'time', 'accepted a second', 'from 20 s on, while all have work'],
	...["Jain's index", '429s', 'failed executions', 'doubled'],
];

export async function benchQueue(): Promise<void> {
	const workers = Number(process.argv.find((argument) => /^\d+$/.test(argument)) ?? 2);
	await runWithScratch(async (scratch) => await run(scratch, workers));
}

async function customersOf({ v2, credentials }: BenchService): Promise<Customer[]> {
	const all: Customer[] = [];
	for (let cursor: string | null = ''; cursor !== null;) {
		const answer = await fetch(`${v2}/customers?limit=1000&cursor=${encodeURIComponent(cursor)}`, {
			headers: { authorization: `Bearer ${credentials.team}` },
		});
		const page = (await answer.json()) as { customers: Customer[]; nextCursor: string | null };
		all.push(...page.customers);
		cursor = page.nextCursor;
	}
	return all;
}
