/** The memory of an export to files, in n8n's filesystem mode, from a service that answers at once. */
import { fork } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { keepBinaryOnDisk } from '../test/support/binaryOnDisk';
import { temporaryFolder } from '../test/support/temporaryFolder';
import { credentialsOf, runNode } from '../test/support/harness';
import { peakMemory, watchMemory } from './n8n/memory';

const DEALS = 200_000;
const PAGE = 1_000;
const SERVING = 'serving';
const FIRST = Date.parse('2025-01-01T00:00:00Z');
const STEP = 60_000;
const SECRET = ['svcp', 'bench'].join('_');

const timeOf = (place: number): string => new Date(FIRST + place * STEP).toISOString();

/** About 2 kB. */
const dealAt = (place: number) => ({
	...{ id: place + 1, name: `Deal ${place}`, amount: place, memo: 'x'.repeat(1_500) },
	...{ createdAt: timeOf(place), updatedAt: timeOf(place) },
	phase: { id: place % 7, name: `Phase ${place % 7}` },
	customer: { id: place % 999, name: `Customer ${place % 999}` },
	dealCustoms: [{ itemKey: 'a', name: 'Level', itemType: 'text', value: `Level ${place % 5}` }],
});

/** A list of deals by time, a minute between each and the next. */
function serve(): void {
	const server = createServer(({ url = '' }, response) => {
		const { searchParams: query } = new URL(url, 'http://service.example');
		const [from, to] = ['updatedAtFrom', 'updatedAtTo'].map((name) => query.get(name));
		const low = from ? Math.max(0, Math.ceil((Date.parse(from) - FIRST) / STEP)) : 0;
		const end = to ? Math.floor((Date.parse(to) - FIRST) / STEP) + 1 : DEALS;
		const high = Math.min(DEALS, end);
		const totalCount = Math.max(0, high - low);
		const count = Math.min(PAGE, totalCount, Number(query.get('limit') ?? PAGE));
		const isRising = query.get('sort') === 'updatedAt';
		const deals = Array.from({ length: count }, (_, at) =>
			dealAt(isRising ? low + at : high - 1 - at),
		);
		const hasMore = count < totalCount;
		response.setHeader('content-type', 'application/json');
		response.end(JSON.stringify({ deals, totalCount, hasMore, nextCursor: hasMore ? 'x' : null }));
	});
	server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
}

export async function benchExport(): Promise<void> {
	const child = fork(__filename, [SERVING]);
	try {
		const port = await new Promise<number>((resolve) => child.once('message', resolve));
		await keepBinaryOnDisk(temporaryFolder('binary'));
		const address = `http://127.0.0.1:${port}/`;
		const ready = {
			...{ v1: `${address}v1`, v2: `${address}v2` },
			credentials: { personal: SECRET, team: SECRET, v1: SECRET },
		};
		const run = async (maxRecords?: number) =>
			await runNode({
				parameters: {
					...{ authentication: 'personalToken', resource: 'deal', operation: 'getMany' },
					output: 'file',
					...(maxRecords !== undefined && { options: { maxRecords } }),
				},
				credentials: {
					salesManagementPersonalTokenApi: {
						...credentialsOf(ready, { requestsPerSecond: 1000 }).salesManagementPersonalTokenApi,
						...{ v1ApiKey: '', v1BaseUrl: '' },
					},
				},
			});
		await run(1);
		const idle = watchMemory(process.pid);
		const began = performance.now();
		const { items, error } = await run();
		if (error) throw error;
		const records = items.reduce((sum, { json }) => sum + Number(json.count), 0);
		const seconds = ((performance.now() - began) / 1000).toFixed(1);
		const above = Math.round(peakMemory(process.pid) - idle);
		console.log(
			`${records} deals in ${items.length} files, ${seconds} s, ${above} MiB above ${Math.round(idle)} idle`,
		);
	} finally {
		child.kill();
	}
}

if (process.argv.includes(SERVING)) serve();
