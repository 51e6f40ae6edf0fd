/**
 * `npm run bench -- large`: lists of any size in a real n8n. The deals are exported as files while
 * another client writes, summarized, imported by a key, imported again, and imported with n8n killed in
 * the middle; the other kinds of records on a small scale; and the same where n8n keeps files in its
 * memory or its database. Writes the figures of these jobs into bench/results.json and docs/performance.md,
 * where all is of the usual size, and ends with 1 where anything is not as it must be.
 *
 * `BENCH_DEALS` (1,000,000) says how many deals; `BENCH_SMALL` (50,000) how many where n8n is killed or
 * keeps files elsewhere; `BENCH_OTHERS` (2,000) how many of the other kinds; `BENCH_JOB` which jobs,
 * with commas between; `BENCH_LATENCY` (50) the milliseconds until the service answers;
 * `BENCH_NODE_OPTIONS` n8n's NODE_OPTIONS.
 */
import { cacheFolder, placesIn } from '../../../scripts/n8n-host/recipe';
import { Progress } from '../../../scripts/progress';
import { messageOf, runWithScratch } from '../../../scripts/scratch';
import { World } from '../../../test/e2e/world';
import { today } from '../figures';
import { writeLargeReport } from '../report';
import { exportDeals, summarize } from './exports';
import { largeTable, shown, type Figures } from './figures';
import { importKilled, importTwice } from './imports';
import { otherKinds } from './others';
import { Stage, type Mode } from './stage';

/** What may be set; figures of an unusual run are not written. */
const SETTINGS = [
	...['BENCH_DEALS', 'BENCH_SMALL', 'BENCH_OTHERS', 'BENCH_LATENCY'],
	'BENCH_NODE_OPTIONS',
];

const given = (name: string, usual: number) => Number(process.env[name] ?? usual);
const DEALS = given('BENCH_DEALS', 1_000_000);
const SMALL = given('BENCH_SMALL', 50_000);
const OTHERS = given('BENCH_OTHERS', 2_000);
const latencyMs = given('BENCH_LATENCY', 50);

/** Jobs that share an n8n and a sandbox with so many deals. */
interface Group {
	readonly name: string;
	readonly mode: Mode;
	readonly deals: number;
	readonly jobs: Readonly<Record<string, (stage: Stage) => Promise<Figures[]>>>;
}

const CSV = { fileContent: 'simplified', fileFormat: 'csv' };
const LINES = { fileContent: 'raw', fileFormat: 'jsonLines' };

const elsewhere = (name: string, mode: Mode): Group => ({
	...{ name, mode, deals: SMALL },
	jobs: {
		// First, since the memory that an export takes here is not given back at once.
		[`${name}-summary`]: async (stage) => [await summarize(stage)],
		[`${name}-export`]: async (stage) => [
			await exportDeals(stage, { job: 'export, CSV', isWritten: false, parameters: CSV }),
			await exportDeals(stage, { job: 'export, JSON Lines', isWritten: false, parameters: LINES }),
		],
		[`${name}-import`]: async (stage) => await importTwice(stage, SMALL),
	},
});

const GROUPS: readonly Group[] = [
	{
		...{ name: 'read', mode: 'filesystem', deals: DEALS },
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
		...{ name: 'write', mode: 'filesystem', deals: 1 },
		jobs: {
			kill: async (stage) => [await importKilled(stage, SMALL)],
			import: async (stage) => await importTwice(stage, DEALS),
			...otherKinds(OTHERS),
		},
	},
	elsewhere('memory', 'default'),
	elsewhere('database', 'database'),
];

const asked = (process.env.BENCH_JOB ?? '').split(',').filter((name) => name !== '');

async function runGroup(world: World, group: Group): Promise<Figures[]> {
	const { name, mode, deals } = group;
	const jobs = Object.entries(group.jobs).filter(
		([job]) => asked.length === 0 || asked.includes(job),
	);
	if (jobs.length === 0) return [];
	const stage = await Stage.start(world, { name, mode, latencyMs });
	await stage.service.steer('POST', '/generate/deal', { count: deals });
	const figures: Figures[] = [];
	for (const [job, run] of jobs) {
		try {
			const made = await run(stage);
			for (const each of made) console.error(shown(each).join(' | '));
			figures.push(...made);
		} catch (error) {
			const nothing = { records: 0, ms: 0, ofLimit: 0, requests: 0, refused: 0, memory: 0 };
			figures.push({ measured: today(), job, mode, ...nothing, problems: [messageOf(error)] });
			console.error(`${job}: ${messageOf(error)}`);
		}
	}
	await stage.stop();
	return figures;
}

export async function benchLarge(): Promise<void> {
	await runWithScratch(async (scratch) => {
		const world = new World({ scratch, progress: new Progress(), places: placesIn(cacheFolder()) });
		const figures: Figures[] = [];
		const areUsual = SETTINGS.every((name) => process.env[name] === undefined);
		for (const group of GROUPS) {
			const measured = await runGroup(world, group);
			figures.push(...measured);
			if (areUsual && measured.length > 0) await writeLargeReport(measured, latencyMs);
		}
		console.log(largeTable(figures));
		return figures.every(({ problems }) => problems.length === 0) ? 0 : 1;
	});
}
