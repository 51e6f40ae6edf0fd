/** Return All of a long list under the service's limit, at three latencies: page after page, and as the node does. */
import type { INodeParameters } from 'n8n-workflow';
import { request } from 'undici';
import { credentialsOf, runNode } from '../test/support/harness';
import { milliseconds, quantile, seconds, table, timed } from './measure';
import { startService, type BenchService } from './service';

const deals = 50_000;
const pageSize = 1000;
const perSecond = 5;
const DAY = 86_400_000;
/** The times of change lie within so many days, at random. */
const days = 400;
const runs = Number(process.env.LIST_RUNS ?? 5);
const latencies = (process.env.LIST_LATENCIES ?? '50,300,800').split(',').map(Number);

interface Measured {
	readonly ms: number;
	readonly count: number;
	readonly refused: number;
}

async function fill({ steer }: BenchService): Promise<void> {
	await steer('PATCH', '/options', { rateLimit: 0, latencyMs: 0 });
	const now = Date.now();
	for (let from = 0; from < deals; from += 10_000) {
		const rows = Array.from({ length: 10_000 }, (_, index) => {
			const updatedAt = new Date(now - DAY - Math.random() * days * DAY).toISOString();
			return { name: `Deal ${from + index}`, createdAt: updatedAt, updatedAt };
		});
		await steer('POST', '/records/deal', rows);
	}
}

/** One run of the node; a Page Limit that is never reached reads page after page. */
async function measure(service: BenchService, options: INodeParameters): Promise<Measured> {
	// The service counts what came within a second; no run pays for the one before it.
	await new Promise((resolve) => setTimeout(resolve, 1_500));
	await service.requests();
	const { ms, result } = await timed(
		async () =>
			await runNode({
				parameters: {
					...{ authentication: 'teamToken', resource: 'deal', operation: 'getMany' },
					...{ returnAll: true, options },
				},
				credentials: credentialsOf(service, { requestsPerSecond: perSecond }),
				mode: 'trigger',
			}),
	);
	if (result.error) throw result.error;
	const ids = new Set(result.items.map(({ json }) => json.id));
	if (ids.size !== deals) throw new Error(`${ids.size} of ${deals} came out`);
	return { ms, ...(await service.requests()) };
}

/**
 * As many requests as the list has pages, as fast as the limit allows: so many at once in each second.
 * None of them waits for another.
 */
const least = (latencyMs: number): number =>
	Math.floor((deals / pageSize - 1) / perSecond) * 1000 + latencyMs;

const median = (measured: readonly Measured[], of: keyof Measured): number =>
	quantile(
		measured.map((each) => each[of]),
		0.5,
	);

/** Prints the figures as a Markdown table. */
export async function benchList(): Promise<void> {
	const service = await startService();
	try {
		await fill(service);
		await request(`${service.v2}/deals?limit=1000`, {
			headers: { authorization: `Bearer ${service.credentials.team}` },
		}).then(async ({ body }) => await body.dump());
		const figures = [
			[
				`${deals} deals, ${perSecond} requests/s`,
				...['no less than', 'page after page', 'requests', '429s'],
				...['in stretches', 'requests', '429s', 'longest', 'of the least'],
			],
		];
		for (const latencyMs of latencies) {
			await service.steer('PATCH', '/options', { rateLimit: perSecond, latencyMs });
			const serial: Measured[] = [];
			const parallel: Measured[] = [];
			for (let run = 0; run < runs; run++) {
				serial.push(await measure(service, { pageLimit: 1_000 }));
				parallel.push(await measure(service, {}));
			}
			const told = (measured: readonly Measured[]) => [
				seconds(median(measured, 'ms')),
				String(median(measured, 'count')),
				String(measured.reduce((sum, { refused }) => sum + refused, 0)),
			];
			figures.push([
				`latency ${milliseconds(latencyMs)}`,
				seconds(least(latencyMs)),
				...told(serial),
				...told(parallel),
				seconds(Math.max(...parallel.map(({ ms }) => ms))),
				(median(parallel, 'ms') / least(latencyMs)).toFixed(2),
			]);
		}
		console.log(table(figures));
	} finally {
		await service.close();
	}
}
