/**
 * How fast the sandbox answers with many deals: pages of lists by time, deep ones too, searches and
 * writes in bulk. `BENCH_DEALS` says how many (1,000,000). The processor's time is that of the
 * sandbox's process alone.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { request } from 'undici';
import { runWithScratch } from '../scripts/scratch';
import { milliseconds, quantile, seconds, table } from './measure';
import { peakMemory, residentMemory } from './n8n/memory';
import { startService, type BenchService } from './service';

const DEALS = Number(process.env.BENCH_DEALS ?? 1_000_000);
const RUNS = 10;
const BULK = 1_000;
const DAY = 86_400_000;

/** Clock ticks of the kernel's accounts, a second. */
const TICKS = 100;

/** Processor time that a process has had, in ms. */
function cpuOf(pid: number): number {
	const [user, system] =
		readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ').slice(11, 13) ?? [];
	return ((Number(user) + Number(system)) / TICKS) * 1000;
}

interface Page {
	readonly deals?: ReadonlyArray<{
		readonly id: number;
		readonly updatedAt: string;
		readonly dealType: { id: number };
	}>;
	readonly nextCursor?: string | null;
	readonly totalCount?: number;
}

class Client {
	constructor(private readonly service: BenchService) {}

	async ask(method: 'GET' | 'POST' | 'PATCH', path: string, body?: unknown): Promise<Page> {
		const { v2, credentials } = this.service;
		const { statusCode, body: answer } = await request(v2 + path, {
			method,
			headers: { authorization: `Bearer ${credentials.team}`, 'content-type': 'application/json' },
			body: body === undefined ? undefined : JSON.stringify(body),
		});
		const text = await answer.text();
		if (statusCode >= 300)
			throw new Error(`${method} ${path}: ${statusCode} ${text.slice(0, 300)}`);
		return JSON.parse(text) as Page;
	}
}

const equal = (field: object, value: object) => ({
	valueFilter: { field, comparisonOperator: '=', value },
});
const anyOf = (subFilters: object[]) => ({
	compositeFilter: { logicalOperator: 'OR', subFilters },
});

/** Keys of deals that there are, so many, `turn` after `turn` others. */
const keys = (count: number, turn: number): string[] =>
	Array.from({ length: count }, (_, at) => {
		const number = 1 + ((turn * 7_919 + at * 104_729) % DEALS);
		return `key-${String(number).padStart(8, '0')}`;
	});

const searchBy = (field: object, values: ReadonlyArray<string | number>) => ({
	filter: anyOf(
		values.map((value) =>
			equal(field, typeof value === 'number' ? { integerValue: value } : { stringValue: value }),
		),
	),
});

type Work = (turn: number) => Promise<Page>;

async function worksOf(client: Client): Promise<Array<[what: string, work: Work]>> {
	const at = (share: number) => new Date(Date.now() - share * 3 * 365 * DAY).toISOString();
	const list = (query: Record<string, string>): Work => {
		let cursor = '';
		return async () => {
			const asked = new URLSearchParams({ limit: '1000', cursor, ...query });
			const page = await client.ask('GET', `/deals?${asked.toString()}`);
			cursor = page.nextCursor ?? '';
			return page;
		};
	};
	const searchPages = (body: object): Work => {
		let cursor = '';
		return async () => {
			const page = await client.ask('POST', `/deals/search?limit=1000&cursor=${cursor}`, body);
			cursor = page.nextCursor ?? '';
			return page;
		};
	};
	const middle = { updatedAtFrom: at(0.75), updatedAtTo: at(0.25) };
	const first = await client.ask('GET', '/deals?limit=1000&dealTypeId=1');
	const ids = (first.deals ?? []).map(({ id }) => id);
	const [probe] = (await client.ask('GET', `/deals?limit=1&dealTypeId=1`)).deals ?? [];
	const whole = JSON.parse(JSON.stringify(probe)) as Record<string, { id: number }>;
	const reference = (name: string) => ({ id: whole[name]?.id ?? 0 });
	const form = (turn: number, row: number) => ({
		name: `New ${turn} ${row}`,
		expectedContractDate: '2026-12-01',
		...{
			customer: reference('customer'),
			phase: reference('phase'),
			product: reference('product'),
		},
		...{ probability: reference('probability'), channel: reference('channel') },
		user: reference('user'),
		reason: 'New',
		dealCustoms: [{ itemKey: 'deal_text', value: `new-${turn}-${row}` }],
	});
	const custom = { itemKey: 'deal_text' };
	const name = { name: 'name' };
	const names = (count: number, turn: number) =>
		keys(count, turn).map((key) => `Deal ${Number(key.slice(4))}`);
	return [
		['all, newest update first', list({})],
		['half by update, ascending', list({ ...middle, sort: 'updatedAt' })],
		['half by update, descending', list({ ...middle, sort: '-updatedAt' })],
		['half by update, sorted by creation', list({ ...middle, sort: 'createdAt' })],
		['all by creation, ascending', list({ sort: 'createdAt' })],
		['all by creation, descending', list({ sort: '-createdAt' })],
		['one deal type, descending', list({ dealTypeId: '1' })],
		[
			'how many in a window',
			async () =>
				await client.ask(
					'GET',
					`/deals?${new URLSearchParams({ ...middle, limit: '1' }).toString()}`,
				),
		],
		[
			'how many after a write',
			async () => {
				await client.ask('PATCH', `/deals/${ids[0]}`, { memo: 'changed' });
				return await client.ask(
					'GET',
					`/deals?${new URLSearchParams({ ...middle, limit: '1' }).toString()}`,
				);
			},
		],
		[
			'search: 30 custom values',
			async (turn) =>
				await client.ask('POST', '/deals/search?limit=1000', searchBy(custom, keys(30, turn))),
		],
		[
			'search: 299 custom values',
			async (turn) =>
				await client.ask('POST', '/deals/search?limit=1000', searchBy(custom, keys(299, turn))),
		],
		[
			'search: 299 unknown values',
			async (turn) =>
				await client.ask(
					'POST',
					'/deals/search?limit=1000',
					searchBy(
						custom,
						keys(299, turn).map((key) => `no-${key}`),
					),
				),
		],
		[
			'search: 299 names',
			async (turn) =>
				await client.ask('POST', '/deals/search?limit=1000', searchBy(name, names(299, turn))),
		],
		[
			'search: 299 ids',
			async (turn) =>
				await client.ask(
					'POST',
					'/deals/search?limit=1000',
					searchBy(
						{ name: 'id' },
						keys(299, turn).map((key) => Number(key.slice(4))),
					),
				),
		],
		[
			'search: a phase, all pages',
			searchPages({ filter: equal({ name: 'phaseId' }, { integerValue: reference('phase').id }) }),
		],
		[
			'search: a phase, by id',
			searchPages({
				filter: equal({ name: 'phaseId' }, { integerValue: reference('phase').id }),
				sort: { field: { name: 'id' }, order: 'ASC' },
			}),
		],
		['search: two phases', searchPages(searchBy({ name: 'phaseId' }, [1, 2]))],
		['search: two owners', searchPages(searchBy({ name: 'userId' }, [1, 2]))],
		[
			'search: a window by update',
			searchPages({
				filter: {
					compositeFilter: {
						logicalOperator: 'AND',
						subFilters: [
							{
								valueFilter: {
									field: { name: 'updatedAt' },
									comparisonOperator: '>=',
									value: { datetimeValue: middle.updatedAtFrom },
								},
							},
							{
								valueFilter: {
									field: { name: 'updatedAt' },
									comparisonOperator: '<=',
									value: { datetimeValue: middle.updatedAtTo },
								},
							},
						],
					},
				},
				sort: { field: { name: 'updatedAt' }, order: 'ASC' },
			}),
		],
		[
			'1,000 created',
			async (turn) =>
				await client.ask('POST', '/deal_types/1/deals/bulk', {
					deals: Array.from({ length: BULK }, (_, row) => form(turn, row)),
				}),
		],
		[
			'1,000 updated',
			async (turn) =>
				await client.ask('PATCH', '/deal_types/1/deals/bulk', {
					deals: ids.map((id) => ({ id, memo: `changed ${turn}` })),
				}),
		],
	];
}

export async function benchAnswers(): Promise<void> {
	await runWithScratch(async (scratch) => {
		const service = await startService(join(scratch.folder, 'deals.db'));
		scratch.atEnd(async () => await service.close());
		const idle = residentMemory(service.pid);
		await service.steer('PATCH', '/options', { rateLimit: 0, dailyLimit: 1_000_000_000 });
		const begun = performance.now();
		const cpu = cpuOf(service.pid);
		await service.steer('POST', '/generate/deal', { count: DEALS });
		console.log(
			`${DEALS} deals made in ${seconds(performance.now() - begun)} (CPU ${seconds(cpuOf(service.pid) - cpu)})`,
		);
		const client = new Client(service);
		const rows = [['deals', 'matching', 'records', 'first', 'median', 'most', 'CPU a call']];
		const asked = process.env.BENCH_JOB ?? '';
		for (const [what, work] of await worksOf(client)) {
			if (!what.includes(asked)) continue;
			const times: number[] = [];
			let last: Page = {};
			const before = cpuOf(service.pid);
			for (let turn = 0; turn < RUNS; turn++) {
				const start = performance.now();
				last = await work(turn);
				times.push(performance.now() - start);
			}
			const each = (cpuOf(service.pid) - before) / RUNS;
			const figures = [times[0] ?? 0, quantile(times, 0.5), Math.max(...times), each];
			rows.push([
				what,
				String(last.totalCount ?? ''),
				String(last.deals?.length ?? ''),
				...figures.map(milliseconds),
			]);
		}
		console.log(`\n${table(rows)}\n`);
		console.log(
			`The sandbox takes ${residentMemory(service.pid).toFixed(0)} MiB, at most ${peakMemory(service.pid).toFixed(0)}; ${idle.toFixed(0)} before.`,
		);
		return 0;
	});
}
