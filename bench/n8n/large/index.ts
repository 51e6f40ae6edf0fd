/**
 * `npm run bench -- large`: lists of any size in a real n8n. The deals are exported as files while
 * another client writes, summarized, imported by a key, and imported again. Prints the table of
 * docs/measurements.md, and ends with 1 where anything is not as it must be.
 *
 * `BENCH_DEALS` (1,000,000) says how many deals; `BENCH_JOB` which jobs, with commas between;
 * `BENCH_LATENCY` (50) the milliseconds until the service answers; `BENCH_NODE_OPTIONS` n8n's NODE_OPTIONS.
 */
import { cacheFolder, placesIn } from '../../../scripts/n8n-host/recipe';
import { Progress } from '../../../scripts/progress';
import { messageOf, runWithScratch } from '../../../scripts/scratch';
import { World } from '../../../harness/n8n/world';
import { largeReport } from '../report';
import { exportDeals, summarize } from './exports';
import { shown, type Figures } from './figures';
import { importTwice } from './imports';
import { startStage, type Stage } from './stage';

const given = (name: string, usual: number) => Number(process.env[name] ?? usual);
const DEALS = given('BENCH_DEALS', 1_000_000);
const latencyMs = given('BENCH_LATENCY', 50);

/** Jobs that share an n8n and a sandbox with so many deals. */
interface Group {
	readonly name: string;
	readonly deals: number;
	readonly jobs: Readonly<Record<string, (stage: Stage) => Promise<Figures[]>>>;
}

const CSV = { fileContent: 'simplified', fileFormat: 'csv' };
const LINES = { fileContent: 'raw', fileFormat: 'jsonLines' };

const GROUPS: readonly Group[] = [
	{
		...{ name: 'read', deals: DEALS },
		jobs: {
			// First, since the export's writer changes what it sums up.
			summary: async (stage) => [await summarize(stage)],
			lines: async (stage) => [
				await exportDeals(stage, {
					job: 'export, JSON Lines',
					isWritten: false,
					parameters: LINES,
				}),
			],
			export: async (stage) => [
				await exportDeals(stage, { job: 'export, CSV', isWritten: true, parameters: CSV }),
			],
		},
	},
	{
		// One deal, and with it the customers that the rows name.
		...{ name: 'write', deals: 1 },
		jobs: {
			import: async (stage) => await importTwice(stage, DEALS),
		},
	},
];

/** The deals of one request: fetch gives up after five minutes, in which a slow machine makes some 500,000. */
const FILLED_AT_ONCE = 100_000;

const asked = (process.env.BENCH_JOB ?? '').split(',').filter((name) => name !== '');

async function runGroup(world: World, group: Group): Promise<Figures[]> {
	const { name, deals } = group;
	const jobs = Object.entries(group.jobs).filter(
		([job]) => asked.length === 0 || asked.includes(job),
	);
	if (jobs.length === 0) return [];
	const stage = await startStage(world, { name, latencyMs });
	for (let made = 0; made < deals; made += FILLED_AT_ONCE) {
		const count = Math.min(FILLED_AT_ONCE, deals - made);
		await stage.service.steer('POST', '/generate/deal', { count });
	}
	const figures: Figures[] = [];
	for (const [job, run] of jobs) {
		try {
			const made = await run(stage);
			for (const each of made) console.error(shown(each).join(' | '));
			figures.push(...made);
		} catch (error) {
			const nothing = { records: 0, ms: 0, ofLimit: 0, requests: 0, refused: 0, memory: 0 };
			figures.push({ job, ...nothing, problems: [messageOf(error)] });
			console.error(`${job}: ${messageOf(error)}`);
		}
	}
	await stage.n8n.process.stop();
	await stage.service.close();
	return figures;
}

export async function benchLarge(): Promise<void> {
	await runWithScratch(async (scratch) => {
		const world = new World({ scratch, progress: new Progress(), places: placesIn(cacheFolder()) });
		const figures: Figures[] = [];
		for (const group of GROUPS) figures.push(...(await runGroup(world, group)));
		console.log(largeReport(figures, latencyMs));
		return figures.every(({ problems }) => problems.length === 0) ? 0 : 1;
	});
}
