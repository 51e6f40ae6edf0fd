/**
 * `npm run bench -- answers`: how fast the sandbox answers with many deals. `BENCH_DEALS` says how many
 * (1,000,000), `BENCH_JOB` what alone is asked. The processor's time is that of the sandbox alone.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runWithScratch } from '../scripts/scratch';
import { worksOf, type Page, type Work } from './answersAsked';
import { milliseconds, quantile, seconds, table } from './measure';
import { peakMemory, residentMemory } from './n8n/memory';
import { startService } from './service';

const DEALS = Number(process.env.BENCH_DEALS ?? 1_000_000);
const ONLY = process.env.BENCH_JOB ?? '';
const RUNS = 10;

/** Ticks of the kernel's accounts in a second. */
const TICKS = 100;

/** Processor time that a process has had, in ms. */
function cpuOf(pid: number): number {
	const [, accounts = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
	const [user = '', system = ''] = accounts.split(' ').slice(11);
	return ((Number(user) + Number(system)) / TICKS) * 1000;
}

const HEAD = ['deals', 'matching', 'records', 'first', 'median', 'most', 'CPU a call'];

async function measured(what: string, work: Work, pid: number): Promise<string[]> {
	const times: number[] = [];
	let last: Page = {};
	const before = cpuOf(pid);
	for (let turn = 0; turn < RUNS; turn++) {
		const start = performance.now();
		last = await work(turn);
		times.push(performance.now() - start);
	}
	const cpu = (cpuOf(pid) - before) / RUNS;
	const figures = [times[0] ?? 0, quantile(times, 0.5), Math.max(...times), cpu];
	const { totalCount = '', deals } = last;
	return [what, String(totalCount), String(deals?.length ?? ''), ...figures.map(milliseconds)];
}

export async function benchAnswers(): Promise<void> {
	await runWithScratch(async (scratch) => {
		const service = await startService(join(scratch.folder, 'deals.db'));
		scratch.atEnd(async () => await service.close());
		const { pid, steer } = service;
		await steer('PATCH', '/options', { rateLimit: 0, dailyLimit: 1_000_000_000 });
		const [start, before] = [performance.now(), cpuOf(pid)];
		await steer('POST', '/generate/deal', { count: DEALS });
		const [took, cpu] = [performance.now() - start, cpuOf(pid) - before];
		console.log(`${DEALS} deals made in ${seconds(took)} (CPU ${seconds(cpu)})`);
		const rows = [HEAD];
		for (const [what, work] of Object.entries(await worksOf(service, DEALS))) {
			if (what.includes(ONLY)) rows.push(await measured(what, work, pid));
		}
		const [now, most] = [residentMemory(pid), peakMemory(pid)].map((each) => each.toFixed(0));
		console.log(`\n${table(rows)}\n\nThe sandbox takes ${now} MiB, at most ${most}.`);
		return 0;
	});
}
