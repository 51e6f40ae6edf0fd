/**
 * `npm run bench -- n8n`: the jobs in a real n8n, this package beside n8n's own nodes, each contender
 * in turn, one round not counted and five that are. Prints all figures, and the table of docs/measurements.md.
 * BENCH_JOB names a part of the jobs; BENCH_ROUNDS says how many rounds count.
 */
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { cacheFolder, placesIn } from '../../scripts/n8n-host/recipe';
import type { SavedWorkflow } from '../../scripts/n8n-host/rest';
import { Progress } from '../../scripts/progress';
import { runWithScratch } from '../../scripts/scratch';
import { row, START } from '../../harness/n8n/workflows';
import { World, type RunningN8n } from '../../harness/n8n/world';
import { startService, type BenchService } from '../service';
import { paced } from './bare';
import { jobsFor, type Job } from './jobs';
import { peakMemory, watchMemory } from './memory';
import { NodeTimes } from './nodeTimes';
import { figuresTable, jobsReport } from './report';
import { BARE, type Figures, type Run } from './figures';
import { targetOf, type Contender, type Target } from './workflows';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const READ = 50_000;

interface Bench {
	readonly world: World;
	readonly n8n: RunningN8n;
	readonly service: BenchService;
	readonly target: Target;
	readonly times: NodeTimes;
}

async function startBench(world: World): Promise<Bench> {
	const service = await startService();
	world.site.scratch.atEnd(async () => await service.close());
	const times = new NodeTimes(join(world.site.scratch.folder, 'told.jsonl'));
	const n8n = await world.startN8n('bench', { variables: times.variables }, service);
	return { world, n8n, service, target: targetOf(service, n8n), times };
}

/** Runs a contender's workflow; `undefined` where it failed. */
async function runIn(bench: Bench, job: Job, { name, nodes }: Contender): Promise<Run | undefined> {
	const { n8n, service, times, world } = bench;
	const { rest, process } = n8n;
	const workflow = row(`${job.name}: ${name}`, [...job.before, ...nodes]);
	const settings = {
		executionOrder: 'v1',
		saveManualExecutions: false,
		saveDataSuccessExecution: 'none',
	};
	const saved = await rest.call<SavedWorkflow>('POST', '/workflows', { ...workflow, settings });
	const { pid = 0 } = process;
	await pause(1_100);
	const before = await count(service, job);
	await service.requests();
	const idle = watchMemory(pid);
	await world.begin(saved, START, n8n);
	const told = await times.of(saved.id);
	const { count: requests, refused } = await service.requests();
	const memory = peakMemory(pid) - idle;
	const made = (await count(service, job)) - before;
	const last = told.nodes[nodes.at(-1)?.name ?? ''];
	const isWhole =
		told.status === 'success' && made === (job.makes?.count ?? 0) && last?.items === job.items;
	if (!isWhole) console.error(JSON.stringify(told), made);
	const ms = nodes.reduce((sum, each) => sum + (told.nodes[each.name]?.ms ?? Number.NaN), 0);
	return isWhole ? { ms, requests, refused, memory } : undefined;
}

/** How many of the job's records there are. */
async function count({ steer }: BenchService, { makes }: Job): Promise<number> {
	const { records } = await steer<{ records: Record<string, number> }>('GET', '/stats');
	return (makes && records[makes.kind]) ?? 0;
}

type OneRun = () => Promise<Run | undefined>;

/** All contenders of a job in turn, each round from another on, so that they are compared in one run. */
async function measure(bench: Bench, job: Job): Promise<Figures[]> {
	const { service } = bench;
	await service.steer('PATCH', '/options', { rateLimit: 5, latencyMs: job.latencyMs });
	const contenders: Array<[name: string, run: OneRun]> = [
		[BARE, async () => await bare(service, job)],
		...job.contenders.map((each): [string, OneRun] => [
			each.name,
			async () => await runIn(bench, job, each),
		]),
	];
	const about = { job: job.name, latencyMs: job.latencyMs };
	const measured = contenders.map(([contender, run]) => ({
		figures: { ...about, contender, runs: [] as Run[], failed: 0 },
		run,
	}));
	for (let round = 0; round <= ROUNDS; round++) {
		const from = round % measured.length;
		for (const { figures, run: once } of [...measured.slice(from), ...measured.slice(0, from)]) {
			const run = await once();
			console.error(`${job.name} ${job.latencyMs} ms, ${figures.contender}: ${run?.ms}`);
			if (round === 0) continue;
			if (run) figures.runs.push(run);
			else figures.failed++;
		}
	}
	return measured.map(({ figures }) => figures);
}

/** The perfect client, in this process. */
async function bare(service: BenchService, job: Job): Promise<Run> {
	await pause(1_100);
	await service.requests();
	const idle = watchMemory(process.pid);
	const ms = await paced(service.credentials.team, job.bare(service.v2));
	const memory = peakMemory(process.pid) - idle;
	const { count: requests, refused } = await service.requests();
	return { ms, requests, refused, memory };
}

const DAY = 86_400_000;

/** Changed at random within 400 days, as in an account that is used. */
const deals = () =>
	Array.from({ length: READ }, (_, at) => {
		const updatedAt = new Date(Date.now() - DAY - Math.random() * 400 * DAY).toISOString();
		return { name: `Deal ${at}`, createdAt: updatedAt, updatedAt };
	});

export async function benchN8n(): Promise<void> {
	await runWithScratch(async (scratch) => {
		const progress = new Progress();
		const world = new World({ scratch, progress, places: placesIn(cacheFolder()) });
		const bench = await startBench(world);
		await bench.service.steer('POST', '/records/deal', deals());
		const asked = process.env.BENCH_JOB ?? '';
		const figures: Figures[] = [];
		const wanted = jobsFor(bench.target).filter(({ name, latencyMs }) =>
			`${name} ${latencyMs}`.includes(asked),
		);
		for (const job of wanted) figures.push(...(await measure(bench, job)));
		console.log(figuresTable(figures));
		console.log(`\n${jobsReport(figures, ROUNDS)}`);
		return 0;
	});
}
