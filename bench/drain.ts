/**
 * What the trigger takes to emit more records of one time than a poll can read, from a slow service:
 * n8n's durable engine, which allows a poll 45 s, and 800 ms for each page.
 */
import type { IDataObject } from 'n8n-workflow';
import { createPoller, credentialsOf, type Poller } from '../test/support/harness';
import { quantile, seconds, table, timed } from './measure';
import { startService, type BenchService } from './service';

const LATENCY_MS = 800;
const PER_WRITE = 5_000;
/** Older than the lookback: nothing is added to these times any more. */
const AGE_MS = 3_600_000;
/** A poll that comes no further, so many times over, is an end without success. */
const MOST_IDLE = 5;

interface Backlog {
	readonly name: string;
	readonly kind: string;
	readonly parameters: IDataObject;
	readonly row: IDataObject;
	/** How many records each time has. */
	readonly each: number;
	readonly times: number;
}

const BACKLOGS: readonly Backlog[] = [
	{
		...{ name: '100,000 deals at four times', kind: 'deal', each: 25_000, times: 4 },
		...{ parameters: { resource: 'deal' }, row: { name: 'Deal' } },
	},
	{
		...{ name: '25,000 custom objects at one time', kind: 'customObject', each: 25_000, times: 1 },
		parameters: { resource: 'customObject', customObjectDefKey: 'ticket' },
		row: { customObjectDefKey: 'ticket', subject: 'Ticket' },
	},
];

async function fill({ steer }: BenchService, { kind, row, each, times }: Backlog): Promise<void> {
	const { now } = await steer<{ now: string }>('POST', '/clock', { advanceMs: 0 });
	for (let time = 0; time < times; time++) {
		const updatedAt = new Date(Date.parse(now) - AGE_MS + time * 1_000).toISOString();
		const rows = Array.from({ length: PER_WRITE }, () => ({ ...row, updatedAt }));
		for (let count = 0; count < each; count += PER_WRITE) {
			await steer('POST', `/records/${kind}`, rows);
		}
	}
}

/** Polls until everything was emitted, or nothing more comes. */
async function drain(poller: Poller, wanted: number) {
	const seen = new Set<string>();
	const polls: number[] = [];
	let items = 0;
	let largest = 0;
	for (let idle = 0; seen.size < wanted && idle < MOST_IDLE; idle++) {
		const { ms, result } = await timed(async () => await poller.poll());
		polls.push(ms);
		largest = Math.max(largest, JSON.stringify(poller.saved).length);
		for (const { json } of result ?? []) seen.add((json._event as { id: string }).id);
		items += result?.length ?? 0;
		if (result) idle = -1;
	}
	return { seen: seen.size, items, polls, largest };
}

async function measure(backlog: Backlog): Promise<string[]> {
	const service = await startService();
	try {
		await fill(service, backlog);
		const startDate = new Date(Date.now() - 2 * AGE_MS).toISOString();
		const poller = createPoller({
			engine: 'durable',
			credentials: credentialsOf(service),
			parameters: {
				...{ authentication: 'teamToken', event: 'createdOrUpdated', ...backlog.parameters },
				options: { startFrom: 'date', startDate },
			},
		});
		await service.steer('PATCH', '/options', { latencyMs: LATENCY_MS });
		await service.requests();
		const wanted = backlog.each * backlog.times;
		const { ms, result } = await timed(async () => await drain(poller, wanted));
		const { count } = await service.requests();
		const figures = [wanted - result.seen, result.items - result.seen, result.polls.length, count];
		const longest = seconds(quantile(result.polls, 1));
		return [backlog.name, ...figures.map(String), seconds(ms), longest, String(result.largest)];
	} finally {
		await service.close();
	}
}

export async function benchDrain(): Promise<void> {
	const head = [`${LATENCY_MS} ms a page, 45 s a poll`, 'lost', 'doubled', 'polls', 'requests'];
	const rows = [[...head, 'time', 'longest poll', 'largest state, characters']];
	for (const backlog of BACKLOGS) rows.push(await measure(backlog));
	console.log(table(rows));
	if (rows.slice(1).some(([, lost, doubled]) => lost !== '0' || doubled !== '0')) {
		throw new Error('Something was lost or doubled');
	}
}
