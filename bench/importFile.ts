/**
 * What an import of a file costs by itself: a made-up service that answers at once or after a while, in
 * this process, so that nothing but the connector works.
 *
 *     npx tsx bench/importFile.ts createMany 200000 5 300
 *     npx tsx bench/importFile.ts createOrUpdate 60000 5 300 counted uneven
 *
 * Arguments: createMany or createOrUpdate, rows, requests a second, milliseconds that an answer takes;
 * `counted` for time that is counted, not waited for (what others do on the machine makes no difference);
 * `uneven` for answers that take up to 80 ms longer, those to writes 150 to 300 ms, as the sandbox's do.
 */
import { createClient } from '../nodes/SalesManagement/api/client';
import { systemClock } from '../nodes/SalesManagement/api/clock';
import { CountedClock, workMs } from '../test/support/countedClock';
import { Pacer } from '../nodes/SalesManagement/api/pacing';
import { ROUTES } from '../nodes/SalesManagement/api/routes';
import type { HttpRequest, HttpResponse } from '../nodes/SalesManagement/api/transport';
import type { Item } from '../nodes/SalesManagement/fields';
import { RESOURCES } from '../nodes/SalesManagement/operations';
import { importFiles, type Importing } from '../nodes/SalesManagement/operations/import';
import { sourcesOf } from '../nodes/SalesManagement/operations/names';
import { runWith } from '../test/unit/support/itemRun';

const [operation = 'createMany', many = '200000', rate = '5', latency = '300', ...more] =
	process.argv.slice(2);
const clock = more.includes('counted') ? new CountedClock(workMs) : systemClock;
const ROWS = Number(many);
const PIECE = 256 * 1024;

async function* file(): AsyncGenerator<Uint8Array> {
	let text =
		'name;memo;amount;expectedContractDate;dealTypeId;customer;phase;product;probability;channel;user\r\n';
	for (let row = 1; row <= ROWS; row++) {
		text += `Deal number ${row};"Street ${row}, ""House"" ${row % 90}";${row % 5000};2026-12-24;1;${1 + (row % 900)};1;2;3;4;5\r\n`;
		if (text.length < PIECE) continue;
		yield Buffer.from(text);
		text = '';
		await new Promise(setImmediate);
	}
	yield Buffer.from(text);
}

let requests = 0;
const paths = new Map<string, number>();
let nextId = 1;

/** Every record has an even number in its name; the search shows these. */
function answer({ method, url, body }: HttpRequest): unknown {
	const { deals = [], filter } = (body ?? {}) as {
		deals?: unknown[];
		filter?: { conditions?: unknown };
	};
	if (url.includes('search')) {
		const names = JSON.stringify(filter).match(/Deal number \d+/g) ?? [];
		const found = names
			.filter((name) => /[02468]$/.test(name))
			.map((name) => ({ id: Number(name.slice(12)), name }));
		return { deals: found, totalCount: found.length };
	}
	if (!url.includes('bulk')) return { deals: [], users: [], totalCount: 0 };
	const ids = deals.map((row) => ({ id: (row as { id?: number }).id ?? 1e7 + nextId++ }));
	return method === 'PATCH' ? { deals: ids } : ids.map(({ id }) => id);
}

let seed = 1;
/** From 0 to 1, the same in each run. */
function random(): number {
	seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
	return seed / 2 ** 32;
}

/** How long the service works at an answer, in milliseconds. */
const workOf = (path: string): number =>
	path.endsWith('/bulk') ? 150 + 150 * random() : 80 * random();

async function transport(request: HttpRequest): Promise<HttpResponse> {
	requests++;
	const { pathname } = new URL(request.url);
	paths.set(pathname, (paths.get(pathname) ?? 0) + 1);
	const sent = JSON.stringify(request.body ?? '').length;
	await clock.sleep(Number(latency) + (more.includes('uneven') ? workOf(pathname) : 0));
	return { status: sent > 0 ? 200 : 500, headers: {}, body: answer(request) };
}

const client = createClient({
	kind: 'personalToken',
	baseUrl: 'https://service.example/v2',
	routes: ROUTES.v2,
	clock,
	pacer: new Pacer(Number(rate), clock),
	secret: 'none',
	transport,
});

const parameters: Record<string, unknown> = {
	...{ fieldsFrom: 'file', binaryPropertyName: 'data', matchBy: 'name' },
};
const item: Item = {
	...{ index: 0, input: {}, version: 'v2', timezone: 'UTC' },
	get: (name) => parameters[name],
};
let written = 0;
let waits = 0;
const run = runWith({
	client,
	items: [item],
	files: {
		read: file,
		describe: () => ({ data: '', mimeType: 'text/csv', fileName: 'customers.csv' }),
		write: async (content, _, mimeType) => {
			written += content.length;
			return await Promise.resolve({ data: '', mimeType });
		},
	},
	hint: (message) => console.log(message),
	progress: () => waits++,
});

async function main(): Promise<void> {
	const found = RESOURCES.find(({ id }) => id === 'deal')?.operations.find(
		({ id }) => id === operation,
	);
	const steps = await found?.load();
	if (!found || !steps?.prepare) throw new Error(`${operation} takes no file`);
	const importing = { ...found, ...steps } as Importing;
	globalThis.gc?.();
	const idle = process.memoryUsage().rss;
	let peak = idle;
	let late = 0;
	let last = performance.now();
	const watch = setInterval(() => {
		peak = Math.max(peak, process.memoryUsage().rss);
		late = Math.max(late, performance.now() - last - 20);
		last = performance.now();
	}, 20);
	const before = process.cpuUsage();
	const began = clock.elapsed();
	const [result] = await importFiles(
		run,
		importing,
		sourcesOf(client, async () => await Promise.resolve(undefined)),
	);
	const seconds = (clock.elapsed() - began) / 1000;
	clearInterval(watch);
	const { user, system } = process.cpuUsage(before);
	console.log(result);
	console.log({
		requests,
		paths,
		seconds,
		timesThePace: seconds / (requests / Number(rate)),
		cpuMicrosecondsPerRow: (user + system) / ROWS,
		megabytesAboveIdle: Math.round((peak - idle) / 1048576),
		longestStandstillMs: Math.round(late),
		resultBytes: written,
		progressTold: waits,
	});
}

void main();
