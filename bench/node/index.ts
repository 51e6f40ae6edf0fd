/**
 * `npm run bench -- node [--base REV]`: the processor time of the node alone, as multiples of parsing and writing as
 * many deals as JSON once; beside it that of a commit. The service is in another process and answers at once.
 * Medians of five runs after one that does not count, the builds in turn. BENCH_RECORDS and BENCH_ROUNDS make it
 * shorter, BENCH_JOB names a part of the jobs.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { request } from 'undici';
import { runWithScratch, type Scratch } from '../../scripts/scratch';
import { median, table } from '../measure';
import { startService, type BenchService } from '../service';
import { bundleOf, Contender, type Ran } from './contender';
import { JOBS, rowsUpTo, type NodeJob } from './jobs';

const RECORDS = Number(process.env.BENCH_RECORDS ?? 60_000);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const WRITTEN_AT_ONCE = 10_000;

/** Saves the answers that list all deals, each as a file: together they may be more than one text can hold. */
async function savePages(service: BenchService, folder: string): Promise<string> {
	const headers = { authorization: `Bearer ${service.credentials.team}` };
	let page = 0;
	let next: string | null | undefined = '';
	while (typeof next === 'string') {
		const cursor = next === '' ? '' : `&cursor=${encodeURIComponent(next)}`;
		const { body } = await request(`${service.v2}/deals?limit=1000${cursor}`, { headers });
		const text = await body.text();
		writeFileSync(join(folder, `${page++}.json`), text);
		({ nextCursor: next } = JSON.parse(text) as { nextCursor?: string | null });
	}
	return folder;
}

/** The account of a job: deals to read, rows that are there, or nothing. */
async function fill(service: BenchService, { rows, isRepeated }: NodeJob): Promise<void> {
	await service.steer('POST', '/reset', { seed: 'empty' });
	if (!rows) await service.steer('POST', '/generate/deal', { count: RECORDS });
	if (!isRepeated) return;
	const all = rowsUpTo(RECORDS);
	for (let from = 0; from < all.length; from += WRITTEN_AT_ONCE) {
		const part = all.slice(from, from + WRITTEN_AT_ONCE);
		await service.steer('POST', '/records/customer', part);
	}
}

interface Stage {
	readonly service: BenchService;
	readonly bundles: readonly string[];
	readonly pages: string;
	readonly scratch: Scratch;
}

/** All builds in turn, each round another one first. */
async function measure(
	job: NodeJob,
	{ service, bundles, pages, scratch }: Stage,
): Promise<Ran[][]> {
	await fill(service, job);
	const { v1, v2, credentials } = service;
	const about = { pages, service: { v1, v2, credentials }, job, records: RECORDS };
	const contenders = bundles.map((bundle, at) => {
		const folder = scratch.subfolder(`files-${at}`);
		const contender = new Contender({ ...about, bundle, folder }, scratch);
		return { contender, runs: [] as Ran[] };
	});
	for (let round = 0; round <= ROUNDS; round++) {
		for (const { contender, runs } of round % 2 ? contenders : contenders.toReversed()) {
			if (job.rows && !job.isRepeated) await fill(service, job);
			const ran = await contender.run();
			if (round > 0) runs.push(ran);
		}
	}
	for (const { contender } of contenders) contender.stop();
	return contenders.map(({ runs }) => runs);
}

const medianOf = (runs: readonly Ran[], of: 'cpuMs' | 'roundTripMs'): number =>
	median(runs.map((ran) => ran[of]));

/** `3.1, 212 MiB`: processor time in multiples of the round trip, and the memory at most. */
function figuresOf(runs: readonly Ran[], roundTripMs: number): string[] {
	const peak = Math.max(...runs.map(({ peakMiB }) => peakMiB));
	return [(medianOf(runs, 'cpuMs') / roundTripMs).toFixed(1), `${peak.toFixed(0)} MiB`];
}

function baseOf(argv: readonly string[]): string | undefined {
	const at = argv.indexOf('--base');
	return at < 0 ? undefined : argv[at + 1];
}

export async function benchNode(): Promise<void> {
	const base = baseOf(process.argv);
	await runWithScratch(async (scratch) => {
		const names = [undefined, ...(base === undefined ? [] : [base])];
		const bundles = await Promise.all(names.map(async (name) => await bundleOf(name, scratch)));
		const service = await startService();
		scratch.atEnd(async () => await service.close());
		await service.steer('PATCH', '/options', { dailyLimit: 1_000_000_000, rateLimit: 100_000 });
		await service.steer('POST', '/generate/deal', { count: RECORDS });
		const pages = await savePages(service, scratch.subfolder('pages'));
		const stage = { service, bundles, pages, scratch };
		const head = ['job', ...names.flatMap((name) => [name ?? 'this tree', 'memory'])];
		if (base !== undefined) head.push('ratio');
		const rows = [head];
		for (const job of JOBS.filter(({ name }) => name.includes(process.env.BENCH_JOB ?? ''))) {
			const measured = await measure(job, stage);
			const roundTripMs = medianOf(measured.flat(), 'roundTripMs');
			const [now, before] = measured.map((runs) => figuresOf(runs, roundTripMs));
			const row = [job.name, ...(now ?? []), ...(before ?? [])];
			if (before) row.push((Number(now?.[0]) / Number(before[0])).toFixed(2));
			rows.push(row);
			console.error(`${row.join(' | ')}; round trip ${roundTripMs.toFixed(0)} ms`);
		}
		console.log(`\n${table(rows)}\n\n${RECORDS} records, medians of ${ROUNDS}.`);
		return 0;
	});
}
