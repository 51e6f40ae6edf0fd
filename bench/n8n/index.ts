/**
 * `npm run bench -- n8n`: the jobs in a real n8n, this package beside n8n's own nodes, each contender
 * in turn, one round not counted and five that are. Writes bench/results.json.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { cacheFolder, placesIn } from '../../scripts/n8n-host/recipe';
import type { SavedWorkflow } from '../../scripts/n8n-host/rest';
import { sandboxCredentials } from '../../scripts/n8n-host/sandbox-credentials';
import { Progress } from '../../scripts/progress';
import { runWithScratch } from '../../scripts/scratch';
import { row, START } from '../../test/e2e/workflows';
import { World, type RunningN8n } from '../../test/e2e/world';
import { quantile, seconds, table } from '../measure';
import { startService, type BenchService } from '../service';
import { bulkBodies, paced } from './bare';
import { jobsFor, leastMs, type Job } from './jobs';
import { peakMemory, watchMemory } from './memory';
import { NodeTimes } from './nodeTimes';
import type { Contender, Target } from './workflows';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const READ = 50_000;

/** One run of one contender. */
interface Run {
	readonly ms: number;
	readonly requests: number;
	readonly refused: number;
	/** MiB that n8n took more than before the run. */
	readonly memory: number;
}

interface Figures {
	readonly job: string;
	readonly latencyMs: number;
	readonly contender: string;
	readonly leastMs: number;
	readonly runs: readonly Run[];
	readonly failed: number;
}

interface Parts {
	readonly world: World;
	readonly n8n: RunningN8n;
	readonly service: BenchService;
	readonly target: Target;
	readonly times: NodeTimes;
}

class Bench {
	private constructor(private readonly parts: Parts) {}

	get service(): BenchService {
		return this.parts.service;
	}

	get target(): Target {
		return this.parts.target;
	}

	static async start(world: World): Promise<Bench> {
		const service = await startService();
		world.site.scratch.atEnd(async () => await service.close());
		const times = new NodeTimes(join(world.site.scratch.folder, 'told.jsonl'));
		const n8n = await world.startN8n('bench', { variables: times.variables });
		const name = 'Bench';
		const type = 'salesManagementTeamTokenApi';
		const stored = sandboxCredentials(service).find((each) => each.type === type);
		const { id } = await n8n.rest.call<{ id: string }>('POST', '/credentials', {
			...stored,
			name,
		});
		const target = { v2: service.v2, credential: { id, name } };
		return new Bench({ world, n8n, service, target, times });
	}

	/** Runs a contender's workflow; `undefined` where it failed. */
	async run(job: Job, { name, nodes, measured }: Contender): Promise<Run | undefined> {
		const { n8n, times, world } = this.parts;
		const { rest, process } = n8n;
		const workflow = row(`${job.name}: ${name}`, [...job.before, ...nodes]);
		const settings = {
			executionOrder: 'v1',
			saveManualExecutions: false,
			saveDataSuccessExecution: 'none',
		};
		const saved = await rest.call<SavedWorkflow>('POST', '/workflows', {
			...workflow,
			settings,
		});
		const { pid = 0 } = process;
		const before = await this.count(job);
		// The second in which the service counted that request.
		await pause(1_100);
		await this.service.requests();
		const idle = watchMemory(pid);
		await world.begin(saved, START, n8n);
		const told = await times.of(saved.id);
		const { count: requests, refused } = await this.service.requests();
		const memory = peakMemory(pid) - idle;
		await pause(1_100);
		const made = (await this.count(job)) - before;
		const last = told.nodes[measured.at(-1) ?? ''];
		const isWhole =
			told.status === 'success' && made === (job.makes?.count ?? 0) && last?.items === job.items;
		if (!isWhole) console.error(JSON.stringify(told), made);
		const ms = measured.reduce((sum, each) => sum + (told.nodes[each]?.ms ?? Number.NaN), 0);
		return isWhole ? { ms, requests, refused, memory } : undefined;
	}

	/** How many of the job's records there are. */
	private async count({ makes }: Job): Promise<number> {
		if (!makes) return 0;
		const { v2, credentials } = this.service;
		const answer = await fetch(`${v2}/${makes.kind}s?limit=1`, {
			headers: { authorization: `Bearer ${credentials.team}` },
		});
		const { totalCount } = (await answer.json()) as { totalCount: number };
		return totalCount;
	}
}

async function measure(bench: Bench, job: Job): Promise<Figures[]> {
	const { service } = bench;
	await service.steer('PATCH', '/options', { rateLimit: 5, latencyMs: job.latencyMs });
	const figures = job.contenders.map((contender) => ({ contender, runs: [] as Run[], failed: 0 }));
	for (let round = 0; round <= ROUNDS; round++) {
		for (const each of figures) {
			const run = await bench.run(job, each.contender);
			console.error(`${job.name} ${job.latencyMs} ms, ${each.contender.name}: ${run?.ms}`);
			if (round === 0) continue;
			if (run) each.runs.push(run);
			else each.failed++;
		}
	}
	return figures.map(({ contender, runs, failed }) => ({
		job: job.name,
		latencyMs: job.latencyMs,
		contender: contender.name,
		leastMs: leastMs(job),
		runs,
		failed,
	}));
}

/** The perfect client on the jobs that it can do, so many rounds. */
async function bare(bench: Bench): Promise<Figures> {
	const { service } = bench;
	await service.steer('PATCH', '/options', { rateLimit: 5, latencyMs: 300 });
	const bodies = bulkBodies(service.v2, 10_000);
	const runs: Run[] = [];
	for (let round = 0; round <= ROUNDS; round++) {
		await pause(1_100);
		await service.requests();
		const ms = await paced(service.credentials.team, bodies);
		const { count: requests, refused } = await service.requests();
		if (round > 0) runs.push({ ms, requests, refused, memory: 0 });
	}
	return {
		...{ job: '10,000 customers in bulk, three fields', latencyMs: 300, failed: 0 },
		...{ contender: 'a bare client', leastMs: leastMs({ requests: 10, latencyMs: 300 }), runs },
	};
}

const DAY = 86_400_000;

/** Changed at random within 400 days, as in an account that is used. */
const deals = () =>
	Array.from({ length: READ }, (_, at) => {
		const updatedAt = new Date(Date.now() - DAY - Math.random() * 400 * DAY).toISOString();
		return { name: `Deal ${at}`, createdAt: updatedAt, updatedAt };
	});

const median = (values: number[]) => quantile(values, 0.5);

const shown = ({ job, latencyMs, contender, leastMs: least, runs, failed }: Figures): string[] => {
	const times = runs.map(({ ms }) => ms);
	const time = median(times);
	return [
		...[job, `${latencyMs} ms`, contender],
		...[seconds(time), `${seconds(Math.min(...times))} to ${seconds(Math.max(...times))}`],
		(time / least).toFixed(2),
		String(median(runs.map(({ requests }) => requests))),
		String(Math.max(0, ...runs.map(({ refused }) => refused))),
		`${median(runs.map(({ memory }) => memory)).toFixed(0)} MiB`,
		String(failed),
	];
};

const HEAD = [
	...['job', 'latency', 'by', 'median', 'range', 'to the limit'],
	...['requests', 'most 429s', 'memory', 'failed'],
];

export async function benchN8n(): Promise<void> {
	await runWithScratch(async (scratch) => {
		const progress = new Progress();
		const world = new World({ scratch, progress, places: placesIn(cacheFolder()) });
		const bench = await Bench.start(world);
		await bench.service.steer('POST', '/records/deal', deals());
		const asked = process.env.BENCH_JOB ?? '';
		const figures = [await bare(bench)];
		for (const job of jobsFor(bench.target)) {
			if (`${job.name} ${job.latencyMs}`.includes(asked))
				figures.push(...(await measure(bench, job)));
		}
		console.log(table([HEAD, ...figures.map(shown)]));
		writeFileSync(
			join(__dirname, '../results.json'),
			`${JSON.stringify({ node: process.version, figures }, undefined, '\t')}\n`,
		);
		return 0;
	});
}
