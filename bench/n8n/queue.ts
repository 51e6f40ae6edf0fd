/**
 * `npm run bench -- queue [workers]`: n8n's queue mode with PostgreSQL and Redis. Twenty executions of a
 * hundred creates each, all of one token, on so many workers that know nothing of each other. Writes
 * bench/results.json and docs/performance.md.
 */
import { cacheFolder, placesIn } from '../../scripts/n8n-host/recipe';
import { Progress } from '../../scripts/progress';
import { runWithScratch, type Scratch } from '../../scripts/scratch';
import { createAtOnce } from '../../test/e2e/queue/creates';
import { startQueueMode, takenBy } from '../../test/e2e/queue/mode';
import { everyRecord } from '../../test/e2e/steering';
import { World } from '../../test/e2e/world';
import { jain } from '../pace/figures';
import { startService } from '../service';
import { today } from './figures';
import { queueTable, type QueueFigures } from './queueFigures';
import { writeQueueReport } from './report';

const EXECUTIONS = 20;
const EACH = 100;
/** The time in which the workers find each other is not measured. */
const FROM_MS = 20_000;

interface Customer {
	readonly name: string;
	readonly createdAt: string;
}

async function measured(scratch: Scratch, workers: number): Promise<QueueFigures> {
	const progress = new Progress();
	const world = new World({ scratch, progress, places: placesIn(cacheFolder()) });
	const service = await startService();
	scratch.atEnd(async () => await service.close());
	const mode = await startQueueMode(world, service, workers);
	await service.steer('PATCH', '/options', { rateLimit: 5, latencyMs: 50 });
	await service.requests();
	const begun = Date.now();
	const states = await createAtOnce(world, mode.n8n, { executions: EXECUTIONS, each: EACH });
	const took = Date.now() - begun;
	const { count, refused } = await service.requests();
	await service.steer('PATCH', '/options', { rateLimit: 0, latencyMs: 0 });
	const made = await everyRecord<Customer>(service, 'customers', { limit: 1000 });
	const times = mode.workers.map((worker) => {
		const taken = new Set(takenBy(worker));
		return made
			.filter(({ name }) => taken.has(name.split(' ')[0] ?? ''))
			.map(({ createdAt }) => Date.parse(createdAt) - begun)
			.sort((one, other) => one - other);
	});
	// From then on the others have the rate to themselves.
	const untilMs = Math.min(...times.map((own) => own.at(-1) ?? 0));
	const parts = times.map((own) => own.filter((at) => at >= FROM_MS && at < untilMs).length);
	const forMs = untilMs - FROM_MS;
	const failed = [...states.values()].filter((state) => state !== 'success').length;
	const doubled = made.length - new Set(made.map(({ name }) => name)).size;
	const sum = parts.reduce((all, part) => all + part, 0);
	return {
		...{ measured: today(), workers, creates: made.length, ms: took, countedMs: forMs },
		...{ perSecond: (sum / forMs) * 1000, fairness: jain(parts), refused: refused / count },
		...{ failed, doubled },
	};
}

export async function benchQueue(): Promise<void> {
	const workers = Number(process.argv.find((argument) => /^\d+$/.test(argument)) ?? 2);
	await runWithScratch(async (scratch) => {
		const figures = await measured(scratch, workers);
		console.log(queueTable([figures]));
		await writeQueueReport(figures);
		return figures.failed + figures.doubled === 0 ? 0 : 1;
	});
}
