/** What the node adds to, and saves on, the service's own time; on n8n's real engine. */
import type { IDataObject } from 'n8n-workflow';
import { request } from 'undici';
import { credentialsOf, runNode, type CredentialSet } from '../test/support/harness';
import { milliseconds, seconds, table, timed } from './measure';
import { startService, type BenchService } from './service';

const written = 10_000;
const writtenSingly = 100;
const read = 50_000;
const pageSize = 1000;
/** The service's own limit (v2 §8). */
const perSecond = 5;

/** Runs the node once; answers its time and the number of its items. Throws if it fails. */
async function run(
	credentials: CredentialSet,
	[resource, operation]: [string, string],
	parameters: IDataObject,
	input?: IDataObject[],
) {
	const { ms, result } = await timed(async () => {
		return await runNode({
			parameters: { authentication: 'teamToken', resource, operation, ...parameters },
			credentials,
			input,
			mode: 'trigger',
		});
	});
	if (result.error) throw result.error;
	return { ms, items: result.items.length };
}

/** Create Many of many customers, and Create of a few of them, under the service's limit. */
async function bulkOrSingly(service: BenchService): Promise<void> {
	await service.steer('PATCH', '/options', { rateLimit: perSecond, latencyMs: 50 });
	const credentials = credentialsOf(service, { requestsPerSecond: perSecond });
	const parameters = { name: '={{ $json.name }}' };
	const customers = (count: number) =>
		Array.from({ length: count }, (_, index) => ({ name: `Customer ${index}` }));
	await service.requests();
	const singly = await run(
		credentials,
		['customer', 'create'],
		parameters,
		customers(writtenSingly),
	);
	const singleRequests = await service.requests();
	const bulk = await run(credentials, ['customer', 'createMany'], parameters, customers(written));
	const bulkRequests = await service.requests();
	if (bulk.items !== written) throw new Error(`${bulk.items} of ${written} came out`);
	const times = written / writtenSingly;
	const expected = singly.ms * times;
	console.log(
		table([
			[`${written} customers, ${perSecond} requests/s, 50 ms latency`, 'requests', '429s', 'time'],
			[
				`Create, from ${writtenSingly} × ${times}`,
				String(singleRequests.count * times),
				String(singleRequests.refused),
				seconds(expected),
			],
			['Create Many', String(bulkRequests.count), String(bulkRequests.refused), seconds(bulk.ms)],
			[
				'ratio',
				ratio(singleRequests.count * times, bulkRequests.count),
				'',
				ratio(expected, bulk.ms),
			],
		]),
	);
}

const ratio = (a: number, b: number) => (a / b).toFixed(a / b < 10 ? 2 : 0);

/** The same list read by the least that can read it: a loop that keeps the parsed pages. */
async function bareLoop({ v2, credentials }: BenchService): Promise<number> {
	const headers = { authorization: `Bearer ${credentials.team}` };
	const { ms, result } = await timed(async () => {
		const deals: unknown[] = [];
		let cursor: string | null = '';
		while (cursor !== null) {
			const asked = new URLSearchParams({ limit: String(pageSize), sort: 'createdAt', cursor });
			const { body } = await request(`${v2}/deals?${asked.toString()}`, { headers });
			const page = (await body.json()) as { deals: unknown[]; nextCursor: string | null };
			for (const deal of page.deals) deals.push(deal);
			cursor = page.nextCursor;
		}
		return deals.length;
	});
	if (result !== read) throw new Error(`${result} of ${read} came`);
	return ms;
}

/** Get Many of many deals at two latencies, beside the bare loop; and under the service's limit. */
async function readAll(service: BenchService): Promise<void> {
	await service.steer('PATCH', '/options', { rateLimit: 0, latencyMs: 0 });
	const rows = Array.from({ length: read }, (_, index) => ({ name: `Deal ${index}` }));
	await service.steer('POST', '/records/deal', rows);
	// Once for nothing: what is compiled and counted on the first call is no part of the figures.
	await bareLoop(service);
	const getMany = async (requestsPerSecond: number) => {
		const options = { sort: 'createdAt' };
		const credentials = credentialsOf(service, { requestsPerSecond });
		const { ms, items } = await run(credentials, ['deal', 'getMany'], { returnAll: true, options });
		if (items !== read) throw new Error(`${items} of ${read} came out`);
		return ms;
	};
	const figures = [[`${read} deals`, 'bare loop', 'Get Many, Return All', 'ratio']];
	for (const latencyMs of [50, 300]) {
		await service.steer('PATCH', '/options', { latencyMs });
		const bare = await bareLoop(service);
		const node = await getMany(1000);
		figures.push([
			`latency ${milliseconds(latencyMs)}`,
			seconds(bare),
			seconds(node),
			ratio(node, bare),
		]);
	}
	await service.steer('PATCH', '/options', { rateLimit: perSecond, latencyMs: 50 });
	// In any second the service takes `perSecond` requests: the last one waits for so many seconds.
	const least = Math.floor((read / pageSize - 1) / perSecond) * 1000 + 50;
	const node = await getMany(perSecond);
	const { refused } = await service.requests();
	figures.push([
		`latency 50 ms, ${perSecond} requests/s (${refused} × 429)`,
		`no less than ${seconds(least)}`,
		seconds(node),
		ratio(node, least),
	]);
	console.log(`\n${table(figures)}`);
}

/** Prints the figures as Markdown tables. */
export async function benchConnector(): Promise<void> {
	const service = await startService();
	try {
		await bulkOrSingly(service);
		await readAll(service);
	} finally {
		await service.close();
	}
}
