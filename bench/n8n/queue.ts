/**
 * `npm run bench -- queue [workers]`: n8n's queue mode with PostgreSQL and Redis. Twenty executions of a
 * hundred creates each, all of one token, on so many workers that know nothing of each other.
 */
import { cacheFolder, placesIn } from '../../scripts/n8n-host/recipe';
import { Progress } from '../../scripts/progress';
import { runWithScratch, type Scratch } from '../../scripts/scratch';
import { createAtOnce } from '../../test/e2e/queue/creates';
import { startQueueMode, takenBy } from '../../test/e2e/queue/mode';
import { everyRecord } from '../../test/e2e/steering';
import { World } from '../../test/e2e/world';
import { seconds, table } from '../measure';
import { jain } from '../pace/figures';
import { startService } from '../service';

const EXECUTIONS = 20;
const EACH = 100;
/** The time in which the workers find each other is not measured. */
const FROM_MS = 20_000;

interface Customer {
	readonly name: string;
	readonly createdAt: string;
}

async function run(scratch: Scratch, workers: number): Promise<number> {
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
	console.log(
		table([
			HEAD,
			[
				...[String(workers), String(made.length), seconds(took)],
				((made.length / took) * 1000).toFixed(2),
				`${((sum / forMs) * 1000).toFixed(2)} (${seconds(forMs)})`,
				...[jain(parts).toFixed(3), `${((refused / count) * 100).toFixed(0)} %`],
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
