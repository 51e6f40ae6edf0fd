/** How fast the sandbox is with a million deals: loading them, and reading pages of 1,000. */
import { request } from 'undici';
import { startSandbox, type Sandbox } from '../sandbox';
import { milliseconds, quantile, seconds, table, timed } from './measure';

const deals = 1_000_000;
const batch = 10_000;
const pageSize = 1000;
const runs = 20;

const minute = 60_000;
/** Deals were updated a second apart, and created in another order than that. */
const firstUpdate = Date.parse('2026-01-01T00:00:00Z');
const updatedAt = (index: number) => new Date(firstUpdate + index * 1000).toISOString();
const createdAt = (index: number) =>
	new Date(firstUpdate - ((index * 7919) % deals) * minute).toISOString();

/** Writes the deals as a second client would; answers its times in ms. */
async function load({ admin }: Sandbox) {
	return await timed(async () => {
		for (let first = 0; first < deals; first += batch) {
			const rows = Array.from({ length: batch }, (_, offset) => ({
				name: `Deal ${first + offset}`,
				amount: first + offset,
				createdAt: createdAt(first + offset),
				updatedAt: updatedAt(first + offset),
			}));
			const { statusCode, body } = await request(`${admin}/records/deal`, {
				method: 'POST',
				headers: { 'content-type': 'application/json' },
				body: JSON.stringify(rows),
			});
			if (statusCode !== 200) throw new Error(await body.text());
			await body.dump({ limit: Number.MAX_SAFE_INTEGER });
		}
	});
}

interface Page {
	deals: unknown[];
	nextCursor: string | null;
	totalCount: number;
}

/** Reads `runs` pages one after the other; answers their times in ms and the whole count. */
async function readPages({ v2, credentials }: Sandbox, query: Record<string, string>) {
	const headers = { authorization: `Bearer ${credentials.team}` };
	const times: number[] = [];
	const cpuTimes: number[] = [];
	let cursor: string | null = null;
	let totalCount = 0;
	for (let run = 0; run < runs; run++) {
		const asked = { ...query, limit: String(pageSize), ...(cursor === null ? {} : { cursor }) };
		const search = new URLSearchParams(asked).toString();
		const { ms, cpuMs, result } = await timed(async () => {
			const { body } = await request(`${v2}/deals?${search}`, { headers });
			return await body.text();
		});
		const page = JSON.parse(result) as Page;
		if (page.deals.length !== pageSize) throw new Error(`a page of ${page.deals.length} deals`);
		times.push(ms);
		cpuTimes.push(cpuMs);
		({ nextCursor: cursor, totalCount } = page);
	}
	return { times, cpuTimes, totalCount };
}

const half = { updatedAtFrom: updatedAt(deals / 2) };
const tenth = { updatedAtFrom: updatedAt(0), updatedAtTo: updatedAt(deals / 10 - 1) };
const lists: Array<[what: string, query: Record<string, string>]> = [
	['window of half of them, oldest update first', { ...half, sort: 'updatedAt' }],
	['window of half of them, newest update first', { ...half, sort: '-updatedAt' }],
	['window of a tenth, oldest update first', { ...tenth, sort: 'updatedAt' }],
	['window of a tenth, by creation', { ...tenth, sort: 'createdAt' }],
	['window of half of them, by creation', { ...half, sort: 'createdAt' }],
	['all, newest update first', {}],
];

/** Prints the figures as a Markdown table. */
export async function benchSandbox(): Promise<void> {
	const set = { rateLimit: 0, dailyLimit: Number.MAX_SAFE_INTEGER };
	const sandbox = await startSandbox({ seed: 'empty', set, checkResponses: false });
	try {
		const loading = await load(sandbox);
		console.log(
			`\n${deals} deals load in ${seconds(loading.ms)} (CPU ${seconds(loading.cpuMs)}), ${batch} a request.`,
		);
		const rows = [
			['list of 1,000 deals a page', 'matching', 'first page', 'median', 'p95', 'CPU, median'],
		];
		for (const [what, query] of lists) {
			const { times, cpuTimes, totalCount } = await readPages(sandbox, query);
			const [first = Number.NaN] = times;
			const figures = [first, quantile(times, 0.5), quantile(times, 0.95), quantile(cpuTimes, 0.5)];
			rows.push([what, String(totalCount), ...figures.map(milliseconds)]);
		}
		console.log(
			`\n${table(rows)}\n\n${runs} pages each, over HTTP, client and sandbox in one process.`,
		);
	} finally {
		await sandbox.close();
	}
}
